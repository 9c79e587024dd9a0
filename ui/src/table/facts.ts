// The facts a seat knows, read as tokens, seats, notes and the clock. What is hidden is simply not there.
import type { Json } from '../protocol'

export type Facts = ReadonlyMap<string, Json>

const BETWEEN = '\u0000'

export interface Token {
  name: string
  kind: string // what one sees
  of: string // what it truly is, for whoever knows more than that; else empty
  owner: string
  answers: string // the seat that answers for it
  at: [number, number] | null
  fields: Map<string, Json> // everything on its sheet that this seat knows
}

export interface Seat {
  name: string
  role: string
  standIn: string
  hurry: number // the seconds that the table still waits for them; 0 for as long as it takes
}

/** The facts with some of them changed; null takes one away. */
export function changed(facts: Facts, changes: [string[], Json][]): Facts {
  const now = new Map(facts)
  for (const [path, value] of changes) {
    if (value === null) now.delete(path.join(BETWEEN))
    else now.set(path.join(BETWEEN), value)
  }
  return now
}

export function fact(facts: Facts, ...path: string[]): Json {
  return facts.get(path.join(BETWEEN)) ?? null
}

/** Path and value of every fact below a first word. */
function* below(facts: Facts, first: string): Generator<[string[], Json]> {
  for (const [key, value] of facts) {
    const path = key.split(BETWEEN)
    if (path[0] === first) yield [path.slice(1), value]
  }
}

/** All tokens this seat sees, in the order they came. */
export function tokensOf(facts: Facts): Token[] {
  const found = new Map<string, Map<string, Json>>()
  for (const [[name, field], value] of below(facts, 'token')) {
    if (!found.has(name!)) found.set(name!, new Map())
    found.get(name!)!.set(field!, value)
  }
  return [...found].filter(([, fields]) => fields.has('kind')).map(([name, fields]) => token(name, fields))
}

function token(name: string, fields: Map<string, Json>): Token {
  const text = (field: string) => String(fields.get(field) ?? '')
  const at = fields.get('at')
  const sheet = [...fields].filter(([field]) => !['kind', 'of', 'owner', 'answers', 'at'].includes(field))
  return {
    name,
    kind: text('kind'),
    of: text('of'),
    owner: text('owner'),
    answers: text('answers') || text('owner'),
    at: Array.isArray(at) ? [Number(at[0]), Number(at[1])] : null,
    fields: new Map(sheet),
  }
}

/** The names that stand below a path: who waits at the door, for one. */
export function namesBelow(facts: Facts, what: string, which: string): string[] {
  return [...below(facts, what)].filter(([[kind, name]]) => kind === which && name).map(([[, name]]) => name!)
}

export function seatsOf(facts: Facts): Seat[] {
  const names = [...below(facts, 'seat')].filter(([[, what]]) => what === 'role')
  return names.map(([[name], role]) => ({
    name: name!,
    role: String(role),
    standIn: String(fact(facts, 'seat', name!, 'stand-in') ?? ''),
    hurry: Number(fact(facts, 'seat', name!, 'hurry') ?? 0),
  }))
}

/** What the table has set its dials to. */
export function dialsOf(facts: Facts): Record<string, Json> {
  return Object.fromEntries([...below(facts, 'dial')].map(([[name], value]) => [name!, value]))
}

/** What a token has to do with others: a relation and its other side. */
export function relationsOf(facts: Facts, name: string): { relation: string; other: string }[] {
  const all = [...below(facts, 'relation')].map(([path]) => path as [string, string, string])
  return all.filter(([, one]) => one === name).map(([relation, , other]) => ({ relation, other }))
}

/** The pages of a seat's notebook, the oldest first. */
export function notesOf(facts: Facts, seat: string): { page: string; text: Json }[] {
  const pages = [...below(facts, 'note')].filter(([[whose]]) => whose === seat)
  return pages.map(([[, page], text]) => ({ page: page ?? '', text }))
}
