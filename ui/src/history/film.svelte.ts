// A table as it was, act by act: the seat's own messages folded once more, as they were when they came.
import { get } from '../api'
import type { Film as Stretch, Json, Line, News, Session, TableCard, Waiting, Welcome } from '../protocol'
import { Refusal, type Link, type Status } from '../table/connection.svelte'
import { changed, type Facts } from '../table/facts'

const RECENT = 300 // lines that the log of a film goes back

interface Part {
  facts: [string[], Json][] // before its first act
  questions: Waiting[]
  first: number // the place of its first act
  acts: News[]
}

export class Film implements Link {
  place = $state(-1) // of the act that is shown; -1 while there is none
  count = $state(0)
  isRead = $state(false) // all of it
  why = $state('')
  card = $state.raw<TableCard | null>(null)
  sessions = $state.raw<Session[]>([])

  status: Status = 'open'
  present: string[] = []
  newer = null
  unsaved = 0
  tries = 0
  nextTry = 0
  closedWith = 0
  missed = ''

  #parts: Part[] = []
  #acts: News[] = []
  #isOver = false

  #now = $derived(this.#acts[this.place] ?? null)
  act = $derived.by(() => (void this.count, this.#now))
  facts = $derived(this.#factsAt(this.place))
  questions = $derived(this.#acts[this.place]?.questions ?? [])
  lines = $derived(this.#linesAt(this.place))
  undone = $derived(new Set(this.lines.flatMap((line) => line.undone ?? [])))
  welcome = $derived.by((): Welcome | null =>
    this.card
      ? {
          is: 'welcome',
          table: this.card.id,
          name: this.card.name,
          game: this.card.game,
          seat: this.card.seat,
          role: this.card.role,
          facts: [],
          questions: [],
          present: [],
          lines: [],
          number: -1,
          is_seeded: false,
          is_damaged: false,
          is_continued: false,
        }
      : null,
  )

  constructor(readonly id: string) {}

  /** Read the film from one line to another, and show the act of a third as soon as it is there. */
  async read(first: number, last: number, shown = first) {
    this.#parts = []
    this.#acts = []
    this.place = -1
    this.count = 0
    this.isRead = false
    this.why = ''
    try {
      for (let next = first, end = last; next <= end && !this.#isOver;) {
        const stretch = await get<Stretch>(`/api/tables/${encodeURIComponent(this.id)}/film?first=${next}`)
        const acts = stretch.acts.filter((act) => act.lines[0]!.number <= last)
        end = Math.min(last, stretch.count - 1)
        this.card = stretch.table
        this.sessions = stretch.sessions
        this.#parts.push({ facts: stretch.facts, questions: stretch.questions, first: this.#acts.length, acts })
        this.#acts.push(...acts)
        this.count = this.#acts.length
        const wanted = this.#acts.findIndex((act) => act.lines.some((line) => line.number >= shown))
        if (this.place < 0 && wanted >= 0) this.place = wanted
        next = (stretch.acts.at(-1)?.lines.at(-1)?.number ?? last) + 1
      }
    } catch (problem) {
      this.why = (problem as Error).message
    }
    this.isRead = true
    if (this.place < 0 && this.count) this.place = 0
  }

  go(place: number) {
    this.place = Math.max(0, Math.min(place, this.count - 1))
  }

  send() {
    return Promise.reject(new Refusal('', false))
  }

  retry() {}

  async reach() {}

  close() {
    this.#isOver = true
  }

  #factsAt(place: number): Facts {
    const part = this.#parts.findLast((one) => one.first <= place)
    if (!part) return new Map()
    const acts = part.acts.slice(0, place - part.first + 1)
    const whole = acts.findLastIndex((act) => act.is_whole)
    const changes = acts.slice(Math.max(0, whole)).flatMap((act) => act.facts)
    return changed(changed(new Map(), whole < 0 ? part.facts : []), changes)
  }

  #linesAt(place: number): Line[] {
    const found: Line[][] = []
    for (let at = place, count = 0; at >= 0 && count < RECENT; at--) {
      found.unshift(this.#acts[at]!.lines)
      count += this.#acts[at]!.lines.length
    }
    return found.flat()
  }
}
