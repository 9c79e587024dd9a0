// Verbs as forms: what may stand in each field, what stands there at first, and which verbs a number on a sheet leads to.
import type { FormField, Json, VerbCard } from '../protocol'
import type { Token } from './facts'
import type { View } from './view.svelte'

/** An act in preparation: a verb, and what is filled in already. */
export interface Draft {
  verb: string
  args: Record<string, Json>
}

/** The values to choose from in a field; null where one types or counts. */
export function choicesOf(field: FormField, view: View): Json[] | null {
  if (field.kind === 'mine') return view.mine.map((token) => token.name)
  if (field.kind === 'token') return view.tokens.map((token) => token.name)
  if (field.kind === 'seat') return view.seats.map((seat) => seat.name)
  if (field.kind === 'choice') return field.choices
  return null
}

/** What a form shows before anybody touches it. */
export function startOf(verb: VerbCard, given: Record<string, Json>, view: View): Record<string, Json> {
  const values: Record<string, Json> = {}
  for (const field of verb.fields)
    values[field.name] = given[field.name] ?? usual(field, view) ?? first(field, Object.values(values), view)
  return values
}

/** The default of a field, if it can be chosen just now. */
function usual(field: FormField, view: View): Json {
  const choices = choicesOf(field, view)
  return choices && !choices.includes(field.default) ? null : field.default
}

/** The first value that makes sense: for another token, one that is not in the form yet. */
function first(field: FormField, taken: Json[], view: View): Json {
  const choices = choicesOf(field, view)
  if (choices) {
    const others = view.tokens.filter((token) => !view.mine.includes(token)).map((token) => token.name)
    const picked = ['mine', 'token'].includes(field.kind) ? view.picked.filter((name) => choices.includes(name)) : []
    const preferred = [...picked, ...(field.kind === 'token' ? [...others, ...choices] : choices)]
    return preferred.find((value) => !taken.includes(value)) ?? choices[0] ?? null
  }
  if (field.kind === 'line') return view.link.lines.at(-1)?.act ?? null
  if (field.kind === 'number') return Math.min(Math.max(0, field.low), field.high)
  return ''
}

/** The field of a form in which a token belongs that somebody taps: one's own where one acts, others where others are meant. */
export function placeFor(verb: VerbCard, isMine: boolean): FormField | undefined {
  const own = verb.fields.find((field) => field.kind === 'mine')
  const other = verb.fields.find((field) => field.kind === 'token')
  return isMine ? (own ?? other) : other
}

/** Whether every field has something in it. */
export function isFilled(verb: VerbCard, values: Record<string, Json>): boolean {
  return verb.fields.every((field) => values[field.name] !== null && values[field.name] !== '')
}

/** The acts that have this field, or this entry of one, among their choices, and somebody like this token in their form. */
export function usesOf(verbs: VerbCard[], token: Token, name: string, isMine: boolean): Draft[] {
  const found: Draft[] = []
  for (const verb of verbs) {
    const choice = verb.fields.find((one) => one.kind === 'choice' && one.choices.includes(name))
    const who = verb.fields.find((one) => one.kind === 'token' || (one.kind === 'mine' && isMine))
    const seat = who ? undefined : verb.fields.find((one) => one.kind === 'seat')
    if (choice && who) found.push({ verb: verb.name, args: { [who.name]: token.name, [choice.name]: name } })
    else if (choice && seat) found.push({ verb: verb.name, args: { [seat.name]: token.answers, [choice.name]: name } })
  }
  return found
}
