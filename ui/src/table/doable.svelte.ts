// What can be done just now and what cannot, with the reason: asked for when somebody looks, a moment after something happened.
import { post } from '../api'
import { unhurried } from '../pages/loaded.svelte'
import type { Acts } from '../protocol'

const PAUSE = 300 // milliseconds without anything happening

export class Doable {
  #blocked = $state.raw<Record<string, string>>({})
  #turn = 0
  readonly #later = unhurried(PAUSE, () => void this.#fetch())

  constructor(readonly table: string) {}

  /** Why an act cannot be done; empty if it can, or if nobody knows. */
  blocked(verb: string): string {
    return this.#blocked[verb] ?? ''
  }

  /** Something has happened. */
  ask() {
    this.#later()
  }

  drop() {
    this.#turn += 1
    this.#later.drop()
  }

  async #fetch() {
    const turn = ++this.#turn
    const path = `/api/tables/${encodeURIComponent(this.table)}/acts`
    const found = await post<Acts>(path, {}).catch(() => null) // then everything stays as it is
    if (found && turn === this.#turn)
      this.#blocked = Object.fromEntries(found.acts.map((one) => [one.verb, one.blocked]))
  }
}
