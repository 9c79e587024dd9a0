// Sentences with slots: `{who} attacks {target} with {weapon:a}`.
import type { SlotCard, VerbCard } from '../protocol'

/** A piece of a sentence: words, or the name of a slot. */
export interface Piece {
  text: string
  slot: string
}

const SLOT = /\{(\w+)(?::\w+)?\}/

/** A sentence in pieces, in their order. */
export function piecesOf(sentence: string): Piece[] {
  const parts = sentence.split(SLOT) // words and slots by turns
  return parts.map((part, place) => (place % 2 ? { text: '', slot: part } : { text: part, slot: '' })).filter(isThere)
}

const isThere = (piece: Piece) => !!piece.text || !!piece.slot

const slotsOf = (phrase: string) => piecesOf(phrase).flatMap((piece) => piece.slot || [])

/** What a form shows at once: its sentence, and the phrases in which nothing usual stands; and what it folds away. */
export function unfolded(verb: VerbCard): { shown: string[]; folded: string[] } {
  const slots = new Map(verb.slots.map((slot) => [slot.asked.name, slot]))
  const isBuilt = (slot: string) => ['character', 'person'].includes(slots.get(slot)?.of ?? '') // the builder stands below
  const isUsual = (slot: string) => (slots.get(slot)?.asked.default ?? null) !== null
  const phrases = verb.more.filter((phrase) => !slotsOf(phrase).some(isBuilt))
  return {
    shown: [verb.sentence, ...phrases.filter((phrase) => !slotsOf(phrase).every(isUsual))],
    folded: phrases.filter((phrase) => slotsOf(phrase).every(isUsual)),
  }
}

/** Whether one of these slots stands in a phrase. */
export function isIn(phrases: string[], slots: Iterable<string>): boolean {
  const there = new Set(phrases.flatMap(slotsOf))
  return [...slots].some((slot) => there.has(slot))
}

/** Phrases in a word or two each, up to what stands in them: "aiming at, from". */
export function briefly(phrases: string[]): string {
  const words = phrases.map((phrase) => piecesOf(phrase).find((piece) => piece.text.trim())?.text ?? '')
  return words.map((text) => text.replaceAll(/^[\s,;:]+|[\s,;:(]+$/g, '')).join(', ')
}

/** The slot of this name. */
export function slotNamed(verb: VerbCard, name: string): SlotCard | undefined {
  return verb.slots.find((slot) => slot.asked.name === name)
}
