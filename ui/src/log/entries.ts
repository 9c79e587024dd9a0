// The log as people read it: all that came of one act together, under one headline.
import type { Die, Line, Piece } from '../protocol'
import { table as words } from '../words'

export interface Entry {
  key: string
  act: number // the first line of it
  at: number
  lines: Line[] // those with something to see
  headline: string
  pieces: Piece[] // the same, with its names and numbers
  asides: Piece[][] // what only some were told of it, where others were told something too
  reveals: string[] // what lay face down, where several turned it over together
  throws: Die[][]
  ids: string[]
  isUndone: boolean
  isPrivate: boolean
  speech: Speech | undefined // what somebody says, if that is all
  isAside: boolean // a move on the board, a note, something taken back: nothing is told and nothing thrown
}

export const ASIDE = ['began', 'fact', 'undone']
const AGAIN = ['withdrawn', 'asked'] // whatever else happens, what waits may be asked anew
const SPOKEN = ['told', 'overruled', 'cancelled', 'undone']

/** Entries in the order of their latest line. What was taken back stands apart from what still counts, each time anew. */
export function entriesOf(lines: Line[], undone: Set<number>): Entry[] {
  const roots = rootsOf(lines)
  const undoers = new Map(lines.flatMap((line) => (line.undone ?? []).map((number) => [number, line.number] as const)))
  const found = new Map<string, Line[]>()
  for (const line of lines) {
    if (!line.text && !line.dice && !line.undone?.length) continue
    const root = line.kind === 'undone' ? line.number : (line.began ?? roots.get(line.act)) // taking back is no part of what goes on
    const key = `${root} ${undone.has(line.number) ? (undoers.get(line.number) ?? 'undone') : ''}`
    const group = found.get(key) ?? []
    group.push(line)
    if (!AGAIN.includes(line.kind)) found.delete(key) // what has just gone on stands last
    found.set(key, group)
  }
  return named(
    [...found].map(([key, group]) => known(key, group, undone)),
    undoers,
  )
}

/** Whatever was taken back is named where that is told. */
function named(entries: Entry[], undoers: Map<number, number>): Entry[] {
  const taken = new Map<number, string[]>()
  for (const one of entries) {
    const by = one.isUndone ? undoers.get(one.lines[0]!.number) : undefined
    if (by !== undefined) taken.set(by, [...(taken.get(by) ?? []), one.headline])
  }
  if (!taken.size) return entries
  return entries.map((one) => {
    const what = taken.get(one.lines[0]!.number)
    return what ? { ...one, headline: words.tookBack(what), pieces: [{ text: words.tookBack(what) }] } : one
  })
}

const made = new WeakMap<Line, Entry>() // by their first lines: a long log is not read anew each time

function known(key: string, lines: Line[], undone: Set<number>): Entry {
  const before = made.get(lines[0]!)
  const isSame =
    before?.key === key &&
    before.lines.length === lines.length &&
    before.lines.at(-1) === lines.at(-1) &&
    before.isUndone === undone.has(lines[0]!.number)
  if (isSame) return before
  const found = entry(key, lines, undone)
  made.set(lines[0]!, found)
  return found
}

/** For each act the line with which that began of which it is a part: an answer goes with what it was asked for. */
function rootsOf(lines: Line[]): Map<number, number> {
  const roots = new Map<number, number>()
  for (const line of lines) if (!roots.has(line.act)) roots.set(line.act, line.began ?? line.act)
  return roots
}

function entry(key: string, lines: Line[], undone: Set<number>): Entry {
  const pieces = headline(lines)
  return {
    key,
    act: lines[0]!.act,
    at: lines.at(-1)!.at,
    lines,
    headline: textIn(pieces),
    pieces,
    asides: asidesOf(lines),
    reveals: revealsOf(lines),
    throws: lines.flatMap((line) => (line.dice?.length ? [line.dice] : [])),
    ids: [...new Set(lines.flatMap((line) => line.ids ?? []))],
    isUndone: undone.has(lines[0]!.number),
    isPrivate: lines.every((line) => line.is_private),
    speech: lines.flatMap((line) => speechOf(line) ?? [])[0],
    isAside: lines.every((line) => ASIDE.includes(line.kind)),
  }
}

const isSpoken = (line: Line) => SPOKEN.includes(line.kind)
const isHeardByAll = (line: Line) => isSpoken(line) && !line.is_private

/** What only some were told, besides what everybody was. */
function asidesOf(lines: Line[]): Piece[][] {
  if (!lines.some(isHeardByAll)) return []
  return lines.filter((line) => isSpoken(line) && line.is_private).map(piecesOf)
}

/** What several people turned over together, each with a name where it is clear whose is whose. */
const revealsOf = (lines: Line[]) =>
  revealedRows(lines).map((rows) => (rows[0]![0] ? words.laid(rows) : words.turned(rows.map(([, answer]) => answer))))

/** The same by rows: whose it is, empty if that is not clear, and what it shows. */
export function revealedRows(lines: Line[]): [string, string][][] {
  const found: [string, string][][] = []
  let seats: string[] = []
  let anew = 0 // questions that were withdrawn: each is asked again
  for (const line of lines) {
    if (line.kind === 'withdrawn') anew += 1
    else if (line.kind === 'asked' && anew) anew -= 1
    else if (line.kind === 'asked') seats.push(/^(.+) is asked '/.exec(line.text ?? '')?.[1] ?? '')
    if (line.kind !== 'revealed') continue
    const answers = (line.text ?? '').replace(/^revealed: /, '').split(', ')
    const isClear = answers.length === seats.length
    if (seats.length > 1) found.push(answers.map((answer, place) => [isClear ? seats[place]! : '', answer]))
    seats = []
  }
  return found
}

/** What was told to all, or else to some; failing that, what was done; failing that, what changed. */
function headline(lines: Line[]): Piece[] {
  const all = lines.filter(isHeardByAll)
  const spoken = (all.length ? all : lines.filter(isSpoken)).map(piecesOf)
  if (spoken.length) return joined(spoken)
  const began = lines.find((line) => line.kind === 'began')
  if (began) return piecesOf(began)
  const said = lines.filter((line) => textOf(line))
  const changes = said.filter((line) => !['rolled', 'asked', 'verdict'].includes(line.kind))
  if (changes.length > 3) return [{ text: words.changes(changes.length) }]
  return joined((changes.length ? changes : said).map(piecesOf))
}

/** Sentences after each other, some of which have a full stop of their own. */
const joined = (sentences: Piece[][]): Piece[] =>
  sentences.flatMap((pieces, place) => (place < sentences.length - 1 ? [...open(pieces), { text: '. ' }] : pieces))

/** A sentence without the full stop at its end. */
const open = (pieces: Piece[]) =>
  pieces.map((piece, place) =>
    place === pieces.length - 1 ? { ...piece, text: piece.text.replace(/\.$/, '') } : piece,
  )

export const textIn = (pieces: Piece[]) => pieces.map((piece) => piece.text).join('')

/** A line piece by piece, as far as the table says what its pieces are. */
export function piecesOf(line: Line): Piece[] {
  return line.pieces?.length && !speechOf(line) ? line.pieces : [{ text: textOf(line) }]
}

/** A line to read; what somebody says stands in quotation marks, so that nobody speaks as the table does. */
export function textOf(line: Line): string {
  const said = speechOf(line)
  return said ? words.said(said) : line.text || (line.undone?.length ? words.undone(line.undone.length) : '')
}

export interface Speech {
  who: string // and how, if not to all
  words: string
}

/** What somebody says, apart from who does. */
function speechOf(line: Line): Speech | undefined {
  if (!line.said_by || !line.text) return undefined
  const [who = ''] = line.text.split(': ', 1)
  return { who, words: words.inner(line.text.slice(who.length + 2)) }
}

export interface Telling {
  line: Line // the first of them
  pieces: Piece[]
  isChange: boolean // facts that came together, in one
}

/** The lines of an entry, what changed drawn together: it is there for whoever wants to know. */
export function tellingsOf(lines: Line[] = []): Telling[] {
  const found: Telling[] = []
  for (const line of lines) {
    const isChange = line.kind === 'fact'
    const last = found.at(-1)
    if (isChange && last?.isChange) last.pieces = [...last.pieces, { text: '; ' }, ...piecesOf(line)]
    else found.push({ line, pieces: piecesOf(line), isChange })
  }
  return found
}
