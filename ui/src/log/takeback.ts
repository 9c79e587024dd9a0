// Taking back the last thing in one tap, and saying what it was.
import { gm as words } from '../words'
import { entriesOf } from './entries'
import type { View } from '../table/view.svelte'

const NONE = new Set<number>()

/** Take back the last thing that counts; in words, what is struck through now. */
export async function takeBackLast(view: View): Promise<string> {
  const before = view.link.lines.at(-1)?.number ?? -1
  await view.link.send({ do: 'back' }) // its news has come before it is acknowledged
  const fresh = view.link.lines.filter((line) => line.number > before)
  const undone = new Set(fresh.flatMap((line) => line.undone ?? []))
  const lines = view.link.lines.filter((line) => undone.has(line.number))
  const entries = entriesOf(lines, NONE)
  return words.takenBack(entries.map((entry) => entry.headline).filter(Boolean))
}
