// A situation whose odds are asked for, as it stands in the address and in the request: a rule with arguments, or dice.
import type { Game, Json, Question, RuleCard } from '../protocol'
import { plain } from '../words'

export interface Situation {
  notation: string
  game: string // empty for dice alone
  rule: string
  lens: string
  args: { [name: string]: string }
}

const VERSUS = 'versus'
const RESERVED = ['notation', 'game', 'rule', 'lens', VERSUS]
const LIVELY = 4 // what a number is at first that has no default: enough dice for something to happen

/** As a query, for the address and for /api/odds alike. */
export function asked({ notation, game, rule, lens, args }: Situation): URLSearchParams {
  if (!game) return new URLSearchParams({ notation })
  return new URLSearchParams({ game, rule, ...(lens ? { lens } : {}), ...args })
}

/** The address of one situation, or of two that are compared. */
export function address(one: Situation, other: Situation | null): string {
  const query = asked(one)
  if (other) query.set(VERSUS, asked(other).toString())
  return `/odds?${query}`
}

/** The games whose rules an address is about. */
export function gamesOf(query: string): string[] {
  const found = new URLSearchParams(query)
  const other = new URLSearchParams(found.get(VERSUS) ?? '')
  return [found.get('game') ?? '', other.get('game') ?? '']
}

/** The situations of an address. What the games do not know becomes what they do. */
export function situations(query: string, games: Game[]): [Situation, Situation | null] {
  const found = new URLSearchParams(query)
  const other = found.get(VERSUS)
  return [situation(found, games), other === null ? null : situation(new URLSearchParams(other), games)]
}

function situation(found: URLSearchParams, games: Game[]): Situation {
  const card = games.find((one) => one.id === found.get('game'))
  if (!card) return { notation: found.get('notation') ?? '4d6kh3', game: '', rule: '', lens: '', args: {} }
  const args = Object.fromEntries([...found].filter(([name]) => !RESERVED.includes(name)))
  return withRule(card, found.get('rule') ?? '', found.get('lens') ?? '', args)
}

/** A rule of a game with arguments as far as they fit; the others get a value to begin with. */
export function withRule(card: Game, name: string, lens = '', args: Situation['args'] = {}): Situation {
  const rule = card.rules.find((one) => one.name === name) ?? card.rules[0]
  return {
    notation: '',
    game: card.id,
    rule: rule?.name ?? '',
    lens: rule?.lenses.includes(lens) ? lens : '',
    args: Object.fromEntries((rule?.fields ?? []).map((field) => [field.name, fitting(field, args[field.name])])),
  }
}

/** An argument as its control has it. */
export function read(field: Question, text: string | undefined): Json {
  if (field.kind !== 'number') return text ?? null
  return text ? Number(text) : null
}

const choicesOf = (field: Question) =>
  (field.options ?? []).map(({ value, label }) => ({ value: String(value), label }))

function fitting(field: Question, value: string | undefined): string {
  const choices = choicesOf(field).map((one) => one.value)
  if (value !== undefined && (!choices.length || choices.includes(value))) return value
  if (hasDefault(field)) return String(field.default)
  if (choices.length) return choices[0]!
  const low = field.low ?? 0
  return String(Math.min(field.high ?? LIVELY, low > 0 ? low + 1 : LIVELY))
}

/** Whether an argument need not be filled in. */
export const hasDefault = (field: Question) => (field.default ?? null) !== null

/** A situation in a line, but what is so by default: "skill roll: pool 6, target number 2". */
export function told(games: Game[], situation: Situation): string {
  const { notation, game, rule, args } = situation
  const given = (ruleOf(games, situation)?.fields ?? []).flatMap((field) => {
    const value = args[field.name]
    if (value === undefined || value === String(field.default)) return []
    const label = choicesOf(field).find((one) => one.value === value)?.label ?? value
    return [`${field.prompt} ${label}`]
  })
  return game ? plain(rule) + (given.length ? `: ${given.join(', ')}` : '') : notation
}

export const ruleOf = (games: Game[], { game, rule }: Situation): RuleCard | undefined =>
  games.find((one) => one.id === game)?.rules.find((one) => one.name === rule)
