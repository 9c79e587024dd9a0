// What can be done just now and what cannot, with the reason: asked for when somebody looks, a moment after something happened.
import { post } from '../api'
import { unhurried } from '../pages/loaded.svelte'
import type { Acts, VerbCard } from '../protocol'
import { byWish } from './verbs'

const PAUSE = 300 // milliseconds without anything happening

export class Doable {
  #blocked = $state.raw<Record<string, string>>({})
  #order = $state.raw<string[]>([])
  #next: string[] = []
  #turn = 0
  readonly #later = unhurried(PAUSE, () => void this.#fetch())

  constructor(
    readonly table: string,
    readonly isHeld: () => boolean,
  ) {}

  /** Whether the table has said it. */
  get isKnown(): boolean {
    return this.#order.length > 0
  }

  /** Why an act cannot be done; empty if it can, or if nobody knows. */
  blocked(verb: string): string {
    return this.#blocked[verb] ?? ''
  }

  /** Acts as somebody would look for them: what they most likely want first, what cannot be done last. */
  ranked(verbs: VerbCard[]): VerbCard[] {
    return byWish(verbs, this.#order)
  }

  /** Put them in order, unless somebody has a finger on one or stands on one: nothing moves away under them. */
  settle() {
    if (!this.isHeld()) this.#order = this.#next
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
    if (!found || turn !== this.#turn) return
    this.#blocked = Object.fromEntries(found.acts.map((one) => [one.verb, one.blocked]))
    this.#next = found.acts.map((one) => one.verb)
    this.settle()
  }
}
