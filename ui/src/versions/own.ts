// The rows of somebody's own version while they are being written. What may stand in them, the server says.
import type { Lists } from '../controls/asked'
import type { Content, ContentList, Json } from '../protocol'

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

/** What cells may choose from: what the game has, and what is being written just now. */
export const listsWith = (lists: ContentList[], own: DraftRows): Lists =>
  Object.fromEntries(
    lists.map(({ name, rows }) => {
      const all = [...rows, ...(own[name] ?? [])].map((row) => [row.name.trim(), row.cells] as const)
      return [name, Object.fromEntries(all.filter(([entry]) => entry))]
    }),
  )

/** Where a row stands on the page. */
export const rowId = (list: string, place: number) => `row-${list}-${place}`
