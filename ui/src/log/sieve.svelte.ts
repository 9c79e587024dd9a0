// Which entries of the log somebody wants to see. It stays as it was left on this device, for this table and seat.
import type { Entry } from './entries'

export const KINDS = ['dice', 'changes', 'talk', 'secrets', 'undone'] as const
export type Kind = (typeof KINDS)[number]

const IS: Record<Kind, (entry: Entry) => boolean> = {
  dice: (entry) => entry.lines.some((line) => line.kind === 'rolled'),
  changes: (entry) => entry.lines.some((line) => line.kind === 'fact' || line.kind === 'overruled'),
  talk: (entry) => entry.lines.some((line) => !!line.said_by),
  secrets: (entry) => entry.isPrivate || entry.asides.length > 0,
  undone: (entry) => entry.isUndone || entry.lines.some((line) => line.kind === 'undone'),
}

export class Sieve {
  text = $state('')
  who = $state('')
  kinds = $state.raw<Kind[]>([])
  count = $derived(this.kinds.length + Number(!!this.who) + Number(!!this.text.trim()))
  #store: string

  constructor(table: string, seat: string) {
    this.#store = `fatewright.log.${table}.${seat}`
    const left = read(this.#store)
    this.who = typeof left.who === 'string' ? left.who : ''
    this.kinds = KINDS.filter((kind) => Array.isArray(left.kinds) && left.kinds.includes(kind))
  }

  choose(kind: Kind, isOn: boolean) {
    this.kinds = KINDS.filter((one) => (one === kind ? isOn : this.kinds.includes(one)))
    this.#keep()
  }

  name(who: string) {
    this.who = who
    this.#keep()
  }

  clear() {
    this.text = this.who = ''
    this.kinds = []
    this.#keep()
  }

  /** The entries that pass; all of them where nothing is asked for. */
  pass(entries: Entry[]): Entry[] {
    if (!this.count) return entries
    const kinds = this.kinds
    const sought = this.text.trim().toLowerCase()
    const about = this.who && new RegExp(`(?<![\\p{L}\\p{N}])${escaped(this.who)}(?![\\p{L}\\p{N}])`, 'iu')
    return entries.filter(
      (entry) =>
        (!kinds.length || kinds.some((kind) => IS[kind](entry))) &&
        (!about || entry.lines.some((line) => about.test(line.text ?? ''))) &&
        (!sought || saidIn(entry).includes(sought)),
    )
  }

  #keep() {
    try {
      localStorage.setItem(this.#store, JSON.stringify({ who: this.who, kinds: this.kinds }))
    } catch {
      // nothing can be kept here: then it holds until the page is closed
    }
  }
}

const saidIn = (entry: Entry) =>
  [entry.headline, ...entry.reveals, ...entry.lines.flatMap((line) => [line.text ?? '', ...(line.ids ?? [])])]
    .join('\n')
    .toLowerCase()

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

function read(store: string): { who?: unknown; kinds?: unknown } {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(store) ?? '{}')
    return typeof found === 'object' && found ? found : {}
  } catch {
    return {} // not ours, or from another time
  }
}
