// Asking the table what usually stands in the other fields of a form. What somebody has touched is theirs.
import { post } from '../api'
import { unhurried } from '../pages/loaded.svelte'
import type { Json, Suggest, Suggestion } from '../protocol'

export class Suggesting {
  readonly #touched = new Set<string>()
  #turn = 0
  #ask: Suggest | null = null
  #isDue = false
  #answered = Promise.resolve()
  readonly #later = unhurried(150, () => this.#now())

  constructor(
    readonly table: string,
    readonly take: (usual: Record<string, Json>) => void, // given the fields that nobody has touched
  ) {}

  touch(field: string) {
    this.#touched.add(field)
  }

  ask(what: Suggest) {
    this.#ask = what
    this.#turn += 1
    this.#isDue = true
    this.#later()
  }

  /** Whoever is quick waits until all that is usual has been filled in: what is sent is what the form would have shown. */
  settled(): Promise<void> {
    if (this.#isDue) {
      this.#later.drop()
      this.#now()
    }
    return this.#answered
  }

  drop() {
    this.#turn += 1
    this.#isDue = false
    this.#later.drop()
  }

  #now() {
    this.#isDue = false
    this.#answered = this.#fetch(this.#turn)
  }

  async #fetch(turn: number) {
    const path = `/api/tables/${encodeURIComponent(this.table)}/suggest`
    const found = await post<Suggestion>(path, this.#ask).catch(() => null) // then everything stays as it is
    if (!found || turn !== this.#turn) return
    this.take(Object.fromEntries(Object.entries(found.args).filter(([field]) => !this.#touched.has(field))))
  }
}
