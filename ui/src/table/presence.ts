// Somebody may go on while an answer is under way: what comes then closes nothing that they have opened since.
import { onDestroy } from 'svelte'

/** Whether the component that asks is still on the screen. */
export function presence(): () => boolean {
  let isHere = true
  onDestroy(() => (isHere = false))
  return () => isHere
}
