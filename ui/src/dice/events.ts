// What is worth a stage: dice that have just fallen, cards that were turned over together, counters that were spent.
import type { Die, Game, Line } from '../protocol'
import { revealedRows } from '../log/entries'
import type { Facts } from '../table/facts'

export interface Scene {
  throws: Die[][]
  cards: [string, string][] // whose card, and what it shows
}

const RECENT = 200 // lines in which a question that is turned over now was asked
const MOST_THROWS = 4
const A_LOT = 80 // lines after which somebody has been away: that is read in the log

/** What the lines after `heard` bring to the stage; nothing if they bring nothing. */
export function sceneOf(lines: Line[], heard: number): Scene | null {
  const fresh = lines.filter((line) => line.number > heard)
  if (fresh.length > A_LOT) return null
  const undone = new Set(fresh.flatMap((line) => line.undone ?? []))
  const throws = fresh.flatMap((line) => (line.dice?.length && !undone.has(line.number) ? [line.dice] : []))
  const turned = fresh.findLast((line) => line.kind === 'revealed')
  const root = turned && (turned.began ?? -1)
  const related = turned
    ? lines.slice(-RECENT).filter((line) => line.number <= turned.number && (line.began ?? line.number) === root)
    : []
  const cards = turned ? (revealedRows(related).at(-1) ?? []) : []
  return throws.length || cards.length > 1
    ? { throws: throws.slice(-MOST_THROWS), cards: cards.length > 1 ? cards : [] }
    : null
}

export interface Spent {
  stack: string // as in data-stack
  count: number
}

/** The numbers that are drawn as counters and have become less. */
export function spentOf(before: Facts, now: Facts, game: Game | null): Spent[] {
  const drawn = new Set(Object.keys(game?.stacks ?? {}))
  for (const field of game?.fields ?? [])
    if (field.group === 'tracks' && field.asked.kind === 'number') drawn.add(field.asked.name)
  for (const field of game?.seat_fields ?? []) drawn.add(field)
  const found: Spent[] = []
  for (const [key, value] of now) {
    const [first, name, field] = key.split('\u0000')
    const old = before.get(key)
    if (typeof value !== 'number' || typeof old !== 'number' || value >= old) continue
    if ((first === 'token' || first === 'seat') && drawn.has(field ?? ''))
      found.push({ stack: `${name} ${field}`, count: old - value })
  }
  return found
}
