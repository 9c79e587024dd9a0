// The rows of somebody's own version while they are being written. What may stand in them, the server says.
import type { Content, ContentList, Json, ListColumn } from '../../protocol'

export interface DraftRow {
  key: number // which row this is, whatever it is called and wherever it stands
  name: string
  cells: { [column: string]: Json }
}

export type DraftRows = { [list: string]: DraftRow[] }

let last = 0

export const newRow = (name = '', cells: DraftRow['cells'] = {}): DraftRow => ({ key: ++last, name, cells })

/** The rows as they were saved last. */
export const savedRows = (content: Content): DraftRows =>
  Object.fromEntries(content.lists.map((list) => [list.name, list.own.map((row) => newRow(row.name, row.cells))]))

/** Rows that were kept in the browser, under keys of this page. */
export const recalledRows = (rows: DraftRows): DraftRows =>
  Object.fromEntries(Object.entries(rows).map(([list, all]) => [list, all.map((row) => newRow(row.name, row.cells))]))

/** What a cell may choose from: what the game has, and what is being written just now. */
export function entriesFor(column: ListColumn, lists: ContentList[], own: DraftRows): string[] {
  const names = column.from_lists.flatMap((name) => [
    ...(lists.find((list) => list.name === name)?.rows ?? []),
    ...(own[name] ?? []),
  ])
  return [...new Set([...column.choices, ...names.map((row) => row.name.trim()).filter(Boolean)])]
}

/** Where a row stands on the page. */
export const rowId = (list: string, place: number) => `row-${list}-${place}`
