// The choices that a table makes for itself: what they are as a game comes, and under one of its presets.
import type { DialCard, Game, Json } from '../protocol'

export type Dials = { [name: string]: Json }

export const isSame = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other)

/** Whether a dial stands otherwise than the game comes with it. */
export const isTurned = ({ asked }: DialCard, value: Json | undefined) => !isSame(value, asked.default)

/** The dials of a game under one of its presets. */
export function dialsUnder(game: Game | null | undefined, preset: string): Dials {
  const usual = Object.fromEntries((game?.dials ?? []).map(({ asked }) => [asked.name, asked.default ?? null]))
  return { ...usual, ...game?.presets[preset] }
}

/** Those of the dials that the game has, with values that it knows. */
export function onlyOf(game: Game | null | undefined, dials: Dials): Dials {
  const known = new Map(game?.dials.map(({ asked }) => [asked.name, asked.options ?? []]))
  return Object.fromEntries(
    Object.entries(dials).filter(([dial, value]) => known.get(dial)?.some((one) => isSame(one.value, value))),
  )
}
