// Every text that a person reads when looking back: the log's filter, the history of a number, the film, the recap.
import type { Guest, Json, Luck, Session } from '../protocol'
import { plain, shown } from './table'

const many = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`

const day = (at: number) =>
  new Date(at * 1000).toLocaleDateString([], { day: 'numeric', month: 'long', year: 'numeric' })
const clock = (at: number) => new Date(at * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })

export const words = {
  // the log
  filter: 'Filter',
  filters: (count: number) => (count ? `Filter (${count})` : 'Filter'),
  find: 'Find in the log',
  who: 'About',
  everybody: 'everybody',
  kind: 'Only',
  kinds: {
    dice: 'dice',
    changes: 'changes',
    talk: 'talk',
    secrets: 'not for everyone',
    undone: 'taken back',
  },
  found: (count: number, of: number) => `${count} of ${many(of, 'entry', 'entries')}`,
  reading: 'Reading what came before …',
  everything: 'Show everything',
  nothingFound: 'Nothing in the log is like that.',
  inFilm: 'Show it in the film',
  film: 'Film',
  recap: 'Recap',

  // taking back
  willUndo: (acts: number, lines: number) =>
    `${many(acts, 'thing')} will no longer have happened, with ${many(lines, 'line')} of your log:`,
  looking: 'Looking what that would undo …',

  // a number
  whoChanged: 'Who changed it',
  changesOf: (whose: string, field: string) => `${whose}: ${plain(field)}`,
  changesHint: 'Every change that you know of, the latest first.',
  noChanges: 'As far as you know, nobody has ever changed it.',
  became: (was: Json, value: Json) =>
    was === null
      ? `becomes ${shown(value)}`
      : value === null
        ? `${shown(was)}, gone`
        : `${shown(was)} → ${shown(value)}`,
  takenBack: 'taken back later',
  isBack: 'something was taken back',
  inLog: 'In the log',
  inLogOf: (text: string) => `In the log: ${text}`,
  when: (at: number) => `${day(at)}, ${clock(at)}`,

  // the film
  filmOf: (name: string) => `Film of ${name}`,
  filmHint: 'The table as you saw it then. Nothing here touches the table as it is.',
  toTable: 'To the table',
  session: 'Which part',
  whole: 'from the beginning',
  sessionName: (one: Session) => (one.number ? `Session ${one.number}, ${day(one.began)}` : 'the whole table'),
  controls: 'Film',
  play: 'Play',
  pause: 'Pause',
  back: 'One step back',
  on: 'One step on',
  speed: 'Speed',
  times: (speed: number) => `${speed} ×`,
  scrub: 'Where in the film',
  place: (place: number, of: number) => `${place} of ${of}`,
  placeAloud: (place: number, of: number, what: string) => `${place} of ${of}: ${what}`,
  then: 'Just then',
  sofar: 'What had happened',
  owed: 'Waiting for',
  nothingOwed: 'Nobody owed an answer.',
  opening: 'Rewinding …',
  noFilm: 'There is nothing to show yet.',
  silent: 'Nothing was said.',

  // the recap
  recapOf: (name: string, session: number) => (session ? `${name}, session ${session}` : name),
  sessionOver: (session: number) => `Session ${session} is over.`,
  readRecap: 'Read the recap',
  asSeen: (seat: string, role: string) =>
    role === 'television' ? 'As everybody has seen it.' : `As ${seat} has seen it.`,
  from: (session: Session) => {
    const minutes = Math.round((session.ended - session.began) / 60)
    const long = minutes >= 90 ? `${(minutes / 60).toFixed(1)} hours` : many(minutes, 'minute')
    return `${day(session.began)}, ${clock(session.began)} to ${clock(session.ended)}: ${long}`
  },
  goesOn: 'This session is still going on.',
  print: 'Print',
  wasThere: 'Who was there',
  roles: { gm: 'game master', player: 'player', spectator: 'spectator', television: 'television' } as Record<
    string,
    string
  >,
  played: (guest: Guest) =>
    [words.roles[guest.role] ?? guest.role, guest.tokens.length ? `with ${guest.tokens.join(', ')}` : '']
      .filter(Boolean)
      .join(' '),
  acted: (count: number) => (count ? many(count, 'act or answer', 'acts and answers') : 'looked on'),
  happened: 'What happened',
  nothingHappened: 'Nothing was told but talk.',
  earlierTold: (count: number) => `${many(count, 'earlier line')}`,
  luck: 'The luck of the dice',
  luckHint:
    'Each roll is weighed on what you knew before it, every choice on the way taken as the default: 50 is what one can expect, ' +
    '100 the best that could happen. Counted, not estimated.',
  luckOf: (luck: number) => `${Math.round(100 * luck)}`,
  luckAloud: (luck: number) => `luck ${Math.round(100 * luck)} of 100`,
  rolled: (one: Luck) => `${one.seat}: ${plain(one.verb)}, ${plain(one.outcome)}`,
  chance: (one: Luck) => `chance ${one.percent}${one.fraction ? ` (${one.fraction})` : ''}`,
  best: 'Luckiest',
  worst: 'Unluckiest',
  onAverage: (count: number) => `over ${many(count, 'roll')}`,
  noLuck: 'No roll of this session can be weighed from where you sit.',
  moved: 'What is different now',
  nothingMoved: 'Every number that you know stands as it stood before.',
  before: 'before',
  after: 'after',
  what: 'what',
  difference: (was: number, value: number) => `${value > was ? '+' : '−'}${Math.abs(value - was)}`,
  owing: 'What is still owed',
  owes: (seat: string, name: string) => `${seat} owes an answer: ${plain(name)}`,
  nothingOwing: 'Nobody owes anything.',
}
