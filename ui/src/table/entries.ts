// The log as people read it: the lines of one act together, under one headline.
import type { Die, Line } from '../protocol'
import { words } from '../words/table'

export interface Entry {
  act: number
  at: number
  lines: Line[] // those with something to see
  headline: string
  reveals: string[] // what lay face down, where several turned it over together
  throws: Die[][]
  ids: string[]
  isUndone: boolean
  isPrivate: boolean
  isAside: boolean // a move on the board, a note, something taken back: nothing is told and nothing thrown
}

const SPOKEN = ['told', 'overruled', 'cancelled', 'undone']

/** Entries in the order of their latest line. */
export function entriesOf(lines: Line[], undone: Set<number>): Entry[] {
  const acts = new Map<number, Line[]>()
  for (const line of lines) {
    if (!line.text && !line.dice && !line.undone?.length) continue
    const before = acts.get(line.act) ?? []
    acts.delete(line.act) // what has just gone on stands last
    acts.set(line.act, [...before, line])
  }
  return [...acts].map(([act, group]) => entry(act, group, undone))
}

function entry(act: number, lines: Line[], undone: Set<number>): Entry {
  const standing = lines.filter((line) => !undone.has(line.number))
  const shown = standing.length ? standing : lines
  return {
    act,
    at: lines.at(-1)!.at,
    lines,
    headline: headline(shown),
    reveals: shown.filter((line) => line.kind === 'revealed' && line.text?.includes(',')).map(textOf),
    throws: shown.flatMap((line) => (line.dice?.length ? [line.dice] : [])),
    ids: [...new Set(shown.flatMap((line) => line.ids ?? []))],
    isUndone: !standing.length,
    isPrivate: shown.every((line) => line.is_private),
    isAside: shown.every((line) => ['began', 'fact', 'undone'].includes(line.kind)),
  }
}

/** What was told; failing that, what was done; failing that, what changed. */
function headline(lines: Line[]): string {
  const spoken = lines.filter((line) => SPOKEN.includes(line.kind)).map(textOf)
  if (spoken.length) return spoken.join('. ')
  const began = lines.find((line) => line.kind === 'began')
  if (began) return textOf(began)
  const texts = lines
    .filter((line) => !['rolled', 'asked'].includes(line.kind))
    .map(textOf)
    .filter(Boolean)
  if (!texts.length) return lines.map(textOf).filter(Boolean).join('. ')
  return texts.length > 3 ? words.changes(texts.length) : texts.join('. ')
}

export function textOf(line: Line): string {
  if (line.kind === 'began')
    return (line.text ?? '')
      .replace(/^([^:]+): ([\w-]+)/, (_, who: string, act: string) => words.began(who, act))
      .replace(/ (\w+)=/g, (_, name: string) => words.argument(name))
  return line.text || (line.undone?.length ? words.undone(line.undone.length) : '')
}
