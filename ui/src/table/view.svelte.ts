// The table as one seat sees it, and what that seat is about to do. Every part of the screen reads from here.
import { createContext } from 'svelte'
import { get, pathOf, Problem, withRows } from '../api'
import type { Game, Json, VerbCard } from '../protocol'
import { speakOf, table as words } from '../words'
import { Connection, type Link } from './connection.svelte'
import { dialsOf, fact, seatsOf, tokensOf, type Token } from './facts'
import { turnsOf } from '../turns/turns'
import { usesOf, type Draft } from '../acts/verbs'

export const TABS = ['question', 'sheet', 'table', 'log'] as const
const NOTICE = 6000 // milliseconds that a notice stays
export type Tab = (typeof TABS)[number]

export class View {
  readonly link: Link
  readonly isFilm: boolean // a table that was: nothing can be done there
  lookedAt = $state(-1) // the line of the log that somebody wants to see
  lookedFor = $state('') // and whom, among the people
  game = $state.raw<Game | null>(null)
  wrong = $state('')
  tab = $state<Tab>('question') // on a phone, one part at a time
  notice = $state('') // what has just been done, said for a moment
  aside = $state.raw<{ text: string } | null>(null) // something for whoever only listens
  draft = $state.raw<Draft | null>(null) // the act that is being prepared
  isWeighed = $state(false) // and it shows its odds
  picked = $state.raw<string[]>([]) // tokens with which forms begin, the latest first: one's own, and somebody else

  #silence = 0

  seat = $derived.by(() => this.link.welcome?.seat ?? '')
  role = $derived.by(() => this.link.welcome?.role ?? '')
  facts = $derived.by(() => this.link.facts)
  tokens = $derived(tokensOf(this.facts))
  seats = $derived(seatsOf(this.facts))
  names = $derived(new Set([...this.tokens, ...this.seats].map((one) => one.name)))
  dials = $derived(dialsOf(this.facts))
  revision = $derived(fact(this.facts, 'game', 'revision')) // of the game: another one has other lists
  rows = $derived(fact(this.facts, 'dial', 'rows')) // likewise: all of it, or the author's draft alone
  turns = $derived(turnsOf(this.facts, this.tokens, this.game?.tracker))
  mine = $derived(this.tokens.filter((token) => token.answers === this.seat))
  isMyTurn = $derived(!!this.turns && this.turns.now.seat === this.seat)
  isGm = $derived(this.role === 'gm')
  hasLastWord = $derived(this.isGm || (this.game?.has_gm === false && this.role === 'player'))
  verbs = $derived.by(() =>
    this.isFilm ? [] : (this.game?.verbs ?? []).filter((verb) => verb.roles.includes(this.role)),
  )
  forMe = $derived.by(() => {
    const mine = this.link.questions.filter((one) => one.asked)
    return mine.toSorted((one, other) => Number(one.is_locked) - Number(other.is_locked) || one.number - other.number)
  })
  forOthers = $derived.by(() => this.link.questions.filter((one) => !one.asked))

  constructor(
    readonly id: string,
    seat = '',
    film?: Link,
  ) {
    this.isFilm = !!film
    this.link = film ?? new Connection(id, seat)
  }

  /** Fetch the description of the game that is played here, as often as it takes. */
  async learn(game: string) {
    try {
      const revision = String(this.revision ?? '')
      const found = await get<Game>(withRows(pathOf({ id: game, revision }), this.rows))
      const isOfBefore = !!found.revision && !revision // a table that does not say by which revision it plays
      this.game = isOfBefore ? await get<Game>(`/api/tables/${encodeURIComponent(this.id)}/game`) : found
      speakOf(this.game)
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) this.wrong = words.noGame(game)
      else if (this.link.status !== 'over') setTimeout(() => this.learn(game), 2000)
    }
  }

  /** Ask over HTTP why nobody answers: a socket cannot say that the house wants its passphrase. */
  knock() {
    get(`/api/tables/${encodeURIComponent(this.id)}`).catch(() => undefined)
  }

  /** Say for a moment what has just been done. */
  tell(text: string) {
    this.notice = text
    this.say(text)
    clearTimeout(this.#silence)
    this.#silence = window.setTimeout(() => (this.notice = ''), NOTICE)
  }

  /** Have something said aloud that stands somewhere on the screen. */
  say(text: string) {
    this.aside = { text }
  }

  verb(name: string): VerbCard | undefined {
    return this.verbs.find((verb) => verb.name === name)
  }

  act(verb: string, args: Record<string, Json>) {
    return this.link.send({ do: 'act', verb, args })
  }

  /** Open the form of a verb, with some of it filled in. */
  prepare(verb: string, args: Record<string, Json> = {}) {
    this.draft = { verb, args }
    this.tab = 'question'
  }

  /** Tap a token: forms begin with it, until it is tapped again or another one of its side is. */
  pick(name: string) {
    const isMine = (one: string) => this.mine.some((token) => token.name === one)
    this.picked = this.picked.includes(name)
      ? this.picked.filter((one) => one !== name)
      : [name, ...this.picked.filter((one) => isMine(one) !== isMine(name))]
  }

  /** What can be done with a field of a token, or an entry of one: acts, partly filled in. */
  uses(token: Token, name: string): Draft[] {
    const isMine = this.mine.some((one) => one.name === token.name)
    return usesOf(this.verbs, token, name, isMine, this.game?.lists ?? {})
  }

  /** The numbers that a player has, whoever they play. */
  seatNumbers(seat: string): { field: string; value: number }[] {
    const all = (this.game?.seat_fields ?? []).map((field) => ({ field, value: this.fact('seat', seat, field) }))
    return all.filter((one): one is { field: string; value: number } => typeof one.value === 'number')
  }

  fact(...path: string[]): Json {
    return fact(this.facts, ...path)
  }
}

export const [getView, setView] = createContext<View>()
