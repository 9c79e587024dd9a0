// How the screen looks and moves, as this person wants it: remembered in the browser, and asked of the device where nothing is said.
import { MediaQuery } from 'svelte/reactivity'
import { recalled, remember } from './memory'

export type Scheme = 'device' | 'light' | 'dark'

class Look {
  scheme = $state<Scheme>((recalled('scheme') as Scheme) || 'device')
  isMoving = $state(recalled('motion') !== 'off') // dice fall, cards turn, counters go where they are spent
  isQuiet = $state(recalled('quiet') === 'on') // nothing comes to the front by itself
  #still = new MediaQuery('prefers-reduced-motion: reduce')

  /** Whether anything may move just now. */
  get moves(): boolean {
    return this.isMoving && !this.#still.current
  }

  setScheme(scheme: Scheme) {
    this.scheme = scheme
    remember('scheme', scheme)
    this.show()
  }

  setMoving(isMoving: boolean) {
    this.isMoving = isMoving
    remember('motion', isMoving ? 'on' : 'off')
    this.show()
  }

  setQuiet(isQuiet: boolean) {
    this.isQuiet = isQuiet
    remember('quiet', isQuiet ? 'on' : 'off')
  }

  /** Light, dark or as the device has it; with or without motion. */
  show() {
    const root = document.documentElement
    root.dataset.scheme = this.scheme // a style, not set here: the build writes light-dark() for older browsers by its rules
    root.toggleAttribute('data-still', !this.isMoving)
  }

  /** The one colour of the game that is played; without a game, that of the house. */
  paint(hue: number | undefined) {
    if (hue === undefined) document.documentElement.style.removeProperty('--hue')
    else document.documentElement.style.setProperty('--hue', String(hue))
  }
}

export const look = new Look()
