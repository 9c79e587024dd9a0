// What stands on a token's sheet: the game's groups, as far as they are its own, and whatever else lies on it.
import type { Game, Json, Question, SheetField } from '../protocol'
import { grouped } from '../shapes'
import { table as words } from '../words'
import type { Token } from '../table/facts'

export interface Group {
  group: string
  fields: SheetField[]
}

const LONG = 24 // characters from which on a text needs lines of its own

/** The groups to show. What is hidden of a person lies face down, unless it is the game master's alone; of what is no person
 * there is only what is known. */
export function groupsOf(game: Game | null, token: Token, knowsAll: boolean): Group[] {
  const fields = game?.fields ?? []
  const isKnown = (field: SheetField) => token.fields.has(field.asked.name)
  const isPerson = game?.people.includes(token.kind) || fields.some(isKnown)
  const groups = grouped(fields, (field) => field.group)
    .filter(
      ([, members]) => members.some(isKnown) || (isPerson && !knowsAll && members.some((field) => !field.is_closed)),
    )
    .map(([group, members]) => ({ group, fields: members }))
  const extras = [...token.fields].filter(
    ([name, value]) => !fields.some((field) => field.asked.name === name) && !(isPerson && isNothing(value)),
  )
  if (!extras.length) return groups
  const group = groups.length ? words.moreFields : token.kind
  return [...groups, { group, fields: extras.map(([name, value]) => described(name, value, group)) }]
}

/** Something on a sheet that the game has not described: a condition, a mark, a row of findings. */
function described(name: string, value: Json, group: string): SheetField {
  return { asked: { name, prompt: '', ...readOff(value) }, group, is_open: false, is_closed: false, is_drawn: false }
}

/** What could have been asked for a value to be there. */
function readOff(value: Json): Pick<Question, 'kind' | 'most' | 'fields'> {
  if (Array.isArray(value)) {
    const most = value.length + 1
    if (!value.some(Array.isArray)) return { kind: 'text', most }
    return { kind: 'form', most, fields: value.every(isLevel) ? [ENTRY, LEVEL] : [] }
  }
  if (typeof value === 'string') return { kind: value.length > LONG ? 'text' : 'choose' }
  return { kind: 'number' }
}

const ENTRY: Question = { kind: 'text', name: 'entry', prompt: '' }
const LEVEL: Question = { kind: 'number', name: 'level', prompt: '' }

const isNothing = (value: Json) => value === '' || (Array.isArray(value) && !value.length)

const isLevel = (row: Json) =>
  Array.isArray(row) && row.length === 2 && typeof row[0] === 'string' && typeof row[1] === 'number'

/** Whether a field is a list of things, each of which can be of use by itself. */
export const isList = ({ asked }: SheetField) => !!asked.most
