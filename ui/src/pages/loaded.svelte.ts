// Something that is fetched: its value, what is wrong, and whether it is on its way. Late replies to old requests are ignored.
import { Problem } from '../api'

export class Loaded<T> {
  value = $state.raw<T | null>(null)
  why = $state('')
  isPassing = $state(false) // what is wrong may be over in a moment: it can be tried again
  isBusy = $state(false)
  #latest = 0

  async take(reply: Promise<T>): Promise<T | null> {
    const mine = ++this.#latest
    this.isBusy = true
    try {
      const value = await reply
      if (mine !== this.#latest) return null
      this.value = value
      this.why = ''
      return value
    } catch (problem) {
      if (mine === this.#latest) {
        const status = problem instanceof Problem ? problem.status : 0
        this.isPassing = status === 0 || status === 429 || status >= 500
        this.why = (problem as Error).message
      }
      return null
    } finally {
      if (mine === this.#latest) this.isBusy = false
    }
  }
}

/** Calls that come thick and fast: only the last one is done, once it has been quiet for so long. */
export function unhurried(milliseconds: number, act: () => void): { (): void; now(): void; drop(): void } {
  let timer = 0
  const drop = () => clearTimeout(timer)
  const later = () => {
    drop()
    timer = window.setTimeout(act, milliseconds)
  }
  const now = () => {
    drop()
    act()
  }
  return Object.assign(later, { now, drop })
}
