// Every text that a person reads at the table, on the phone in the hand and on the television.
import type { Die, Json, Odds } from '../protocol'
import { spaced as plain } from './names'

export { plain }

/** Any value as people read it. */
export function shown(value: Json): string {
  if (value === null) return '–'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (Array.isArray(value)) return value.map(shown).join(', ')
  if (typeof value === 'object') return Object.values(value).map(shown).join(', ')
  return typeof value === 'string' ? plain(value) : String(value)
}

function many(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}

/** A while, in the unit that fits. */
function span(seconds: number): string {
  if (seconds < 90) return many(Math.max(0, Math.round(seconds)), 'second')
  if (seconds < 5400) return many(Math.round(seconds / 60), 'minute')
  return many(Math.round(seconds / 3600), 'hour')
}

export const words = {
  // for whoever tries a game alone
  trying: {
    label: 'For newcomers',
    place: (step: number, of: number) => `step ${step} of ${of}`,
    show: (verb: string) => `Show me: ${plain(verb)}`,
    now: (verb: string) => `Do it: ${plain(verb)}`,
    below: 'It is filled in below: look at the odds, then press “Do it”.',
    others: 'One moment: the others are thinking.',
    hide: 'Hide these notes',
    back: 'Notes for newcomers',
    over: 'That was it',
    playOn: 'Play on here',
    own: 'Open a table of your own',
    more: 'Try another game',
    plain: {
      text: (who: string) =>
        `You are ${who}, and not alone here. Whoever else is at this table plays by themselves, and everything follows the rules of the game.`,
      says: [
        'Choose something under “What you can do”. Fill it in: where there are odds, they stand there before you do it.',
        'The log says what came of it, and opens line by line. Try something else.',
        'Once more. What waits for you, stands here in the middle; who owes an answer, below it.',
      ],
      asks: 'You are asked something: each answer shows its odds, where the game has any. Nothing is chosen until you press the button.',
      ends: 'You have seen how a table goes: what can be done, what is asked, and what came of it.',
    },
  },

  // the frame
  skip: 'Skip to the question',
  opening: 'Opening the table …',
  noTable: 'There is no such table.',
  noGame: (game: string) => `The game ${game} is not on this server.`,
  over: 'This table is closed to this screen.',
  sitAgain: 'Sit down again',
  alone: 'Let the others in',
  toLobby: 'To your tables',
  saved: 'saved',
  saving: 'saving …',
  outOfReach: 'out of reach',
  sitsHere: (seat: string, role: string) => (role === 'gm' ? `${seat}, game master` : seat),
  session: (count: number) => `session ${count}`,
  clock: (minutes: number) => {
    const hours = Math.floor(minutes / 60)
    const day = Math.floor(hours / 24) + 1
    return `day ${day}, ${String(hours % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  },
  links: 'More',
  rulebook: 'Rulebook',
  odds: 'Odds',
  television: 'Television',
  invite: 'Invite',
  qr: 'The address of this table as a QR code',
  address: 'Address',
  copy: 'Copy',
  copied: 'Copied',
  copyByHand: 'Selected: copy it with your keyboard or by a long press.',
  close: 'Close',
  tabs: 'Parts of the table',
  tab: { question: 'Question', sheet: 'Sheet', table: 'Table', log: 'Log' },
  waitsForYou: 'a question waits for you',

  // dials
  dials: 'Dials',
  dialsHint: 'What this table has decided for itself. What differs from the game as it comes is marked.',
  noDials: 'This game leaves nothing to decide.',
  otherDials: 'Other',
  isChanged: 'changed',
  dialWas: (value: string) => `as the game comes: ${value}`,
  isHouse: 'house ruling',
  changedDials: (count: number) => (count ? `${count} changed` : ''),

  // several people at one device
  device: 'On this device',
  moreSeats: 'Play more seats on this device',
  moreSeatsHint: 'You pass the device to each other. In between, everything is covered.',
  theirName: 'Name',
  sitHere: 'Sit down',
  sitsToo: (seat: string) => `${seat} sits here too. Pass the device at the top of the table.`,
  isAsked: (seat: string) => `${seat} is asked.`,
  passTo: (seat: string) => `Pass to ${seat}`,
  passDevice: (seat: string) => `Pass the device to ${seat}.`,
  takeDevice: (seat: string) => `${seat}: tap when nobody else looks.`,

  // the line to the table
  lost: 'The table is out of reach.',
  nextTry: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s` : 'Trying …'),
  retry: 'Retry now',

  // people and sheets
  people: 'People',
  sheet: 'Sheet',
  pools: 'Your numbers',
  noSheet: 'You have nobody on the table yet.',
  nobody: 'Nobody has come to the table yet.',
  alsoHere: 'Also at the table',
  here: 'here',
  away: 'away',
  standsIn: (by: string) => `${by} stands in`,
  role: (role: string) => (role === 'gm' ? 'game master' : role),
  you: 'you',
  hidden: 'hidden',
  unset: 'not set',
  moreFields: 'more',
  of: (name: string, value: number, high: number) => `${name} ${value} of ${high}`,
  outOf: (most: number) => `of ${most}`,
  stack: (name: string, value: number, most: number) => `${name}: ${value} ${words.outOf(most)}`,
  body: (wounded: string[], armor: [string, number][]) =>
    [
      wounded.length ? `wounded: ${wounded.map(plain).join(', ')}` : '',
      armor.length ? `armor: ${armor.map(([area, level]) => `${plain(area)} ${level}`).join(', ')}` : '',
    ]
      .filter(Boolean)
      .join('; '),
  area: (name: string, isWounded: boolean, armor: number) =>
    [isWounded ? `${name}: wounded` : name, armor ? `armor ${armor}` : ''].filter(Boolean).join(', '),
  withField: (name: string, field: string) => `What can be done with ${name}’s ${field}`,
  useOf: (act: string, name: string, what: string) => `${act}: ${name}, ${what}`,
  nothingToDo: 'Nothing for now.',
  overrule: 'Overrule',
  overruleTo: 'New value',
  reason: 'Reason',
  derived: 'What follows',
  nextSteps: 'What the next steps cost',
  why: (name: string, value: number) => `${plain(name)} ${value}: why?`,
  noneYet: 'none',
  seatHas: (seat: string, value: number, field: string) => `${seat}: ${value} ${words.counted(value, field)}`,
  counted: (value: number, field: string) => (value === 1 ? plain(field).replace(/s$/, '') : plain(field)),

  // questions
  question: 'Question',
  noQuestion: 'Nothing is asked of you.',
  noQuestionHint: 'Do something, or wait for the others.',
  askedIn: (verb: string, by: string) => (verb ? `${plain(verb)}, begun by ${by}` : ''),
  sealed: 'Answers stay face down until all are in.',
  lies: 'Your answer lies face down. It is turned over when all are in.',
  show: 'Show it to me',
  hide: 'Hide it',
  youLaid: (answer: string) => `You laid: ${answer}`,
  change: 'Change it',
  keep: 'Leave it as it is',
  isFinal: 'At this table it cannot be changed.',
  answer: (label: string, isSealed: boolean) => (label ? `Answer: ${label}${isSealed ? ', face down' : ''}` : 'Answer'),
  chooseFirst: 'Choose an answer first.',
  alsoForYou: 'Also asked of you',
  limits: (low: number, high: number) =>
    (low === high ? `only ${low} is possible` : `${low} to ${high}`).replaceAll('-', '−'),
  blocked: (label: string, why: string) => `${label} (${why})`,
  chooseOne: 'Choose …',
  less: 'One less',
  more: 'One more',
  textLimit: (high: number) => `At most ${many(high, 'character')}`,
  missing: { text: 'Write something first.', dice: 'Enter a face for every die first.' } as Record<string, string>,
  yourDice: 'Faces entered so far',
  nextDie: (sides: number, place: number, count: number) => `Die ${place} of ${count}: a d${sides}`,
  allDice: 'All dice are entered.',
  shows: (face: number) => `it shows ${face}`,
  takeLast: 'Take the last one back',
  otherwise: (label: string) => `If nobody answers: ${label}`,

  // odds
  oddsOf: (what: string) => `Odds: ${what}`,
  outcomes: (odds: Odds) =>
    odds.outcomes
      .toReversed()
      .map((one) => `${plain(one.label)} ${one.percent}${one.fraction ? ` (${one.fraction})` : ''}`)
      .join(', '),
  chanceOf: 'The figure is the chance of',
  orBetter: (label: string) => `${label} or better`,
  unknown: 'depends on what you do not know',
  exactly: 'Exact odds',
  mean: (mean: string) => `Mean ${mean}`,
  outcome: 'Outcome',
  chance: 'Chance',
  fraction: 'Exactly',

  // who owes an answer
  owing: 'Still waiting for',
  owes: (seat: string, name: string) => `${seat}: ${plain(name)}`,
  hasLaid: 'has answered, face down',
  since: (seconds: number) => `for ${span(seconds)}`,
  lapse: 'Let the default stand',
  lapseFor: (seat: string) => `Let the default stand for ${seat}`,
  standIn: 'Name a stand-in',
  standInFor: (seat: string) => `Name a stand-in for ${seat}`,

  // acts
  acts: 'What you can do',
  otherActs: 'Other',
  noActs: 'You are watching: there is nothing to do from this seat.',
  atEveryTable: 'At every table',
  someActs: (names: string[]) => names.map(plain).join(', '),
  findAct: 'Find an act',
  noSuchAct: 'Nothing is called so.',
  doIt: 'Do it',
  doing: 'Doing it …',
  cancel: 'Cancel',
  secretField: 'Only you see what you put here.',
  secretAct: 'Nobody else learns of this.',
  needsSomebody: 'There is nobody to choose yet.',
  bring: 'Bring somebody to the table',
  bringHint: 'Build the one you will play. You can read, talk and roll meanwhile.',

  // turns
  turns: 'Order of turns',
  round: (round: number) => (round ? `round ${round}` : 'before the first round'),
  turnOf: (seat: string) => `${seat}’s turn`,
  yourTurn: 'Your turn',
  yourTurnAs: (name: string, seat: string) => (name === seat ? words.yourTurn : `${words.yourTurn}: ${name}`),
  nowActs: 'acts now',
  endTurn: 'End turn',
  endTurnOf: (seat: string) => `End ${seat}’s turn`,
  part: (name: string, used: number) =>
    used > 1 ? `${many(used, plain(name))} used` : `${plain(name)} ${used ? 'used' : 'left'}`,
  boxes: (name: string, left: number, total: number, marks: { name: string; value: number }[]) =>
    `${name}: ${Math.max(0, left)} of ${total} left, ${marks.map((mark) => `${mark.name} ${mark.value}`).join(', ')}`,
  leftOf: (left: number, total: number, marks: { name: string; value: number }[]) =>
    [
      `${Math.max(0, left)}/${total}`,
      ...marks.filter((mark) => mark.value).map((mark) => `${mark.value} ${mark.name}`),
    ].join(', '),
  pickHint: 'Tap a name: forms begin with it.',

  // the game master
  gm: 'Game master',
  cast: 'Cast',
  screen: 'Behind the screen',
  time: 'Time and session',
  seats: 'Seats',
  reseat: 'New way in for a seat',
  reseatHint: 'A link that works once: whoever opens it takes the seat, and the old device loses it.',
  reseatFor: (seat: string) => `Make a link for ${seat}`,
  linkFor: (seat: string) => `Link for ${seat}`,
  seat: 'Seat',

  // taking back
  back: 'Take back',
  backMine: 'Take back my last step',
  backLast: 'Take back the last thing',
  backAsk: (isGm: boolean) => (isGm ? 'Take back the last thing that was done?' : 'Take back your last step?'),
  backHint: 'It stays in the log, struck through, and everything that came of it is undone.',
  backBefore: 'Back to before this',
  rewindAsk: 'Take back everything from here on?',
  rewindNothing: 'Nothing of your log would be undone.',

  // the log
  log: 'Log',
  whatHappened: 'What happened',
  nothingYet: 'Nothing has happened yet.',
  earlier: 'Earlier',
  newest: 'To the newest',
  details: 'Details',
  undone: (count: number) => `Taken back: ${many(count, 'line')}`,
  isUndone: 'undone',
  isPrivate: 'not everyone sees this',
  laid: (rows: [string, string][]) => `Turned over: ${rows.map(([seat, answer]) => `${seat} ${answer}`).join(', ')}`,
  turned: (answers: string[]) => `Turned over: ${answers.join(', ')}`,
  changes: (count: number) => `${many(count, 'thing')} put on the table`,
  within: (rules: string[]) => rules.map(plain).join(' › '),
  die: (die: Die) =>
    `${die.face}${die.mark ? ` ${plain(die.mark)}` : ''}${die.sides === 6 ? '' : ` on a d${die.sides}`}`,
  dice: (dice: Die[]) => `Dice: ${dice.map((die) => words.die(die)).join(', ')}`,
  began: (who: string, act: string) => `${who}: ${plain(act)}`,
  argument: (name: string) => ` · ${plain(name)} `,

  // rolling, talking, notes
  say: 'Say',
  sayWhat: 'Say something',
  roll: 'Roll',
  freeRoll: 'Roll any dice',
  notation: 'Dice, such as 2d6+1',
  rollNow: (notation: string) => `Roll ${notation}`,
  behindTheScreen: 'behind the screen',
  notes: 'Notes',
  newNote: 'New note',
  write: 'Write it down',
  noNotes: 'Your notebook is empty. Nobody else reads it.',

  // the board
  board: 'Board',
  showBoard: 'Show the board',
  hideBoard: 'Hide the board',
  boardHint:
    'Drag your token, or choose a square to put it there; with the keyboard, arrow keys move the token in focus.',
  moving: 'Moving',
  square: (x: number, y: number, who: string[]) => `${x}, ${y}: ${who.join(', ') || 'empty'}`,
  tokenAt: (name: string, x: number, y: number) => `${name} at ${x}, ${y}`,
  beyond: (who: string) => `Beyond the edge: ${who}`,

  // the television
  tvUse: 'Use this screen as the television',
  tvHow: 'It shows what everyone may see: people, open numbers, who still owes an answer, and the last throws.',
  tvTaken: (seat: string) =>
    `This browser sits at the table as ${seat}. A television that everybody looks at must not show what ${seat} alone may know.`,
  tvOther: 'Open this address on the screen itself, or in a private window:',
  tvAnyway: 'Show it here all the same',
  tvJoin: 'Join in',
  tvQuiet: 'Nobody owes an answer.',
  tvLast: 'Just now',

  // keys
  keys: 'Keys',
  keysList: [
    ['1 – 9', 'choose an option of the question'],
    ['Enter', 'answer'],
    ['/', 'go to what you can do'],
    ['l', 'go to the log'],
    ['u', 'take back'],
    ['?', 'show these keys'],
  ] as [string, string][],
  keysOn: 'Single keys do these things',

  // said aloud by screen readers
  askedAloud: (prompt: string, extent: string, isSealed: boolean) =>
    [
      `A question for you: ${prompt}${/[.?!]$/.test(prompt) || !(extent || isSealed) ? '' : '.'}`,
      [extent, isSealed ? 'face down' : ''].filter(Boolean).join(', '),
    ]
      .filter(Boolean)
      .join(' '),
  options: (count: number) => many(count, 'option'),
  fields: (count: number) => many(count, 'field'),
  laidAloud: (answer: string) => `You laid ${answer} face down`,
  laidBy: (seat: string) => `${seat} has answered, face down`,
  takenBack: (texts: string[]) => `Taken back: ${texts.join('; ')}`,
}
