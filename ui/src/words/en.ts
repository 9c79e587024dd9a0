// English. Every text that a person reads on the page is here, but what games and tables say themselves: see docs/languages.md.
import type { Die, Guest, Json, Luck, Odds, Session } from '../protocol'
import { clock, day, plain, shown } from './said'

const many = (count: number, one: string, several = `${one}s`) => `${count} ${count === 1 ? one : several}`

/** A while, in the unit that fits. */
function span(seconds: number): string {
  if (seconds < 90) return many(Math.max(0, Math.round(seconds)), 'second')
  if (seconds < 5400) return many(Math.round(seconds / 60), 'minute')
  return many(Math.round(seconds / 3600), 'hour')
}

/** Values that are not words themselves. */
const values = { yes: 'yes', no: 'no', none: '–', justNow: 'just now' }

/** What was added to the author's own text. */
const ours = {
  ours: 'ours',
  rowHelp: 'This stands nowhere in the author’s own text; it was added here, so that there is something to play with.',
  rulingHelp:
    'The author’s own text is silent here, or leaves it open. This is how it is played here: a ruling of ours.',
  some: (count: number, all: number) => (count < all ? `ours: ${count} of ${all}` : 'ours: all'),
  emptied: (lists: string[]) =>
    `This table plays the author’s draft alone, which has none of these: ${lists.join(', ')}. Rows of your own go into`,
  own: 'your own version of the game',
  noPeople: 'Nobody ready-made stands in the author’s draft, and this table plays by the draft alone.',
}

/** At the table, on the phone in the hand and on the television. */
const table = {
  // for whoever tries a game alone
  trying: {
    label: 'For newcomers',
    place: (step: number, of: number) => `step ${step} of ${of}`,
    show: (verb: string) => `Show me: ${plain(verb)}`,
    now: (verb: string) => `Do it: ${plain(verb)}`,
    below: (hasOdds: boolean) =>
      hasOdds
        ? 'It is filled in below: look at the odds, then press “Do it”.'
        : 'It is filled in below: press “Do it”.',
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
  newer: {
    title: 'A newer version',
    isThere: (title: string) => `There is a newer version of ${title}. This table goes on as it is until it takes it.`,
    what: 'What is new',
    count: (rows: number) => many(rows, 'row', 'rows'),
    added: (list: string) => `New in ${plain(list)}:`,
    changed: (list: string) => `Changed in ${plain(list)}:`,
    gone: (list: string) => `Gone from ${plain(list)}:`,
    same: 'Its lists are the same.',
    take: 'Take the new version',
    propose: 'Propose the new version',
    later: 'Not now',
  },
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

  // people and sheets
  people: 'People',
  sheet: 'Sheet',
  pools: 'Your numbers',
  strip: (name: string) => `How ${name} is`,
  toSheet: (name: string) => `The sheet of ${name}`,
  noSheet: 'You have nobody on the table yet.',
  nobody: 'Nobody has come to the table yet.',
  alsoHere: 'Also at the table',
  seenAs: (kind: string, look: string) => `${kind}, seen as ${look}`,
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
  stack: (name: string, value: number, most: number) => `${name}: ${value} ${table.outOf(most)}`,
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
  seatHas: (seat: string, value: number, field: string) => `${seat}: ${value} ${table.counted(value, field)}`,
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
  unfold: (count: number) => `${count} answers …`,
  waitHere: (count: number) => `${count} questions wait for you here.`,
  limits: (low: number, high: number) =>
    (low === high ? `only ${low} is possible` : `${low} to ${high}`).replaceAll('-', '−'),
  withWhy: (label: string, why: string) => `${label} (${why})`,
  costs: (price: string) => `costs ${price}`,
  brings: (price: string) => `brings ${price}`,
  priceOf: (who: string, price: string) => `${who}: ${price}`,
  each: (prices: string[]) => `each ${prices.join(', ')}`,
  chooseOne: 'Choose …',
  less: 'One less',
  more: 'One more',
  ownWords: 'Or in your own words',
  textLimit: (high: number) => `At most ${many(high, 'character')}`,
  missing: { text: 'Write something first.', dice: 'Enter a face for every die first.' } as Record<string, string>,
  yourDice: 'Faces entered so far',
  nextDie: (sides: number, place: number, count: number) => `Die ${place} of ${count}: a d${sides}`,
  allDice: 'All dice are entered.',
  shows: (face: number) => `it shows ${face}`,
  takeLast: 'Take the last one back',
  toOrder: (count: number) => `${many(count, 'thing')} to put in order`,
  sooner: (what: string) => `${what}: sooner`,
  later: (what: string) => `${what}: later`,
  standsAt: (what: string, place: number, count: number) => `${what} is number ${place} of ${count}.`,
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
  owes: (seat: string, verb: string) => (verb ? `${seat}: ${plain(verb)}` : `${seat} has to answer`),
  hasLaid: 'has answered, face down',
  since: (seconds: number) => `for ${span(seconds)}`,
  lapse: 'Let the default stand',
  lapseFor: (seat: string) => `Let the default stand for ${seat}`,
  notWait: 'Do not wait',
  notWaitFor: (seat: string) => `Do not wait for ${seat}`,
  hurried: (seconds: number) => `nobody waits longer than ${seconds} seconds`,
  standIn: 'Name a stand-in',
  standInFor: (seat: string) => `Name a stand-in for ${seat}`,

  // the door
  door: {
    door: 'At the door',
    waits: (name: string) => `${name} would like to sit down`,
    letIn: 'Let in',
    letInWho: (name: string) => `Let ${name} in`,
    turnAway: 'Turn away',
    turnAwayWho: (name: string) => `Turn ${name} away`,
    wayBack: (name: string) => `${name} may come back on another device`,
    title: 'Who may come in',
    who: 'Whoever has the link',
    newcomers: { welcome: 'sits down', 'by consent': 'waits to be let in', refused: 'is refused' },
    set: 'Set',
    propose: 'Propose',
    isSet: 'So it is from now on.',
    isProposed: 'The players vote on it now.',
    linkHint: 'Has the link gone to somebody it was not for? Another one takes its place; whoever sits here stays.',
    changeLink: 'Change the link',
    linkChanged: 'The old link lets nobody in any more. This is the new one.',
  },

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
  nothingThere: 'nothing to choose from',
  moreOfIt: (what: string) => `More: ${what}`,
  notNow: (why: string) => `Not now: ${why}`,
  bring: 'Bring somebody to the table',
  bringHint: 'Build the one you will play. You can read, talk and roll meanwhile.',

  // turns
  turns: 'Order of turns',
  round: (round: number) => (round ? `round ${round}` : 'before the first round'),
  turnOf: (seat: string) => `${seat}’s turn`,
  yourTurn: 'Your turn',
  yourTurnAs: (name: string, seat: string) => (name === seat ? table.yourTurn : `${table.yourTurn}: ${name}`),
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
  backAsk: 'Take back your last step?',
  backHint: 'It stays in the log, struck through, and everything that came of it is undone.',
  backBefore: 'Back to before this',
  rewindAsk: 'Take back everything from here on?',
  backVote: 'Put it to the vote',
  rewindNothing: 'Nothing of your log would be undone.',

  // the log
  log: 'Log',
  whatHappened: 'What happened',
  nothingYet: 'Nothing has happened yet.',
  earlier: 'Earlier',
  newest: 'To the newest',
  details: 'Details',
  undone: (count: number) => `Taken back: ${many(count, 'line')}`,
  tookBack: (what: string[]) => `Taken back: ${what.length > 2 ? many(what.length, 'thing') : what.join('; ')}`,
  isUndone: 'undone',
  quoted: (words: string) => `“${words}”`,
  inner: (words: string) => words.replace(/[“„«]/g, '‘').replace(/[”‟»]/g, '’').replace(/"/g, "'"), // none closes the outer ones
  said: ({ who, words }: { who: string; words: string }) => `${who}: ${table.quoted(words)}`,
  isPrivate: 'not everyone sees this',
  laid: (rows: [string, string][]) => `Turned over: ${rows.map(([seat, answer]) => `${seat} ${answer}`).join(', ')}`,
  turned: (answers: string[]) => `Turned over: ${answers.join(', ')}`,
  changes: (count: number) => `${many(count, 'thing')} put on the table`,
  within: (rules: string[]) => rules.map(plain).join(' › '),
  die: (die: Die) =>
    `${die.face}${die.mark ? ` ${plain(die.mark)}` : ''}${die.sides === 6 ? '' : ` on a d${die.sides}`}`,
  dice: (dice: Die[]) => `Dice: ${dice.map((die) => table.die(die)).join(', ')}`,

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
    ['q', 'quiet: nothing comes to the front by itself, and back'],
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
  laidUnsaid: 'You have answered, face down',
  laidAloud: (answer: string) => `You laid ${answer} face down`,
  laidBy: (seat: string) => `${seat} has answered, face down`,
}

/** The pages around the table: lobby, new table, join, builder, odds, rulebook. */
const pages = {
  house: {
    name: 'Fatewright',
    navigation: 'Pages',
    newTable: 'New table',
    odds: 'Odds',
    rulebook: 'Rulebook',
    waiting: 'One moment …',
    again: 'Try again',
    range: (low: number, high: number) => `${low} to ${high}`.replaceAll('-', '−'),
  },
  lobby: {
    title: 'What shall we play?',
    lead: 'A table that knows the rules. Sit down, and see the exact odds of everything before you do it.',
    yours: 'Your tables',
    damaged: 'damaged: can be looked at',
    none: 'None yet. Open a table and invite the others, or join one with a link.',
    open: 'New table',
    recap: 'Recap',
    tried: (count: number) => `Tried out (${count})`,
    forget: 'Forget',
    forgetHelp: 'Give up this seat: the table leaves your list.',
    join: 'Join a table',
    joinHelp: 'Scan the code on the host’s screen, or paste the link or the table’s code here.',
    joinLabel: 'Link or code',
    joinButton: 'Join',
    notALink: 'This is neither a link to a table nor a table’s code.',
    games: 'Games',
    ready: 'ready to play',
    coming: 'coming: not to be played yet',
    play: 'New table',
    tryIt: 'Try it',
    setting: 'Setting it out …',
    odds: 'Odds',
    rules: 'Rulebook',
    build: 'Make a character',
    leftOut: 'Left out',
    leftOutHelp: 'These folders cannot be played yet, and their tables wait. Put them right and start the server anew.',
    own: 'Your own version',
    change: 'What it adds',
    versionOf: (title: string) => `a version of ${title}`,
    of: (what: string, game: string) => `${what}: ${game}`,
    roles: { gm: 'game master', player: 'player', spectator: 'spectator', television: 'television' } as Record<
      string,
      string
    >,
    as: (seat: string, role: string) => `${seat}, ${pages.lobby.roles[role] ?? role}`,
  },
  newTable: {
    title: 'New table',
    lead: 'Choose what to play; the others join by link when the table stands.',
    game: 'Game',
    none: 'There is no game here that can be played yet.',
    coming: (titles: string[]) => `Coming, not to be played yet: ${titles.join(', ')}.`,
    own: (title: string, isVersion: boolean) => (isVersion ? `What ${title} adds` : `Your own version of ${title}`),
    ownHelp: 'Skills, gear or whatever else the game lists, without writing code.',
    name: 'Name of the table',
    nameHelp: 'So that everyone finds it again. Without one, it is called after the game.',
    seat: 'Your name',
    seatGm: 'You will be the game master of this table.',
    seatPlayer: 'You will be the first player; this game has no game master.',
    preset: 'Preset',
    asItComes: 'as the game comes',
    yourOwn: 'your own',
    dials: 'Dials',
    dialsHelp: 'What every table decides for itself.',
    otherDials: 'Other',
    changed: (count: number, of: number) =>
      count ? `${count} of ${of} changed` : `${many(of, 'dial', 'dials')}, all as the game comes`,
    byDefault: (value: string) => `${value} (default)`,
    isHouse: 'house ruling',
    isHouseHelp: 'The original leaves this open.',
    rulesOf: 'In the rulebook',
    open: 'Open the table',
    opening: 'Opening …',
  },
  invitation: {
    title: 'Invite the others',
    qr: (name: string) => `QR code of the link to the table ${name}`,
    help: 'Scan the code with a phone on the same network, or pass on the link. No account is needed.',
    link: 'Link to this table',
    television: 'A television opens the same link, and chooses to be one.',
    copy: 'Copy the link',
    copied: 'Copied.',
    selected: 'Selected: copy it with Ctrl+C, or by holding it down.',
    loopback: (host: string) =>
      `Only this computer can open this link: on every device, ${host} means the device itself. Either this computer ` +
      `is in no network, or Fatewright was started with --host so that it listens to nobody else.`,
  },
  join: {
    title: (name: string) => `Join ${name}`,
    plain: 'Join a table',
    seated: (seat: string) => `You sit here as ${seat}.`,
    toTheTable: 'To the table',
    another: 'Or sit down as somebody else',
    name: 'Your name',
    free: 'Free seats',
    freeHelp: 'Somebody kept these for you: tap one, or type a name of your own.',
    role: 'How do you sit here?',
    player: 'Player',
    playerHelp: 'You have a character and a say.',
    spectator: 'Spectator',
    spectatorHelp: 'You see what everyone may see.',
    sit: 'Sit down',
    sitting: 'Sitting down …',
    claiming: 'Taking your seat …',
    waits: (name: string) => `${name}, somebody at the table has to let you in.`,
    waitsHelp: 'This page goes on by itself when they do.',
    turnedAway: 'You were not let in.',
    television: 'A screen for everybody to look at?',
    useTelevision: 'Use it as the television',
  },
  enter: {
    title: 'Who goes there?',
    lead: 'This house asks for its passphrase. Whoever invited you knows it.',
    passphrase: 'Passphrase',
    enter: 'Enter',
    entering: 'Entering …',
  },
  build: {
    title: (game: string) => `A character for ${game}`,
    waiting: 'Make a character',
    lead: 'Before there is a table. Nothing is lost while this page is open; a file keeps it for longer.',
    preset: 'At the table, the dials will be',
    nothing: (game: string) => `There is no game ${game} here for which characters are made.`,
  },
  builder: {
    title: 'Make a character',
    name: 'Name of the character',
    step: (number: number, of: number) => `Step ${number} of ${of}`,
    spent: (spent: number, available: number, name: string) => `${spent} of ${available} ${plain(name)} spent`,
    whence: 'Where they come from',
    less: 'One less',
    more: 'One more',
    byDice: 'By dice',
    byDiceHelp: 'Let dice decide; every die is shown, and you may change what they chose.',
    dice: 'The dice',
    die: (sides: number, face: number, mark: string) => `d${sides}: ${face}${mark ? `, ${mark}` : ''}`,
    takeBack: 'Back to what I had',
    begin: 'Begin from',
    play: (name: string) => `Play ${plain(name)}`,
    readyMade: 'Take somebody ready-made',
    readyMadeHelp: 'Whoever you take fills the builder, and you may change everything.',
    somebody: 'Choose somebody …',
    sheet: 'The sheet',
    derived: 'What follows',
    why: (name: string) => `Why ${plain(name)}?`,
    none: 'none yet',
    chosen: (count: number, high: number) => (high ? `${count} of at most ${high}` : `${count} chosen`),
    owned: (count: number, of: number) => (count ? `${count} of ${of}` : many(of, 'entry', 'entries')),
    ofEntry: (entry: string, what: string) => `${entry}: ${what}`,
    notOwned: 'none',
    filter: 'Find',
    filterOf: (name: string) => `Find in ${plain(name)}`,
    nothingFound: 'Nothing here is called so.',
    yourOwn: 'Your own',
    addOwn: 'Add your own',
    add: 'Add',
    addEntry: 'Add …',
    addTo: (name: string) => `Add to ${plain(name)}`,
    emptyRow: 'Write your own',
    beginFrom: 'Begin from a ready-made one',
    row: (name: string, number: number) => `${plain(name)} ${number}`,
    remove: 'Remove',
    removeOne: (what: string) => `Remove ${what}`,
    full: (high: number) => `That is all: at most ${high}.`,
    draw: 'Let the dice pick',
    drew: (entry: string) => `The dice picked: ${entry}`,
    left: (count: number) => many(count, 'character left', 'characters left'),
    warnings: 'Worth a second look',
    noSteps: 'There is nothing to choose in this game: a name is enough.',
    checking: 'Checking …',
    legal: 'A legal sheet.',
    toFile: 'Save it as a file, and open the file when you sit down at a table.',
    problems: (count: number) => many(count, 'thing is not right yet', 'things are not right yet'),
    notRight: 'What is not right yet',
    unchecked: 'The sheet could not be checked.',
    toTheTable: 'To the table',
    going: 'On the way …',
    written: {
      title: 'Write somebody',
      name: 'What it is, for you alone',
      readyMade: 'Begin from a copy of',
      readyMadeHelp: 'Or from this empty sheet. Whatever you take, you may change all of it.',
      legal: 'The rules can read this sheet.',
      warnings: 'What a player’s character could not have',
      toTheTable: 'Put on the table',
    },
  },
  share: {
    share: 'Share this page',
    copied: 'The address is in the clipboard.',
    byHand: 'Copy the address from the browser’s bar.',
  },
  odds: {
    title: 'Odds',
    lead: 'Exact, never sampled unless it says so. The address of this page is the situation: pass it on.',
    first: 'Situation',
    second: 'Compared with',
    game: 'Game',
    anyDice: 'Any dice',
    notation: 'Dice',
    notationHelp: 'Such as 3d6, 4d6kh3 (keep the highest three) or 2d20kl1+5.',
    rule: 'Rule',
    lens: 'Look at',
    everything: 'everything',
    more: (count: number) => `${count} more, as the game comes`,
    noRules: 'This game has no rule with odds yet.',
    compare: 'Compare with another',
    single: 'Only one situation',
    behind: 'Rules behind it',
    mean: (mean: string) => `mean ${mean}`,
    answer: (label: string) => `If the answer is: ${label}`,
    fewer: (count: number) => `${many(count, 'less likely outcome', 'less likely outcomes')} left out.`,
    all: 'Show all',
    difference: (points: string) => `${points} points`,
    results: 'What may come of it',
  },
  rulebook: {
    title: 'Rulebook',
    lead: 'Every paragraph has its number; wherever a number or a ruling shows at the table, it leads here.',
    none: 'There is no rulebook here.',
    search: 'Search',
    searchHelp: 'Words, or a paragraph’s number.',
    found: (count: number) =>
      count >= 200 ? `The first ${count} paragraphs found` : many(count, 'paragraph found', 'paragraphs found'),
    results: 'What was found',
    nothing: 'Nothing found. Try fewer or other words.',
    contents: 'Contents',
    back: (title: string) => `Contents: ${title}`,
    count: (count: number) => many(count, 'paragraph', 'paragraphs'),
    before: 'Before it',
    after: 'After it',
    neighbours: 'Neighbouring paragraphs',
    chapters: 'Neighbouring chapters',
    untitled: 'Paragraphs',
    unsaid: 'What the rules do not say, and how it is played here',
    tags: { rule: '', option: 'option', gap: 'house ruling', guidance: 'guidance' } as Record<string, string>,
    example: 'worked example',
  },
  content: {
    waiting: 'Lists of a game',
    title: (game: string) => `Your version of ${game}`,
    leadNew: (game: string) =>
      `Add to the lists of ${game}. What you save is a game of its own beside it; ${game} itself stays as it is.`,
    lead: (game: string) =>
      `What is listed here comes on top of ${game}. Tables that play this version go on as they are until they take a change.`,
    versions: 'Versions in this house',
    name: 'Name of your version',
    nameHelp: 'So it will be called when a table is opened.',
    lists: 'Lists',
    note: (count: number, own: number) => (own ? `${own} of yours, ${count} of the game` : `${count} of the game`),
    noteLocked: (count: number, own: number) =>
      own ? `${many(own, 'row', 'rows')} added, ${count} of the game` : `${count} of the game`,
    notYours: (title: string) =>
      `${title} was made in another browser, and is changed there alone. Look at it, play it, or go on with a copy under another name.`,
    notYoursHelp: (id: string) =>
      `If it was you: whoever runs this house gives it back with fatewright versions recover ${id}`,
    copy: 'Copy',
    copyHelp: (title: string) => `Your copy of ${title} needs a name of its own; ${title} stays as it is.`,
    claimed: (title: string) => `${title} is yours: this browser may change it.`,
    rowsOfGame: (count: number) => `${many(count, 'row', 'rows')} of the game, which stay as they are`,
    rowName: 'name',
    needed: (name: string) => `${plain(name)} (needed)`,
    newRow: (list: string, number: number) => `New in ${plain(list)}: row ${number}`,
    add: (list: string) => `Add to ${plain(list)}`,
    remove: 'Remove',
    removeOne: (name: string) => `Remove ${name}`,
    rows: (count: number, most: number) => `${count} of at most ${many(most, 'row', 'rows')} of yours`,
    save: 'Save',
    saving: 'Saving …',
    flaws: (count: number) =>
      `Nothing was saved: ${many(count, 'thing is not right yet', 'things are not right yet')}.`,
    notRight: 'What is not right yet',
    saved: (title: string) => `${title} is saved, and can be played.`,
    play: 'Open a table',
  },
  nowhere: {
    title: 'There is nothing here',
    lead: 'This address leads nowhere: perhaps a letter is missing, or the table was put away.',
    home: 'To the lobby',
  },
}

/** Looking back: the log’s filter, the history of a number, the film, the recap. */
const history = {
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
    [history.roles[guest.role] ?? guest.role, guest.tokens.length ? `with ${guest.tokens.join(', ')}` : '']
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
  owes: (seat: string) => `${seat} owes an answer`,
  nothingOwing: 'Nobody owes anything.',
}

/** How things look: settings, paper, cards that are turned over, and a screen that broke. */
const look = {
  settings: 'Settings',
  language: 'Language',
  scheme: 'Light',
  schemes: { device: 'as the device', light: 'light', dark: 'dark' },
  motion: 'Dice fall, cards turn over, counters move',
  motionHint: 'Without it, everything is simply there. Devices that ask for less motion get none.',
  quiet: 'Quiet: nothing comes to the front by itself',
  quietHint: 'For when the table talks. Questions wait behind a small number, dice go straight to the log.',
  isQuiet: 'quiet',
  here: 'These hold on this device.',

  print: 'Print',
  printOf: (name: string) => `Print ${name}’s sheet`,
  printAll: 'Print all sheets',
  allSheets: 'All sheets',
  paper: (name: string) => `${name}, on paper`,
  printNow: 'Print it',
  saveFile: 'Save as a file',
  saveSheet: 'Save the character',
  close: 'Close',
  layingOut: 'Laying it out …',

  saveCharacter: 'Save as a file',
  openCharacter: 'Open a file',
  noCharacter: 'This file is not a character.',
  otherGame: (title: string) => `This character is of another game, not of ${title}.`,
  opened: (name: string) => `${name} is in the builder.`,

  owes: (seat: string) => `${seat}: not yet`,
  laid: (seat: string) => `${seat}: face down`,
  cards: 'Face down on the table',

  broken: 'This screen broke.',
  brokenHint:
    'Nothing at the table is lost: it is stored on the server. Load the page again; if that does not help, tell whoever runs the server what is written here.',
  reload: 'Load again',
  toLobby: 'To your tables',
  opening: 'One moment …',
  notLoaded: (why: string) =>
    `A part of the page could not be fetched. Perhaps the server was restarted with a newer one. (${why})`,

  leaving: 'This device is being passed on.',
  unreachable: 'The table cannot be reached just now.',
  answered: (status: number) => `The server answered ${status}.`,

  distance: (name: string, squares: number) => `${name}: ${squares}`,
  distances: (from: string) => `Squares from ${from}`,
  range: (name: string, squares: number) => `${name} ${squares}`,
}

const taps = (count: number) => (count === 1 ? 'One tap' : `${count} taps`)

/** The line to the table: whether it holds, what is not yet saved, and what to do where it cannot be mended. */
const line = {
  lost: 'The table is out of reach.',
  away: (count: number) =>
    count ? `${taps(count)} not yet saved: kept here, and sent as soon as it is back.` : 'Nothing you do is lost.',
  sending: (count: number) => `${taps(count)} not yet saved. Sending again …`,
  back: 'The table is back. Everything is saved.',
  nextTry: (seconds: number) => (seconds > 0 ? `Next try in ${seconds} s` : 'Trying …'),
  retry: 'Retry now',
  missed: (why: string) => `Something you did before this page was loaded again could not be done any more: ${why}`,
  seen: 'All right',

  seeded: 'The dice of this table follow a seed.',
  damaged:
    'This table is damaged. What is whole of it can be looked at; whoever runs the server can save it with “fatewright table export”.',

  noTable: 'There is no such table.',
  noTableHint: 'Look at the address once more, or go to your tables.',
  noGame: 'The game of this table is missing.',
  noGameHint:
    'Nothing is lost: the table is stored. Whoever runs the server puts the folder of the game back and starts it again; then load this page again.',
  unread: (wrong: string) => `This page does not understand what the table says (${wrong}).`,
  unreadHint: 'Probably the server is newer than this page. Load it again: the table is stored as it was.',
}

const MOST_TOLD = 2 // headlines that fit into a notice

/** Behind the screen: what was taken back, who is put on the table, who hears of secret rolls. */
const gm = {
  takenBack: (what: string[]) => {
    const more = what.length - MOST_TOLD
    return what.length
      ? `Taken back: ${what.slice(0, MOST_TOLD).join('; ')}${more > 0 ? ` and ${more} more` : ''}`
      : 'Taken back.'
  },
  quietOn: 'Quiet: nothing comes to the front by itself. Key q ends it.',
  quietOff: 'No longer quiet.',

  place: 'Put somebody on the table',
  find: 'Find somebody',
  nobody: 'Nobody is called so.',
  howMany: 'How many',
  called: 'Called (or as they look)',
  openly: 'Say what they are',
  foes: 'Ready-made',
  people: 'People to play',
  written: 'Written by you',
  write: 'Write somebody',
  look: 'What the others see',
  keep: 'Keep for next time',
  byNumber: (field: string) => `A foe by ${plain(field)} alone`,
  foe: 'Foe',
  put: (name: string, count: number) =>
    count > 1 ? `Put ${count} × ${name} on the table` : `Put ${name} on the table`,
  arrived: (names: string[]) => `On the table: ${names.join(', ')}`,

  secretly: {
    silent: 'Of secret rolls the others hear nothing.',
    announced: 'At secret rolls the others hear dice fall.',
  } as Record<string, string>,
}

export default { values, table, pages, history, look, line, gm, ours }
