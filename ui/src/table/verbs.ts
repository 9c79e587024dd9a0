// Verbs as forms: with what they begin, where somebody who is tapped belongs, and which verbs a number on a sheet leads to.
import type { Form, FormField, Json, Slot, VerbCard } from '../protocol'
import { shown } from '../words'
import type { Token } from './facts'
import type { View } from './view.svelte'

/** An act in preparation: a verb, and what is filled in already. */
export interface Draft {
  verb: string
  args: Record<string, Json>
}

/** What somebody has put into a form before it opens: those they have tapped, and the last line where one is asked for. */
export function begun(verb: VerbCard, given: Record<string, Json>, view: View): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const field of verb.fields) if (field.kind === 'line') found[field.name] = view.link.lines.at(-1)?.act ?? 0
  for (const name of view.picked.toReversed()) {
    const field = placeFor(
      verb,
      view.mine.some((token) => token.name === name),
    )
    if (field) found[field.name] = name
  }
  return { ...found, ...given }
}

/** A form as far as this page knows it without the table, where that is out of reach: nothing is filled in but defaults. */
export function bare(verb: VerbCard, view: View): Form {
  return { verb: verb.name, slots: verb.fields.map((field) => bareSlot(field, view)), blocked: '', given: {} }
}

function bareSlot(field: FormField, view: View): Slot {
  const { name, label: prompt, low, high } = field
  const kind = field.kind === 'number' || field.kind === 'line' ? 'number' : isWritten(field) ? 'text' : 'choose'
  const options = kind === 'choose' ? choicesOf(field, view).map((value) => ({ value, label: shown(value) })) : []
  const value = field.default ?? (options.length === 1 ? options[0]!.value : null)
  return { asked: { kind, name, prompt, low, high, options }, value, said: '', is_secret: field.is_secret }
}

const isWritten = (field: FormField) => field.kind === 'text' || field.kind === 'character'

function choicesOf(field: FormField, view: View): Json[] {
  if (field.kind === 'mine') return view.mine.map((token) => token.name)
  if (field.kind === 'token') return view.tokens.map((token) => token.name)
  if (field.kind === 'seat') return view.seats.map((seat) => seat.name)
  return field.choices
}

/** The field of a form in which a token belongs that somebody taps: one's own where one acts, others where others are meant. */
export function placeFor(verb: VerbCard, isMine: boolean): FormField | undefined {
  const own = verb.fields.find((field) => field.kind === 'mine')
  const other = verb.fields.find((field) => field.kind === 'token')
  return isMine ? (own ?? other) : other
}

/** Acts in the order of these names; as they were, where nobody has said any. */
export function byWish(verbs: VerbCard[], order: string[]): VerbCard[] {
  return verbs.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
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
