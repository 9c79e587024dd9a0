// The slots of a verb: which one somebody or something belongs in, and what may stand there.
import { offered, type Lists } from '../controls/asked'
import type { Json, SlotCard, VerbCard } from '../protocol'

/** What a slot is for: what it is a slot of, or else its kind. */
export const useOf = (slot: SlotCard) => slot.of || slot.asked.kind

/** The first slot of a verb that is for this. */
export const slotOf = (verb: VerbCard, use: string) => verb.slots.find((slot) => useOf(slot) === use)

/** The values that a slot offers, whoever sees what. */
export const choicesIn = (slot: SlotCard | undefined, lists: Lists = {}): Json[] =>
  slot ? offered(slot.asked, lists).map((one) => one.value) : []

/** Those who are ready to be brought, as the builder would write them. */
export const readyIn = (verbs: VerbCard[]): string[] =>
  verbs.flatMap((verb) => choicesIn(slotOf(verb, 'character'))).filter((one) => typeof one === 'string')
