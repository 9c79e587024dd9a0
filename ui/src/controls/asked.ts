// What is asked, read for a control: which control it is, what it is called, and what is on offer.
import type { Choice, Json, Question } from '../protocol'
import { plain, shown } from '../words'

export type Lists = { [list: string]: { [entry: string]: Json } }
export type Marked = { [list: string]: string[] }

/** How much room there is: a card of its own, a part among others on one, a field with its name, a cell, or a place among words. */
export type Size = 'large' | 'small' | 'field' | 'cell' | 'inline'

/** Which control it is: its kind, or what is made of several answers. */
export function controlOf(asked: Question): string {
  if (!asked.most) return asked.kind
  if (asked.kind !== 'form') return 'several'
  return isLevelled(asked) ? 'levels' : 'rows'
}

const isLevelled = ({ fields = [] }: Question) => fields.length === 2 && fields[1]!.kind === 'number'

/** What it is called. */
export const titleOf = (asked: Question) => asked.prompt || plain(asked.name)

export const limitsOf = ({ low = 0, high = 0 }: Question): [number, number] => [low, high]

/** The question by which an entry is chosen: of levels, the first of two. */
export const entryOf = (asked: Question) => (controlOf(asked) === 'levels' ? asked.fields![0]! : asked)

/** The number that is asked for: of levels, that of each entry. */
export const numberOf = (asked: Question) => (controlOf(asked) === 'levels' ? asked.fields![1]! : asked)

/** Whether something may be written that is not on offer. */
export const isFree = (asked: Question) => entryOf(asked).kind === 'text'

/** The entries of the lists that it names, with what the lists say of them. */
export function entriesOf(asked: Question, lists: Lists): { [entry: string]: Json } {
  const [first, ...more] = (asked.from_lists ?? []).map((name) => lists[name] ?? {})
  return more.length ? Object.assign({}, first, ...more) : (first ?? {})
}

/** Those of the entries on offer that stand nowhere in the author's own text. */
export function oursOf(asked: Question, ours: Marked): Set<Json> {
  return new Set((asked.from_lists ?? []).flatMap((name) => ours[name] ?? []))
}

/** Everything on offer, each with its label. */
export function offered(asked: Question, lists: Lists): Choice[] {
  const own = (asked.options ?? []).map((one) => (one.label ? one : { ...one, label: shown(one.value) }))
  const known = new Set(own.map((one) => one.value))
  const entries = Object.keys(entriesOf(asked, lists)).filter((entry) => !known.has(entry))
  return [...own, ...entries.map((value) => ({ value, label: plain(value) }))]
}

/** Whether it is a question of yes or no. */
export const isFlag = ({ options = [] }: Question) =>
  options.length === 2 && options.every((one) => typeof one.value === 'boolean')
