// How names, values and moments are said, in whichever language is spoken.
import type { Json } from '../protocol'
import { language, values } from '.'
import { calledBy } from './called.svelte'

/** A name in words, as the game calls it, or else with spaces. What has capitals or spaces was written for people already. */
export const plain = (name: string) => calledBy(name) ?? (/[A-Z ]/.test(name) ? name : name.replaceAll(/[-_]/g, ' '))

/** What is wrong with a field, which it begins with: "specs: one is missing" as people read it. */
export const aboutField = (problem: string) => problem.replace(/^[a-z0-9_-]+(?=:)/, plain)

/** Any value as people read it. */
export function shown(value: Json): string {
  if (value === null) return values.none
  if (value === true) return values.yes
  if (value === false) return values.no
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object') return Object.values(value).map(shown).join(', ')
  return typeof value === 'string' ? plain(value) : String(value)
}

/** A value of a dial, a list or a sheet: objects by their entries, and nothing as nothing. */
export function said(value: unknown): string {
  if (value === undefined || value === '') return values.none
  if (Array.isArray(value)) return value.map(said).join(', ')
  if (typeof value === 'object' && value !== null) return parts(value).join(' · ')
  return shown(value as Json)
}

/** The entries of an object, each as a short phrase: "harm 1", "trait hand". */
export const parts = (value: object) => Object.entries(value).map(([key, one]) => `${plain(key)} ${said(one)}`)

/** The day of a moment, given in seconds since 1970. */
export const day = (at: number) =>
  new Date(at * 1000).toLocaleDateString(language, { day: 'numeric', month: 'long', year: 'numeric' })

/** The hour and minute of a moment, on a clock of twelve or of twenty-four hours as the device has it. */
export const clock = (at: number) => new Date(at * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

const MINUTE = 60
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 525600 * MINUTE],
  ['month', 43800 * MINUTE],
  ['day', 1440 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
]

/** How long ago a moment was. */
export function ago(at: number): string {
  const gone = Date.now() / 1000 - at
  const [unit, length] = UNITS.find(([, length]) => gone >= length) ?? ['minute', 0]
  if (!length) return values.justNow
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(gone / length), unit)
}
