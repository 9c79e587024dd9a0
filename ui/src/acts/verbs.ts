// Verbs as forms: with what they begin, where somebody who is tapped belongs, and which verbs a number on a sheet leads to.
import { offered, type Lists } from '../controls/asked'
import type { Choice, Form, Json, Slot, SlotCard, VerbCard } from '../protocol'
import { shown } from '../words'
import type { Token } from '../table/facts'
import { choicesIn, slotOf, useOf } from '../table/slots'
import type { View } from '../table/view.svelte'

/** An act in preparation: a verb, and what is filled in already. */
export interface Draft {
  verb: string
  args: Record<string, Json>
}

/** What somebody has put into a form before it opens: those they have tapped, and the last line where one is asked for. */
export function begun(verb: VerbCard, given: Record<string, Json>, view: View): Record<string, Json> {
  const found: Record<string, Json> = {}
  for (const { of, asked } of verb.slots) if (of === 'line') found[asked.name] = view.link.lines.at(-1)?.act ?? 0
  for (const name of view.picked.toReversed()) {
    const slot = placeFor(
      verb,
      view.mine.some((token) => token.name === name),
    )
    if (slot) found[slot.asked.name] = name
  }
  return { ...found, ...given }
}

/** A form as far as this page knows it without the table, where that is out of reach: nothing is filled in but defaults. */
export function bare(verb: VerbCard, view: View): Form {
  return { verb: verb.name, slots: verb.slots.map((slot) => bareSlot(slot, view)), blocked: '', given: {} }
}

function bareSlot({ asked, of, is_secret }: SlotCard, view: View): Slot {
  const options = of === 'character' ? [] : [...people(of, view), ...offered(asked, view.game?.lists ?? {})]
  const value = asked.default ?? (options.length === 1 ? options[0]!.value : null)
  return { asked: { ...asked, options, from_lists: [] }, value, said: '', is_secret }
}

/** Those who can be chosen, as far as one sees them. */
function people(of: string, view: View): Choice[] {
  const some = { mine: view.mine, token: view.tokens, seat: view.seats }[of] ?? []
  return some.map(({ name }) => ({ value: name, label: shown(name) }))
}

/** The slot of a verb in which a token belongs that somebody taps: one's own where one acts, others where others are meant. */
export function placeFor(verb: VerbCard, isMine: boolean): SlotCard | undefined {
  const other = slotOf(verb, 'token')
  return isMine ? (slotOf(verb, 'mine') ?? other) : other
}

/** Acts in the order of these names; as they were, where nobody has said any. */
export function byWish(verbs: VerbCard[], order: string[]): VerbCard[] {
  return verbs.toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
}

/** The acts that have this field, or this entry of one, among their choices, and somebody like this token in their form. */
export function usesOf(verbs: VerbCard[], token: Token, name: string, isMine: boolean, lists: Lists): Draft[] {
  const found: Draft[] = []
  for (const verb of verbs) {
    const choice = verb.slots.find((one) => useOf(one) === 'choose' && choicesIn(one, lists).includes(name))
    const who = verb.slots.find(({ of }) => of === 'token' || (of === 'mine' && isMine))
    const seat = who ? undefined : slotOf(verb, 'seat')
    const whom = who ? token.name : token.answers
    const place = who ?? seat
    if (choice && place) found.push({ verb: verb.name, args: { [place.asked.name]: whom, [choice.asked.name]: name } })
  }
  return found
}
