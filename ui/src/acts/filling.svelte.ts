// Filling in a form: the table says what is on offer and what usually stands in the rest. What somebody has touched is theirs.
import { post } from '../api'
import { unhurried } from '../pages/loaded.svelte'
import type { FillIn, Form, Json, Slot } from '../protocol'

const PAUSE = 150 // milliseconds after the last change

export class Filling {
  form = $state.raw<Form | null>(null)
  given = $state.raw<Record<string, Json>>({})
  values = $derived.by(() => ({ ...stands(this.form), ...this.given }))
  #isTouched = false
  #turn = 0
  #isDue = false
  #answered = Promise.resolve()
  readonly #later = unhurried(PAUSE, () => this.#now())

  constructor(
    readonly table: string,
    readonly verb: string,
    given: Record<string, Json>,
    readonly bare: () => Form, // what stands there where the table is out of reach
  ) {
    this.given = given
    this.#now()
  }

  slot(name: string): Slot | undefined {
    return this.form?.slots.find((slot) => slot.asked.name === name)
  }

  /** Somebody has filled something in. */
  touch(name: string, value: Json) {
    this.given = { ...this.given, [name]: value }
    this.#isTouched = true
    this.ask()
  }

  /** What was written has been sent. */
  forget(name: string) {
    const { [name]: _, ...rest } = this.given
    this.given = rest
  }

  /** Something has changed. */
  ask() {
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
    const path = `/api/tables/${encodeURIComponent(this.table)}/form`
    const asked: FillIn = { verb: this.verb, args: this.given, is_opening: !this.#isTouched }
    const found = await post<Form>(path, asked).catch(() => this.form ?? this.bare())
    if (turn !== this.#turn) return
    this.form = found
    this.given = { ...(found.given as Record<string, Json>), ...this.given }
  }
}

/** What stands in each slot. */
function stands(form: Form | null): Record<string, Json> {
  return Object.fromEntries((form?.slots ?? []).map((slot) => [slot.asked.name, slot.value as Json]))
}
