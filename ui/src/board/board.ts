// Which squares of the board are drawn: all tokens on it with room around them, as far as that is not too much.
import type { Token } from '../table/facts'

export interface Window {
  left: number
  top: number
  columns: number
  rows: number
}

const LEAST = { columns: 12, rows: 6 }
const MOST = { columns: 24, rows: 16 }
const ROOM = 1

export function windowOf(tokens: Token[], near: Token | undefined): Window {
  const placed = tokens.filter((token) => token.at)
  const [left, columns] = span(
    placed.map((token) => token.at![0]),
    near?.at?.[0] ?? 0,
    LEAST.columns,
    MOST.columns,
  )
  const [top, rows] = span(
    placed.map((token) => token.at![1]),
    near?.at?.[1] ?? 0,
    LEAST.rows,
    MOST.rows,
  )
  return { left, top, columns, rows }
}

/** Where to begin and how many: everything if it fits, otherwise what lies around `near`. */
function span(places: number[], near: number, least: number, most: number): [number, number] {
  const low = Math.min(0, ...places.map((place) => place - ROOM))
  const high = Math.max(least - 1, ...places.map((place) => place + ROOM))
  const count = high - low + 1
  if (count <= most) return [low, count]
  const start = Math.min(Math.max(near - Math.floor(most / 2), low), high - most + 1)
  return [start, most]
}

/** Squares between two places, a diagonal counting as one: so the house measures its board, whatever is played on it. */
export const squaresBetween = ([x, y]: [number, number], [u, v]: [number, number]) =>
  Math.max(Math.abs(x - u), Math.abs(y - v))

/** As many letters of each name as tell it from all others on the board, three at most. */
export function lettersOf(names: string[]): Map<string, string> {
  const short = (name: string, count: number) => [...name].slice(0, count).join('')
  const isClear = (name: string, count: number) =>
    names.every((other) => other === name || short(other, count) !== short(name, count))
  return new Map(names.map((name) => [name, short(name, isClear(name, 1) ? 1 : isClear(name, 2) ? 2 : 3)]))
}

export function isInside(token: Token, window: Window): boolean {
  if (!token.at) return false
  const [x, y] = [token.at[0] - window.left, token.at[1] - window.top]
  return x >= 0 && x < window.columns && y >= 0 && y < window.rows
}
