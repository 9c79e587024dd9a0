// The line to a table: what this seat has been told so far, and the way to say something. It comes back by itself.
import { get } from '../api'
import type { AnyFrame, Command, Farewell, Line, Newer, News, Waiting, Welcome } from '../protocol'
import { forget, keep, recall } from '../pages/unfinished'
import { line as words, tongue } from '../words'
import { changed, type Facts } from './facts'

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never
export type Unsent = Without<Command, 'id'>
export type Status = 'connecting' | 'open' | 'lost' | 'over'

/** A command was not carried out; the message is the table's own sentence. */
export class Refusal extends Error {
  constructor(
    why: string,
    readonly isStale: boolean,
  ) {
    super(why)
  }
}

interface Pending {
  command: Command
  done: (number: number) => void
  refused: (why: Refusal) => void
}

/** What the parts of the screen read and say: of a table that is played, or of one in a film. */
export type Link = Pick<
  Connection,
  | 'status'
  | 'welcome'
  | 'facts'
  | 'questions'
  | 'lines'
  | 'present'
  | 'newer'
  | 'unsaved'
  | 'tries'
  | 'nextTry'
  | 'why'
  | 'missed'
  | 'closedWith'
  | 'undone'
  | 'send'
  | 'retry'
  | 'reach'
  | 'close'
>

export const NO_SEAT = 4401
export const NO_TABLE = 4404
export const NO_GAME = 4405
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000
const PATIENCE = 10_000 // milliseconds without a word while one is due, after which the line is taken for dead
const NAP = 15_000 // after being out of sight so long, a socket that looks open may not be
const TOGETHER = 6 // requests under way at once: browsers have no more lines to one server

export class Connection {
  status = $state<Status>('connecting')
  welcome = $state.raw<Welcome | null>(null)
  facts = $state.raw<Facts>(new Map())
  questions = $state.raw<Waiting[]>([])
  lines = $state.raw<Line[]>([])
  present = $state.raw<string[]>([])
  newer = $state.raw<Newer | null>(null) // a newer version of the game, to be taken
  unsaved = $state(0)
  tries = $state(0)
  nextTry = $state(0)
  why = $state('')
  missed = $state('') // why something that was done before the page was loaded anew could not be done any more
  closedWith = $state(0)
  undone = $derived(new Set(this.lines.flatMap((line) => line.undone ?? [])))

  #socket: WebSocket | null = null
  #isFinal = false
  #timer = 0 // until the next try, or until this one has taken too long
  #due = 0 // until an acknowledgement has taken too long
  #hiddenSince = 0
  #pending = new Map<string, Pending>()
  #ears = new AbortController()

  constructor(
    readonly table: string,
    readonly seat: string, // whose screen this is; empty if it is that of whoever holds the device
  ) {
    const ears = { signal: this.#ears.signal }
    addEventListener('online', () => this.#connect(), ears)
    addEventListener('offline', () => this.#connect(), ears) // a table on this very machine is still there: try it
    addEventListener('pageshow', (event) => event.persisted && this.#connect(), ears)
    document.addEventListener('visibilitychange', () => this.#seen(), ears)
    this.unsaved = this.#left().length
    this.#connect()
  }

  /** Say something; the promise holds once the table has stored it. Sent again under the same id if the line breaks, or if the
   *  page is thrown away before it is stored, as phones do with pages that sleep. */
  send(unsent: Unsent): Promise<number> {
    if (this.status === 'over') return Promise.reject(new Refusal(this.why, false))
    const command = { ...unsent, id: newId() } as Command
    return new Promise((done, refused) => {
      this.#pending.set(command.id, { command, done, refused })
      this.#count()
      this.#say(command)
    })
  }

  retry() {
    if (this.status !== 'open') this.#connect()
  }

  /** Read earlier lines, until a number is among those that are here. One answer tells how many come at once; then several are
   *  asked for together. */
  async reach(number: number) {
    let most = 0
    while ((this.lines[0]?.number ?? 0) > Math.max(0, number)) {
      const first = this.lines[0]!.number
      const starts = [first]
      while (most && starts.length < TOGETHER && starts.at(-1)! - most > Math.max(0, number))
        starts.push(starts.at(-1)! - most)
      const earlier = (await Promise.all(starts.map((before) => this.#before(before)))).reverse().flat()
      if (!earlier.length) return
      most = Math.max(most, Math.ceil(earlier.length / starts.length))
      if (this.lines[0]?.number === first) this.lines = [...earlier, ...this.lines]
    }
  }

  #before(line: number): Promise<Line[]> {
    return get<Line[]>(`/api/tables/${encodeURIComponent(this.table)}/log?before=${line}`)
  }

  close() {
    this.#ears.abort()
    clearTimeout(this.#timer)
    this.status = 'over'
    this.#hangUp()
  }

  #connect() {
    if (this.status === 'over') return
    clearTimeout(this.#timer)
    this.#hangUp()
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const last = this.lines.at(-1)?.number ?? -1
    const query = new URLSearchParams({ last: String(last), language: tongue, ...(this.seat && { seat: this.seat }) })
    const socket = new WebSocket(`${scheme}//${location.host}/ws/${encodeURIComponent(this.table)}?${query}`)
    this.newer = null // a new line tells anew
    socket.onmessage = (event) => this.#read(event.data as string)
    socket.onclose = (event) => this.#lose(event.code)
    this.#socket = socket
    this.#timer = window.setTimeout(() => this.#giveUp(), PATIENCE)
    if (this.status === 'open') this.status = 'connecting'
  }

  /** Close the present socket without listening to it any longer. */
  #hangUp() {
    const socket = this.#socket
    this.#socket = null
    clearTimeout(this.#due)
    if (!socket) return
    socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** A socket can be as good as dead and never say so: a server that hangs, a network that has changed. */
  #giveUp() {
    this.#hangUp()
    this.#lose(0)
  }

  /** What this page does not understand, it must not pass over: most likely the server has become newer than the page. */
  #read(text: string) {
    try {
      this.#hear(JSON.parse(text) as AnyFrame)
    } catch (wrong) {
      this.why = words.unread(String(wrong))
      this.#hangUp()
      this.#end(0)
    }
  }

  #hear(frame: AnyFrame) {
    clearTimeout(this.#due)
    if (frame.is === 'welcome') this.#greeted(frame)
    else if (frame.is === 'news') this.#told(frame)
    else if (frame.is === 'present') this.present = frame.seats
    else if (frame.is === 'newer') this.newer = frame
    else if (frame.is === 'done') this.#settle(frame.id, ({ done }) => done(frame.number))
    else if (frame.is === 'refused') this.#refused(frame.id, new Refusal(frame.why, frame.is_stale))
    else if (frame.is === 'farewell') this.#parted(frame)
    if (this.#pending.size) this.#expect()
  }

  #greeted(welcome: Welcome) {
    clearTimeout(this.#timer)
    const isFirst = !this.welcome
    this.welcome = welcome
    if (isFirst) this.#takeUp(this.#left())
    this.facts = changed(new Map(), welcome.facts)
    this.questions = welcome.questions
    this.present = welcome.present
    if (welcome.is_continued) this.#append(welcome.lines)
    else this.lines = welcome.lines
    this.status = 'open'
    this.tries = 0
    for (const { command } of this.#pending.values()) this.#say(command)
  }

  #told(news: News) {
    this.facts = changed(news.is_whole ? new Map() : this.facts, news.facts)
    this.questions = news.questions
    this.#append(news.lines)
  }

  #append(lines: Line[]) {
    const last = this.lines.at(-1)?.number ?? -1
    const added = lines.filter((line) => line.number > last)
    if (added.length) this.lines = [...this.lines, ...added]
  }

  #say(command: Command) {
    if (this.status !== 'open' || this.#socket?.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(command))
    this.#expect()
  }

  #expect() {
    clearTimeout(this.#due)
    this.#due = window.setTimeout(() => this.#giveUp(), PATIENCE)
  }

  /** What this seat has said on this page before it was loaded anew, and nobody knows whether it was heard. */
  #left(): Command[] {
    return recall<{ commands: Command[] }>(this.#shelf()).commands ?? []
  }

  #takeUp(commands: Command[]) {
    const refused = (why: Refusal) => (this.missed = why.message)
    for (const command of commands) this.#pending.set(command.id, { command, done: () => undefined, refused })
    this.#count()
  }

  /** Keep what is not yet stored where a page that is loaded anew finds it. */
  #count() {
    this.unsaved = this.#pending.size
    const commands = [...this.#pending.values()].map((one) => one.command)
    if (commands.length) keep(this.#shelf(), { commands })
    else forget(this.#shelf())
  }

  #shelf(): string {
    return `unsent ${this.table} ${this.welcome?.seat ?? this.seat}`
  }

  #refused(id: string, why: Refusal) {
    const oldest = this.#pending.keys().next().value // the table answers in order; without an id it means the first
    this.#settle(id || (oldest ?? ''), ({ refused }) => refused(why))
  }

  #settle(id: string, how: (pending: Pending) => void) {
    const pending = this.#pending.get(id)
    if (!pending) return
    this.#pending.delete(id)
    if (this.status !== 'over') this.#count() // a seat that comes back finds what it had not been able to say
    how(pending)
  }

  #lose(code: number) {
    this.#socket = null
    clearTimeout(this.#timer)
    clearTimeout(this.#due)
    if (this.status === 'over') return
    if (this.#isFinal || code === NO_SEAT || code === NO_TABLE) return this.#end(code)
    const pause = Math.min(FIRST_PAUSE * 2 ** this.tries, LONGEST_PAUSE)
    this.tries += 1
    this.nextTry = Date.now() + pause
    this.status = 'lost'
    this.#timer = window.setTimeout(() => this.#connect(), pause)
  }

  /** The table says why it is about to close the line; the code with which it does follows. */
  #parted(farewell: Farewell) {
    this.why = farewell.why
    this.#isFinal = farewell.is_final
  }

  #end(code: number) {
    this.closedWith = code
    this.status = 'over'
    while (this.#pending.size) this.#refused('', new Refusal(this.why, false))
  }

  #seen() {
    if (document.visibilityState === 'hidden') this.#hiddenSince = Date.now()
    else if (this.status === 'lost' || Date.now() - this.#hiddenSince > NAP) this.#connect()
  }
}

/** An id nobody else makes. `crypto.randomUUID` is missing on plain http, which is how a phone reaches the host's laptop. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
