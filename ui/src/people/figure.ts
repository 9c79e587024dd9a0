// A body in six parts: where each is drawn, and how somebody's stand. A game's areas are these, or several of them together.
import { entriesOf, entryOf } from '../controls/asked'
import type { Game, Json } from '../protocol'
import { levelsOf, severalOf } from '../shapes'
import type { Token } from '../table/facts'

type Box = [x: number, y: number, width: number, height: number]

export const SIZE = { width: 66, height: 106 }

/** The figure faces us: its right, the main side, is on our left. */
const PARTS: Record<string, Box> = {
  head: [23, 2, 20, 20],
  torso: [20, 24, 26, 34],
  main_arm: [3, 25, 15, 36],
  off_arm: [48, 25, 15, 36],
  right_leg: [17, 60, 15, 44],
  left_leg: [34, 60, 15, 44],
}
const TOGETHER: Record<string, string[]> = {
  body: ['torso'],
  arms: ['main_arm', 'off_arm'],
  legs: ['right_leg', 'left_leg'],
}

export interface Part {
  name: string
  box: Box
  isWounded: boolean
  armor: number
}

export interface Body {
  parts: Part[]
  wounded: string[] // areas as the game calls them, even what is drawn nowhere
  armor: [string, number][]
}

/** Somebody's body as far as this seat knows it; null while there is nothing to see on it. */
export function bodyOf(game: Game, dials: Record<string, Json>, token: Token): Body | null {
  if (!game.figure) return null
  const wounded = severalOf(token.fields.get(game.figure.wounds))
  const armor = levelsOf(token.fields.get(game.figure.armor)).filter(([, level]) => level)
  if (!wounded.length && !armor.length) return null
  const areas = areasOf(game)
  const isWhole = isAlone(areas) || saysWhole(game, dials)
  const covers = (area: string, part: string) =>
    area === part || (isWhole && area === 'body') || !!TOGETHER[area]?.includes(part)
  const parts = Object.entries(PARTS).map(([part, box]) => ({
    name: areas.includes(part) ? part : (areas.find((area) => covers(area, part)) ?? part),
    box,
    isWounded: wounded.some((area) => covers(area, part)),
    armor: (armor.find(([area]) => area === part) ?? armor.find(([area]) => covers(area, part)))?.[1] ?? 0,
  }))
  return { parts, wounded, armor }
}

/** The areas that the game has at all. */
function areasOf(game: Game): string[] {
  const fields = game.fields.filter(({ asked }) => [game.figure?.wounds, game.figure?.armor].includes(asked.name))
  return fields.flatMap(({ asked }) => Object.keys(entriesOf(entryOf(asked), game.lists)))
}

const isAlone = (areas: string[]) => areas.length > 0 && areas.every((area) => area === 'body')

/** Whether the dials of this table say that the body is one area. */
function saysWhole(game: Game, dials: Record<string, Json>): boolean {
  return Object.entries(game.figure?.whole ?? {}).some(([name, value]) => {
    const usual = game.dials.find(({ asked }) => asked.name === name)?.asked.default
    return (dials[name] ?? usual) === value
  })
}
