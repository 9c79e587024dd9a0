// Of a long list only what is near to what one sees is drawn; the rest is room of about the right height.
import { tick } from 'svelte'

const USUAL = 76 // pixels, until an entry has been drawn once
const AROUND = 900 // pixels above and below what one sees
const FEW = 120 // entries that are drawn all the same

export class Windowed<T extends { key: string }> {
  list = $state<HTMLElement>()
  isAtEnd = $state(true)
  #top = $state(0)
  #height = $state(800)
  #heights = new Map<string, number>()
  #measured = $state(0)
  #keys = new WeakMap<Element, string>()
  #all: () => T[] = () => []

  #tops = $derived.by(() => {
    void this.#measured
    const tops = [0]
    for (const one of this.#all()) tops.push(tops.at(-1)! + (this.#heights.get(one.key) ?? USUAL))
    return tops
  })
  #first = $derived(this.#isFew ? 0 : this.#place(this.#top - AROUND))
  #end = $derived(this.#isFew ? this.#all().length : this.#place(this.#top + this.#height + AROUND) + 1)
  #observer: ResizeObserver

  drawn = $derived.by(() => this.#all().slice(this.#first, this.#end))
  first = $derived.by(() => this.#first)
  above = $derived(this.#tops[this.#first]!)
  below = $derived(this.#tops.at(-1)! - this.#tops[Math.min(this.#end, this.#tops.length - 1)]!)

  constructor(all: () => T[]) {
    this.#all = all
    this.#observer = new ResizeObserver((seen) => this.#measure(seen.map((one) => one.target as HTMLElement)))
  }

  /** An entry is on the screen: its height is what it has, whatever was expected. */
  watch = (key: string) => (node: HTMLElement) => {
    this.#keys.set(node, key)
    this.#observer.observe(node)
    return () => this.#observer.unobserve(node)
  }

  scrolled() {
    const list = this.list
    if (!list?.clientHeight) return // out of sight
    this.#top = list.scrollTop
    this.#height = list.clientHeight
    this.isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40
    tick().then(() => this.#keepFocus(list))
  }

  toEnd() {
    this.isAtEnd = true
    tick().then(() => {
      this.list?.scrollTo({ top: this.list.scrollHeight })
      this.scrolled()
    })
  }

  /** Bring an entry before one's eyes, and the focus to it. */
  async show(key: string) {
    const place = this.#all().findIndex((one) => one.key === key)
    if (place < 0 || !this.list) return
    this.isAtEnd = false
    for (let tries = 0; tries < 3; tries++) {
      const drawn = this.list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)
      if (drawn) drawn.scrollIntoView({ block: 'center' })
      else this.list.scrollTo({ top: this.#tops[place]! - this.#height / 3 })
      this.scrolled()
      await new Promise((done) => requestAnimationFrame(done))
      await tick()
    }
    this.list.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true })
  }

  close() {
    this.#observer.disconnect()
  }

  get #isFew() {
    return this.#all().length <= FEW
  }

  /** Which entry lies so many pixels down. */
  #place(pixels: number): number {
    let low = 0
    let high = Math.max(0, this.#all().length - 1)
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#tops[middle]! <= pixels) low = middle
      else high = middle - 1
    }
    return low
  }

  #measure(nodes: HTMLElement[]) {
    if (!this.list) return
    let shift = 0
    let isNew = false
    for (const node of nodes) {
      const key = this.#keys.get(node)
      const height = node.offsetHeight
      if (key === undefined || !height) continue
      const known = this.#heights.get(key) ?? USUAL
      if (height === known) continue
      if (!this.#isFew && node.offsetTop + known <= this.list.scrollTop) shift += height - known
      this.#heights.set(key, height)
      isNew = true
    }
    if (!isNew) return
    this.#measured += 1
    if (this.isAtEnd) this.toEnd()
    else if (shift) tick().then(() => this.list?.scrollBy(0, shift))
  }

  /** What had the focus may be drawn no longer: then the list has it, and the keys go on scrolling. */
  #keepFocus(list: HTMLElement) {
    if (this.#hadFocus && document.activeElement === document.body) list.focus({ preventScroll: true })
    this.#hadFocus = list.contains(document.activeElement)
  }
  #hadFocus = false
}
