// Answers to questions: what stands there before anybody chooses, and how an answer is called.
import type { Json, Question } from '../protocol'
import { shown } from '../words/table'

/** Nothing where one chooses; the default, or the number nearest to nought, where one counts. */
export function startOf(question: Question): Json {
  if (question.kind === 'form') return (question.fields ?? []).map(startOf)
  if (question.kind === 'choose') return null
  return question.default ?? Math.min(Math.max(0, question.low ?? 0), question.high ?? 0)
}

/** An answer in words; empty if there is none. */
export function labelOf(question: Question, answer: Json): string {
  if (question.kind === 'form') {
    const parts = answer as Json[]
    return (question.fields ?? []).map((field, place) => labelOf(field, parts[place] ?? null)).join(', ')
  }
  const option = question.options?.find((one) => JSON.stringify(one.value) === JSON.stringify(answer))
  return option?.label ?? (answer === null ? '' : shown(answer))
}
