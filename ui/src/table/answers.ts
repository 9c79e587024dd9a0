// Answers to questions: what stands there before anybody chooses, and how an answer is called.
import type { Json, Question } from '../protocol'
import { plain, shown, table as words } from '../words'

/** The default, where there is one. Otherwise nothing where one chooses or writes, and the number nearest to nought. */
export function startOf(question: Question): Json {
  const given = question.default ?? null
  if (question.kind === 'form') {
    const parts = Array.isArray(given) ? given : []
    return (question.fields ?? []).map((field, place) => parts[place] ?? startOf(field))
  }
  if (question.kind === 'dice') return []
  if (question.kind === 'choose') {
    const usual = question.options?.find((one) => JSON.stringify(one.value) === JSON.stringify(given))
    return given !== null && usual && !usual.blocked ? usual.value : null
  }
  if (given !== null) return given
  if (question.kind === 'text') return ''
  return Math.min(Math.max(0, question.low ?? 0), question.high ?? 0)
}

/** Whether there is an answer to every part. */
export function isAnswered(question: Question, answer: Json): boolean {
  if (question.kind === 'form') {
    const parts = answer as Json[]
    return (question.fields ?? []).every((field, place) => isAnswered(field, parts[place] ?? null))
  }
  if (question.kind === 'dice') return (answer as Json[]).length === question.dice?.length
  return question.kind === 'text' ? String(answer ?? '').trim() !== '' : answer !== null
}

const FEW = 11 // numbers that can stand beside each other

/** Whether each number that can be named has a coin of its own. */
export const isCoined = (question: Question) => (question.high ?? 0) - (question.low ?? 0) < FEW

/** What stands beside a number: how far it may go, and each thing that the rules say of it. */
export function reasonsOf(question: Question): string[] {
  const limits = words.limits(question.low ?? 0, question.high ?? 0)
  return [...(question.reason ? question.reason.split('; ') : []), limits]
}

const LONG = 40 // characters of an answer that fit on a button

/** An answer in words; empty if there is none. */
export function labelOf(question: Question, answer: Json): string {
  if (question.kind === 'form') {
    const parts = answer as Json[]
    const fields = question.fields ?? []
    const isNamed = fields.filter((field) => field.kind === 'number').length > 1 // "2, 0" would not say whose
    const said = fields.map((field, place) => [plain(field.name), labelOf(field, parts[place] ?? null)])
    return said.map(([name, label]) => (isNamed ? `${name} ${label}` : label)).join(', ')
  }
  if (question.kind === 'dice') return (answer as number[]).join(' ')
  if (question.kind === 'text') {
    const text = String(answer ?? '').trim()
    return text.length > LONG ? `${text.slice(0, LONG)} …` : text
  }
  const option = question.options?.find((one) => JSON.stringify(one.value) === JSON.stringify(answer))
  return option?.label ?? (answer === null ? '' : shown(answer))
}

/** The faces that lie there, and one more: the next die shows it, if it can. */
export function withFace(question: Question, faces: Json, face: number): Json {
  const lying = faces as number[]
  const sides = question.dice?.[lying.length] ?? 0
  return face >= 1 && face <= sides ? [...lying, face] : lying
}
