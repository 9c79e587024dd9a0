// What follows from a token's numbers, as the table works it out: read anew, after a moment, whenever its sheet changes.
import { post } from '../api'
import { Loaded, unhurried } from '../pages/loaded.svelte'
import type { Derivation, SheetOf } from '../protocol'
import type { Token } from '../table/facts'
import type { View } from '../table/view.svelte'

const MOMENT = 150 // milliseconds: several numbers often change at once

export class Following {
  #found = new Loaded<Derivation>()
  derived = $derived(this.#found.why ? [] : (this.#found.value?.derived ?? []))
  ranges = $derived(this.#found.why ? {} : (this.#found.value?.ranges ?? {}))
  steps = $derived(this.#found.why ? [] : (this.#found.value?.steps ?? []))

  /** To be made where a component begins; nothing is read while it is not needed. */
  constructor(view: View, token: () => Token, isNeeded: () => boolean = () => true) {
    const sheet = $derived(isNeeded() ? JSON.stringify([token().name, ...token().fields]) : '')
    const read = unhurried(MOMENT, () => {
      const path = `/api/tables/${encodeURIComponent(view.id)}/sheet`
      void this.#found.take(post<Derivation>(path, { token: token().name } satisfies SheetOf))
    })
    $effect(() => {
      if (sheet) read()
    })
    $effect(() => read.drop)
  }

  /** The number that follows under this name; undefined while this seat does not know it. */
  number(name: string): number | undefined {
    return this.derived.find((one) => one.name === name)?.value
  }
}
