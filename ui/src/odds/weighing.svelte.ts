// Asking the table for odds: a moment after the last change, and never showing a late answer to an old question.
import { post } from '../api'
import type { Json, Odds, Weigh, Weighed } from '../protocol'

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
