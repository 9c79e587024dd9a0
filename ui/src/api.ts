// HTTP to our own server. Whatever is wrong comes back as a sentence, and is thrown as one.
import { again } from './again'
import type { Wrong } from './protocol'
import { route } from './route.svelte'
import { look as words, tongue } from './words'

export class Problem extends Error {
  constructor(
    readonly status: number,
    why: string,
  ) {
    super(why)
  }
}

async function reply<T>(response: Promise<Response>): Promise<T> {
  let answer: Response
  try {
    answer = await response
  } catch {
    throw new Problem(0, words.unreachable)
  }
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok) return body as T
  const why = (body as Wrong | null)?.why ?? words.answered(answer.status)
  if (answer.status === 403 && /(?<!--)passphrase/.test(why)) knock()
  throw new Problem(answer.status, why)
}

/** This house asks for a passphrase: say it, then come back to where you were. */
function knock() {
  if (route.path === '/enter') return
  const here = encodeURIComponent(location.pathname + location.search)
  route.swap(`/enter?to=${here}${location.hash}`) // a code for a seat stays in the fragment, which no log ever sees
}

/** Where a game answers, as it is played: of a version, the revision that a table has. */
export const pathOf = (game: { id: string; revision: string }) =>
  `/api/games/${encodeURIComponent(game.id)}${game.revision && '@' + game.revision}`

/** The same with the rows that a table has on offer; without a word of it, all. */
export const withRows = (path: string, rows: unknown) =>
  rows ? `${path}?rows=${encodeURIComponent(String(rows))}` : path

export const get = <T>(path: string) =>
  reply<T>(again(() => fetch(path, { headers: { accept: 'application/json', 'accept-language': tongue } })))

export const post = <T>(path: string, body: unknown) =>
  isLeaving ? Promise.reject(new Problem(0, words.leaving)) : send<T>(path, body)

const send = <T>(path: string, body: unknown) =>
  reply<T>(
    fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': tongue },
      body: JSON.stringify(body),
    }),
  )

let isLeaving = false

/** Give up the seat for which this page asks: meanwhile it asks for nothing else, because nobody could say for whom. */
export async function leave<T>(path: string, body: unknown): Promise<T> {
  isLeaving = true
  try {
    return await send<T>(path, body)
  } finally {
    isLeaving = false
  }
}
