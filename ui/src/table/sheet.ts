// What stands on a token's sheet: the game's groups, as far as they are its own, and whatever else lies on it.
import type { Game, Json, SheetField } from '../protocol'
import { grouped } from '../shapes'
import { table as words } from '../words'
import type { Token } from './facts'

export interface Group {
  group: string
  fields: SheetField[]
}

const LONG = 24 // characters from which on a text needs lines of its own

/** The groups to show. What is hidden of a person lies face down, unless it is the game master's alone; of what is no person
 * there is only what is known. */
export function groupsOf(game: Game | null, token: Token, knowsAll: boolean): Group[] {
  const fields = game?.fields ?? []
  const isKnown = (field: SheetField) => token.fields.has(field.name)
  const isPerson = game?.people.includes(token.kind) || fields.some(isKnown)
  const groups = grouped(fields, (field) => field.group)
    .filter(
      ([, members]) => members.some(isKnown) || (isPerson && !knowsAll && members.some((field) => !field.is_closed)),
    )
    .map(([group, members]) => ({ group, fields: members }))
  const extras = [...token.fields].filter(
    ([name, value]) => !fields.some((field) => field.name === name) && !(isPerson && isNothing(value)),
  )
  if (!extras.length) return groups
  const group = groups.length ? words.moreFields : token.kind
  return [...groups, { group, fields: extras.map(([name, value]) => described(name, value, group)) }]
}

/** Something on a sheet that the game has not described: a condition, a mark, a row of findings. */
function described(name: string, value: Json, group: string): SheetField {
  const plain = { name, group, low: 0, high: 0, from_list: '', start: value, is_open: false, is_closed: false }
  return { ...plain, shape: shapeOf(value), is_free: true, is_drawn: false, labels: [], columns: [] }
}

function shapeOf(value: Json): SheetField['shape'] {
  if (Array.isArray(value)) {
    if (!value.some(Array.isArray)) return 'several'
    return value.every(isLevel) ? 'levels' : 'rows'
  }
  if (typeof value === 'string') return value.length > LONG ? 'text' : 'entry'
  return 'number'
}

const isNothing = (value: Json) => value === '' || (Array.isArray(value) && !value.length)

const isLevel = (row: Json) =>
  Array.isArray(row) && row.length === 2 && typeof row[0] === 'string' && typeof row[1] === 'number'

/** Whether a field is a list of things, each of which can be of use by itself. */
export const isList = (field: SheetField) => ['several', 'levels', 'rows'].includes(field.shape)
