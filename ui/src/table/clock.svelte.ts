// The time of day, ticking only while something on the screen reads it.
import { createSubscriber } from 'svelte/reactivity'

class Clock {
  #subscribe = createSubscriber((update) => {
    const timer = setInterval(update, 1000)
    return () => clearInterval(timer)
  })

  /** Milliseconds since 1970. */
  get now(): number {
    this.#subscribe()
    return Date.now()
  }
}

export const clock = new Clock()
