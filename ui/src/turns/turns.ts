// Turns, as far as a game takes them: whose it is, who follows, and what of it somebody has used. What counts as what, the game says.
import type { Game, Json, Tracker } from '../protocol'
import { fieldNamed, listOf, severalOf, textOf } from '../shapes'
import { plain, table as words } from '../words'
import { fact, type Facts, type Token } from '../table/facts'

export const END_TURN = 'end-turn' // the verb that passes the turn on, in any game that has one

export interface Turns {
  round: number // 0 is before the first
  order: Turn[]
  at: number
  now: Turn // whose turn it is
}

export interface Turn {
  name: string // as it stands in the order: a seat's, or a token's
  seat: string // the one that takes it; empty if this seat cannot know
  owner: string // the one whose numbers stand beside it: a token may be in other hands for a while
  tokens: Token[] // those who act in it
}

/** Whose turn it is; null while nobody takes turns. */
export function turnsOf(facts: Facts, tokens: Token[], tracker: Tracker | undefined): Turns | null {
  const [round, order, at] = ['round', 'order', 'at'].map((one) => fact(facts, 'turns', one))
  if (typeof round !== 'number' || !Array.isArray(order)) return null
  const place = typeof at === 'number' ? at : 0
  const turnOf = tracker?.order === 'tokens' ? tokensTurn : seatsTurn
  const turns = order.map((name) => turnOf(String(name), tokens, tracker))
  return { round, order: turns, at: place, now: turns[place] ?? NOBODYS }
}

const NOBODYS: Turn = { name: '', seat: '', owner: '', tokens: [] }

/** A token's own turn, taken by whoever answers for it. */
function tokensTurn(name: string, tokens: Token[]): Turn {
  const token = tokens.find((one) => one.name === name)
  return token ? { name, seat: token.answers, owner: token.owner, tokens: [token] } : { ...NOBODYS, name }
}

/** A seat's turn, in which all its tokens act: whoever has something of a turn to use. */
function seatsTurn(seat: string, tokens: Token[], tracker: Tracker | undefined): Turn {
  const fields = Object.keys(tracker?.used ?? {})
  const takesTurns = (token: Token) => !fields.length || fields.some((field) => token.fields.has(field))
  return {
    name: seat,
    seat,
    owner: seat,
    tokens: tokens.filter((token) => token.answers === seat && takesTurns(token)),
  }
}

export interface Part {
  name: string
  used: number
}

/** The parts of a turn: how much of each is used. What is left is left out where the whole turn is spent. */
export function partsOf(game: Game, token: Token): Part[] {
  const all = Object.entries(game.tracker.used)
    .filter(([field]) => token.fields.has(field))
    .map(([field, name]) => ({ name, used: countOf(game, field, token.fields.get(field) ?? null) }))
  const total = all.reduce((sum, part) => sum + part.used, 0)
  return game.tracker.parts && total >= game.tracker.parts ? all.filter((part) => part.used) : all
}

/** A number counts; anything else is used once if it is not as it starts. */
function countOf(game: Game, field: string, value: Json): number {
  if (typeof value === 'number') return value
  return value === fieldNamed(game, field)?.default ? 0 : 1
}

export interface State {
  name: string
  label: string
  text: string // what it does
  isOut: boolean
}

/** What somebody is in. */
export function statesOf(game: Game, token: Token): State[] {
  return game.tracker.states.flatMap((field) => {
    const rows = listOf(game, field)
    return namesIn(token.fields.get(field)).map((name) => ({
      name,
      label: field === game.figure?.wounds ? words.area(plain(name), true, 0) : plain(name),
      text: textOf(rows[name]),
      isOut: game.tracker.out.includes(name),
    }))
  })
}

const namesIn = (value: Json | undefined) => (typeof value === 'string' ? [value].filter(Boolean) : severalOf(value))

/** What somebody holds; empty hands only where there is nothing else to say. */
export function handsOf(game: Game, token: Token): string[] {
  const held = game.tracker.hands.flatMap((field) => {
    const value = token.fields.get(field)
    const start = fieldNamed(game, field)?.default
    return typeof value === 'string' && value ? [{ field, value, isEmpty: value === start }] : []
  })
  const full = held.filter((one) => !one.isEmpty)
  const isMain = (field: string) => field === game.tracker.hands[0]
  return (full.length ? full : held.slice(0, 1)).map(({ field, value, isEmpty }) =>
    isMain(field) && !isEmpty ? plain(value) : `${plain(field)}: ${plain(value)}`,
  )
}

export interface Counted {
  text: string
  warning: string
}

/** Numbers that matter just now. */
export function numbersOf(game: Game, token: Token): Counted[] {
  return game.tracker.numbers.flatMap(({ field, name, odd }) => {
    const value = token.fields.get(field)
    if (typeof value !== 'number' || !value) return []
    const isSigned = (fieldNamed(game, field)?.low ?? 0) < 0
    const sign = isSigned && value > 0 ? '+' : ''
    return [{ text: `${sign}${value} ${name}`.replace(/^-/, '−'), warning: value % 2 ? odd : '' }]
  })
}

/** What somebody has to do with others, said from their side. */
export function tiesOf(facts: Facts, tracker: Tracker, name: string): string[] {
  const all = [...facts.keys()].map((key) => key.split('\u0000')).filter(([first]) => first === 'relation')
  return all.flatMap(([, relation, one, other]) => {
    const [active, passive] = tracker.relations[relation!] ?? []
    if (one === name && active) return [`${active} ${other}`]
    return other === name && passive ? [`${passive} ${one}`] : []
  })
}
