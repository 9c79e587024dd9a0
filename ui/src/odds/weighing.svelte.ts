// Asking the table for odds: a moment after the last change, and never showing a late answer to an old question.
import { post } from '../api'
import { plain } from '../words'
import type { Json, Odds, Weigh, Weighed } from '../protocol'
import type { Grade } from './tones'

export class Weighing {
  weighed = $state.raw<Weighed | null>(null)
  #turn = 0
  #timer = 0

  constructor(readonly table: string) {}

  /** Ask, after a pause in which nothing else was asked. Odds that cannot be had are no hindrance: there are none then. */
  ask(what: Weigh, pause: number) {
    const turn = ++this.#turn
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(async () => {
      const path = `/api/tables/${encodeURIComponent(this.table)}/odds`
      const weighed = await post<Weighed>(path, what).catch(() => null)
      if (turn === this.#turn) this.weighed = weighed
    }, pause)
  }

  forget() {
    this.#turn += 1
    clearTimeout(this.#timer)
    this.weighed = null
  }

  /** The odds of one answer. */
  of(answer: Json): Odds | null {
    const wanted = JSON.stringify(answer)
    return this.weighed?.answers.find((one) => JSON.stringify(one.answer) === wanted)?.odds ?? null
  }
}

export function isInWords(odds: Odds): boolean {
  return odds.outcomes.every((outcome) => !outcome.chance)
}

/** The chance of an outcome or a better one, as it is shown; at least that, where something is not known. One alone is named. */
export function atLeast(odds: Odds, least: string, grades: Grade[]): string {
  const labels = grades.map(({ label }) => label)
  const counted = odds.outcomes.filter((outcome) => labels.indexOf(outcome.label) >= labels.indexOf(least))
  if (isInWords(odds) || !odds.outcomes.length) return ''
  const chance = counted.reduce((sum, outcome) => sum + outcome.chance, 0)
  const text = counted.length === 1 ? counted[0]!.percent : `${(100 * chance).toFixed(2)} %`
  const shown = odds.unknown ? `≥ ${text}` : text
  return labels.length === 1 ? `${plain(least)} ${shown}` : shown
}
