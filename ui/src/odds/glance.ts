// Odds as they are told at a glance: what is certain is said, and what is not never looks as if it were.
import type { Odds } from '../protocol'
import { plain } from '../words'
import type { Grade } from './tones'

export function isInWords(odds: Odds): boolean {
  return odds.outcomes.every((outcome) => !outcome.chance)
}

/** Whether it can come to one thing only. */
export const isCertain = (odds: Odds) => odds.outcomes.length === 1 && !odds.unknown && !isInWords(odds)

/** Whole percents; what is not certain is neither 0 nor 100. */
export function inPercent(chance: number, isSure: boolean): string {
  const whole = Math.round(100 * chance)
  if (isSure || (whole > 0 && whole < 100)) return `${whole} %`
  return whole ? '> 99 %' : '< 1 %'
}

/** The chance of an outcome or a better one; at least that, where something is not known. One alone is named. */
export function atLeast(odds: Odds, least: string, grades: Grade[]): string {
  const labels = grades.map(({ label }) => label)
  const counted = odds.outcomes.filter((outcome) => labels.indexOf(outcome.label) >= labels.indexOf(least))
  if (isInWords(odds) || !odds.outcomes.length || isCertain(odds)) return '' // what it comes to stands beside it in words
  const chance = counted.reduce((sum, outcome) => sum + outcome.chance, 0)
  const text = inPercent(chance, !counted.length || (counted.length === odds.outcomes.length && !odds.unknown))
  const shown = odds.unknown ? `≥ ${text}` : text
  return labels.length === 1 ? `${plain(least)} ${shown}` : shown
}
