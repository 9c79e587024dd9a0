// What is worth saying aloud: all that is new at the table since somebody last listened, as one seat knows it.
import type { Json, Line } from '../protocol'
import { gm, look, plain, table as words } from '../words'
import { extentOf, labelOf } from '../controls/answers'
import { squaresBetween } from '../board/board'
import { entriesOf } from './entries'
import type { View } from '../table/view.svelte'

const RECENT = 200 // lines in which an act that is going on has begun
const MOST = 5 // entries of the log: whoever was away reads the rest there
const NONE = new Set<number>()
const TO_A_PLACE = / column -?\d+, row -?\d+$/ // what moves is told from where it stands then

/** What somebody has been told already. */
export interface Heard {
  line: number
  answers: Map<number, string> // of the questions that wait: what lies face down, empty if nothing does
  turn: string
  places: Map<string, string>
}

export function heardOf(view: View): Heard {
  return {
    line: view.link.lines.at(-1)?.number ?? -1,
    answers: new Map(view.link.questions.map((one) => [one.number, one.is_locked ? JSON.stringify(one.answer) : ''])),
    turn: view.turns ? `${view.turns.round} ${view.turns.at} ${view.turns.now.name}` : '',
    places: new Map(view.tokens.flatMap((token) => (token.at ? [[token.name, token.at.join(' ')]] : []))),
  }
}

/** The sentences to say, in the order in which things come to pass; where everybody listens, only what is for all. */
export function newsOf(heard: Heard, view: View, isForAll: boolean, isShared: boolean): string[] {
  const isHeard = (line: Line) => line.number > heard.line && !(isForAll && line.is_private)
  const fresh = view.link.lines.filter(isHeard)
  return [
    ...turnedOver(fresh, view),
    ...takenBack(fresh, view),
    ...happened(fresh),
    ...moved(heard, view),
    ...turn(heard, view, isForAll),
    ...laid(heard, view, isShared),
    ...asked(heard, view),
  ]
}

/** What lay face down and was turned over together. */
function turnedOver(fresh: Line[], view: View): string[] {
  const turned = fresh.filter((line) => line.kind === 'revealed').map((line) => line.number)
  if (!turned.length) return []
  const entries = entriesOf(view.link.lines.slice(-RECENT), view.link.undone)
  const theirs = entries.filter((entry) => entry.lines.some((line) => turned.includes(line.number)))
  return theirs.flatMap((entry) => entry.reveals.slice(-1))
}

function takenBack(fresh: Line[], view: View): string[] {
  return fresh.flatMap(({ undone = [] }) => {
    if (!undone.length) return []
    const lines = view.link.lines.filter((line) => undone.includes(line.number))
    const texts = entriesOf(lines, NONE).map((entry) => entry.headline)
    return [texts.length ? gm.takenBack(texts) : words.undone(undone.length)]
  })
}

/** Lines of the log, and dice with what they counted for. */
function happened(fresh: Line[]): string[] {
  const told = fresh.filter((line) => !line.undone?.length)
  return entriesOf(told, NONE)
    .filter((entry) => !(entry.isAside && TO_A_PLACE.test(entry.headline)))
    .slice(-MOST)
    .flatMap((entry) => [spoken(entry.headline), ...entry.throws.map(words.dice)])
    .filter(Boolean)
}

/** Dots between things are for the eye. */
const spoken = (text: string) => text.replaceAll(' · ', ', ')

/** Pieces that stand elsewhere now; one's own with how far everybody is from it. */
function moved(heard: Heard, view: View): string[] {
  const placed = view.tokens.filter((token) => token.at)
  return placed
    .filter((token) => heard.places.get(token.name) !== token.at!.join(' '))
    .map((token) => {
      const where = words.tokenAt(token.name, ...token.at!)
      const others = view.mine.includes(token) ? placed.filter((one) => one !== token) : []
      const apart = others.map((one) => look.range(one.name, squaresBetween(token.at!, one.at!)))
      return apart.length ? `${where}. ${look.distances(token.name)}: ${apart.join(', ')}` : where
    })
}

function turn(heard: Heard, view: View, isForAll: boolean): string[] {
  const now = view.turns?.now
  if (!now?.name || heardOf(view).turn === heard.turn) return []
  return [!isForAll && now.seat === view.seat ? words.yourTurnAs(now.name, view.seat) : words.turnOf(now.name)]
}

/** Answers that lie face down: one's own with what it is, unless others look over one's shoulder; of the others', that it is there. */
function laid(heard: Heard, view: View, isShared: boolean): string[] {
  return view.link.questions
    .filter((one) => one.is_locked && heard.answers.has(one.number))
    .filter((one) => heard.answers.get(one.number) !== JSON.stringify(one.answer))
    .map((one) => {
      if (!one.asked) return words.laidBy(one.seat)
      return isShared ? words.laidUnsaid : words.laidAloud(labelOf(one.asked, one.answer as Json))
    })
}

function asked(heard: Heard, view: View): string[] {
  const fresh = view.forMe.filter((one) => !one.is_locked && !heard.answers.has(one.number))
  return fresh.map((one) => words.askedAloud(one.asked!.prompt || plain(one.name), extentOf(one.asked!), one.is_sealed))
}
