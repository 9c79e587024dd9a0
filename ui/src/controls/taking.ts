// A list that does something as soon as somebody has chosen from it, and then shows its first line again.
import type { Attachment } from 'svelte/attachments'

/** By pointer that is at once; by keyboard, where every arrow and letter changes it, with Enter or on the way on. */
export function taking(take: (value: string) => void): Attachment<HTMLSelectElement> {
  return (select) => {
    let isByKey = false
    const stop = new AbortController()
    const on = (name: string, does: (event: KeyboardEvent) => void) =>
      select.addEventListener(name, does as EventListener, { signal: stop.signal })

    function done() {
      const chosen = select.value
      select.value = ''
      if (chosen) take(chosen)
    }

    on('pointerdown', () => (isByKey = false))
    on('keydown', (event) => {
      isByKey = true
      if (event.key !== 'Enter') return
      event.preventDefault()
      done()
    })
    on('change', () => {
      if (!isByKey) done()
    })
    on('blur', done)
    return () => stop.abort()
  }
}
