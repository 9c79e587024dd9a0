// Answers to questions, kind by kind: what stands there before anybody chooses, and how an answer is called.
import type { Json, Question } from '../protocol'
import { plain, shown, table as words } from '../words'
import { tokenOf } from '../question/prices'

interface Kind {
  start: (question: Question, given: Json) => Json // `given` is the default, or null
  isAnswered: (question: Question, answer: Json) => boolean
  label: (question: Question, answer: Json) => string // empty if there is none
  extent: (question: Question) => string // how much there is to choose from
  typed: (question: Question, value: Json, digit: number) => Json // what stands there once a digit is pressed
}

const LONG = 40 // characters of an answer that fit on a button
const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)
const isThere = (_question: Question, answer: Json) => answer !== null
const asItIs = (_question: Question, value: Json) => value
const nothing = () => ''
const partsOf = (question: Question, answer: Json): [Question, Json][] =>
  (question.fields ?? []).map((field, place) => [field, (answer as Json[])[place] ?? null])

/** The label of an option; of one's own words, and of what is on offer no more, itself. */
function called(question: Question, value: Json): string {
  const option = question.options?.find((one) => isSame(one.value, value))
  if (option) return option.label
  if (value === null) return ''
  return question.longest ? shortened(String(value)) : shown(value)
}

function shortened(text: string): string {
  const said = text.trim()
  return said.length > LONG ? `${said.slice(0, LONG)} …` : said
}

const KINDS: Record<string, Kind> = {
  choose: {
    start: (question, given) => {
      const usual = question.options?.find((one) => isSame(one.value, given))
      return given !== null && usual && !usual.blocked ? usual.value : null
    },
    isAnswered: isThere,
    label: called,
    extent: (question) => words.options((question.options ?? []).filter((one) => !one.blocked).length),
    typed: (question, value, digit) => {
      const option = question.options?.[digit - 1]
      return option && !option.blocked ? option.value : value
    },
  },
  number: {
    start: (question, given) => given ?? Math.min(Math.max(0, question.low ?? 0), question.high ?? 0),
    isAnswered: isThere,
    label: called,
    extent: (question) => words.limits(question.low ?? 0, question.high ?? 0),
    typed: (question, value, digit) => (digit >= (question.low ?? 0) && digit <= (question.high ?? 0) ? digit : value),
  },
  text: {
    start: (_question, given) => given ?? '',
    isAnswered: (_question, answer) => String(answer ?? '').trim() !== '',
    label: (_question, answer) => shortened(String(answer ?? '')),
    extent: nothing,
    typed: asItIs,
  },
  dice: {
    start: () => [],
    isAnswered: (question, answer) => (answer as Json[]).length === question.dice?.length,
    label: (_question, answer) => (answer as number[]).join(' '),
    extent: nothing,
    typed: withFace,
  },
  form: {
    start: (question, given) => {
      const parts = Array.isArray(given) ? given : []
      return (question.fields ?? []).map((field, place) => parts[place] ?? startOf(field))
    },
    isAnswered: (question, answer) => partsOf(question, answer).every(([field, part]) => isAnswered(field, part)),
    label: (question, answer) => {
      const parts = partsOf(question, answer)
      const isNamed = parts.filter(([field]) => field.kind === 'number').length > 1 // "2, 0" would not say whose
      return parts
        .map(([field, part]) => (isNamed ? `${plain(field.name)} ${labelOf(field, part)}` : labelOf(field, part)))
        .join(', ')
    },
    extent: (question) => words.fields((question.fields ?? []).length),
    typed: asItIs,
  },
  order: {
    start: (question, given) => given ?? (question.options ?? []).map((one) => one.value),
    isAnswered: (question, answer) => (answer as Json[]).length === question.options?.length,
    label: (question, answer) => (answer as Json[]).map((one) => called(question, one)).join(', '),
    extent: (question) => words.toOrder((question.options ?? []).length),
    typed: asItIs,
  },
}

const kindOf = (question: Question): Kind => KINDS[question.kind]!

/** The default, where there is one. Otherwise nothing where one chooses or writes, and the number nearest to nought. */
export const startOf = (question: Question): Json => kindOf(question).start(question, question.default ?? null)

/** Whether there is an answer to every part. */
export const isAnswered = (question: Question, answer: Json): boolean => kindOf(question).isAnswered(question, answer)

/** An answer in words; empty if there is none. */
export const labelOf = (question: Question, answer: Json): string => kindOf(question).label(question, answer)

/** How much there is to choose from. */
export const extentOf = (question: Question): string => kindOf(question).extent(question)

/** What stands there once a digit is pressed. */
export const withDigit = (question: Question, value: Json, digit: number): Json =>
  kindOf(question).typed(question, value, digit)

const FEW = 11 // numbers that can stand beside each other

/** Whether each number that can be named has a coin of its own. */
export const isCoined = (question: Question) => (question.high ?? 0) - (question.low ?? 0) < FEW

/** What stands beside a number: how far it may go, and each thing that the rules say of it. */
export function reasonsOf(question: Question): string[] {
  const limits = words.limits(question.low ?? 0, question.high ?? 0)
  const each = (question.each ?? []).map((price) => tokenOf(price, () => true))
  return [...(question.reason ? question.reason.split('; ') : []), limits, ...(each.length ? [words.each(each)] : [])]
}

/** What stands in order, with one of it moved by so many places, as far as it goes. */
export function moved(order: Json, place: number, by: number): Json[] {
  const others = (order as Json[]).toSpliced(place, 1)
  return others.toSpliced(place + by, 0, (order as Json[])[place]!)
}

/** The faces that lie there, and one more: the next die shows it, if it can. */
export function withFace(question: Question, faces: Json, face: number): Json {
  const lying = faces as number[]
  const sides = question.dice?.[lying.length] ?? 0
  return face >= 1 && face <= sides ? [...lying, face] : lying
}
