// The shapes that a field of a sheet can have, read from what was chosen and from what lies on the table alike.
import { controlOf, entriesOf, entryOf, numberOf } from './controls/asked'
import type { Game, Json, Question, SheetField } from './protocol'

export type Entries = { [entry: string]: Json }
export type Row = { [column: string]: Json }
export type Choices = { [field: string]: Json }

type Part = { [key: string]: Json }

const isPart = (value: Json | undefined): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands on a sheet before anybody has answered. */
export function emptyOf(asked: Question): Json {
  if (asked.most) return controlOf(asked) === 'levels' ? {} : []
  if (asked.kind === 'number') return asked.low ?? 0
  return asked.kind === 'text' ? '' : null
}

/** What a builder asks, as it stands at first. */
export function startsOf(all: Question[]): Choices {
  return Object.fromEntries(all.map((asked) => [asked.name, asChosen(asked, asked.default ?? emptyOf(asked))]))
}

/** A value in the form in which it is chosen: levels by entry, rows by column. */
function asChosen(asked: Question, value: Json): Json {
  const [control, columns] = [controlOf(asked), asked.fields ?? []]
  if (control === 'levels') return Object.fromEntries(levelsOf(value))
  if (control === 'rows') return rowsOf(value, columns).map((cells) => rowOf(cells, columns))
  return value
}

const rowOf = (cells: Json[], columns: Question[]): Row =>
  Object.fromEntries(columns.map((column, place) => [column.name, cells[place] ?? emptyCell(column)]))

/** Several entries. */
export function severalOf(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.map((one) => String(one)) : []
}

/** Entries and their levels, in the order in which they stand there. */
export function levelsOf(value: Json | undefined): [string, number][] {
  if (Array.isArray(value)) return value.filter(Array.isArray).map(([entry, level]) => [String(entry), Number(level)])
  return isPart(value) ? Object.entries(value).map(([entry, level]) => [entry, Number(level)]) : []
}

/** Rows as lists of cells, in the order of the columns. */
export function rowsOf(value: Json | undefined, columns: Question[]): Json[][] {
  if (!Array.isArray(value)) return []
  return value.map((row) => {
    if (Array.isArray(row)) return row
    return isPart(row) ? columns.map((column) => row[column.name] ?? null) : [row]
  })
}

export const emptyCell = (column: Question): Json => column.default ?? (column.most ? [] : '')

/** An empty row, or one begun from a ready-made entry: its data by column, its own name where the first has none. */
export function newRow(columns: Question[], entry = '', data: Json = null): Row {
  const known = isPart(data) ? data : {}
  const cell = (column: Question, place: number): Json => {
    const found = known[column.name] ?? (place === 0 && entry ? entry : null)
    if (found === null) return emptyCell(column)
    if (column.most) return Array.isArray(found) ? found : [found]
    return Array.isArray(found) ? found.join(', ') : String(found)
  }
  return Object.fromEntries(columns.map((column, place) => [column.name, cell(column, place)]))
}

/** What an entry of a list says of itself. */
export function textOf(data: Json | undefined): string {
  if (typeof data === 'string') return data
  return isPart(data) && typeof data['text'] === 'string' ? data['text'] : ''
}

/** The category of an entry; empty if it has none. */
export function groupOf(data: Json | undefined): string {
  return isPart(data) && typeof data['group'] === 'string' ? data['group'] : ''
}

/** Things under headings, in the order in which the headings first appear; those without one last. */
export function grouped<T>(all: T[], heading: (one: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>()
  for (const one of all) found.set(heading(one), [...(found.get(heading(one)) ?? []), one])
  return [...found].toSorted(([one], [other]) => Number(!one) - Number(!other))
}

/** Choices under the headings of the list that they are taken from: those without one first. One group if there are none. */
export function headingsOf<T>(all: T[], value: (one: T) => Json, lists: { [list: string]: Entries }): [string, T[]][] {
  const known = (rows: Entries) => all.filter((one) => String(value(one)) in rows).length
  const rows = Object.values(lists).toSorted((one, other) => known(other) - known(one))[0] ?? {}
  const groups = grouped(all, (one) => groupOf(rows[String(value(one))]))
  const isSorted = groups.filter(([heading]) => heading).length > 1
  return isSorted ? groups.toSorted(([one], [other]) => Number(!!one) - Number(!!other)) : [['', all]]
}

/** Whether a field has nothing to tell a player: nobody chooses it, it is no pool and no track, and it is empty or at its start. */
export function isQuiet(game: Game | null, field: SheetField, value: Json | undefined): boolean {
  if (!game?.fields.some((one) => one.asked.name === field.asked.name) || value === undefined) return false
  if (field.group === 'tracks' || field.asked.name in game.stacks) return false
  if (game.steps.some((step) => step.fields.includes(field.asked.name))) return false
  if (controlOf(field.asked) === 'choose') return value === (field.asked.default ?? null)
  return value === 0 || value === '' || (Array.isArray(value) && !value.length)
}

/** The label of a number or a level, such as "Trained"; empty if it has none. */
export function labelOf(asked: Question, value: number): string {
  const { low = 0, labels = [] } = numberOf(asked)
  return labels[value - low] ?? ''
}

/** A level with its label: "Trained 2". A label that says the number itself stands alone. */
export function levelText(asked: Question, level: number): string {
  const label = labelOf(asked, level)
  return label.includes(String(level)) ? label : `${label} ${level}`.trim()
}

/** What a field of the sheet asks. */
export const fieldNamed = (game: Game, name: string): Question | undefined =>
  game.fields.find(({ asked }) => asked.name === name)?.asked

/** The entries of the lists from which a field of the sheet is filled in. */
export function listOf(game: Game, name: string): Entries {
  const asked = fieldNamed(game, name)
  return asked ? entriesOf(entryOf(asked), game.lists) : {}
}
