// Every text that a person reads on the pages around the table: lobby, new table, join, builder, odds, rulebook.
import { spaced } from './names'

export { spaced }

/** A value of a dial, a list or a sheet as people read it. */
export function said(value: unknown): string {
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(said).join(', ')
  if (typeof value === 'object') return parts(value).join(' · ')
  return spaced(String(value))
}

/** The entries of an object, each as a short phrase: "harm 1", "trait hand". */
export const parts = (value: object) => Object.entries(value).map(([key, one]) => `${spaced(key)} ${said(one)}`)

const minute = 60
const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 525600 * minute],
  ['month', 43800 * minute],
  ['day', 1440 * minute],
  ['hour', 60 * minute],
  ['minute', minute],
]

/** How long ago a moment was, given in seconds since 1970. */
export function ago(at: number): string {
  const gone = Date.now() / 1000 - at
  const [unit, length] = units.find(([, length]) => gone >= length) ?? ['minute', 0]
  if (!length) return 'just now'
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-Math.floor(gone / length), unit)
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const words = {
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
    none: 'None yet. Open a table and invite the others, or join one with a link.',
    open: 'New table',
    join: 'Join a table',
    joinHelp: 'Scan the code on the host’s screen, or paste the link or the table’s code here.',
    joinLabel: 'Link or code',
    joinButton: 'Join',
    notALink: 'This is neither a link to a table nor a table’s code.',
    games: 'Games',
    ready: 'ready to play',
    coming: 'coming: not to be played yet',
    play: 'New table',
    odds: 'Odds',
    rules: 'Rulebook',
    of: (what: string, game: string) => `${what}: ${game}`,
    roles: { gm: 'game master', player: 'player', spectator: 'spectator', television: 'television' } as Record<
      string,
      string
    >,
    as: (seat: string, role: string) => `${seat}, ${words.lobby.roles[role] ?? role}`,
  },
  newTable: {
    title: 'New table',
    lead: 'Choose what to play; the others join by link when the table stands.',
    game: 'Game',
    none: 'There is no game here that can be played yet.',
    coming: (titles: string[]) => `Coming, not to be played yet: ${titles.join(', ')}.`,
    name: 'Name of the table',
    nameHelp: 'So that everyone finds it again.',
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
      count ? `${count} of ${of} changed` : `${counted(of, 'dial', 'dials')}, all as the game comes`,
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
  },
  enter: {
    title: 'Who goes there?',
    lead: 'This house asks for its passphrase. Whoever invited you knows it.',
    passphrase: 'Passphrase',
    enter: 'Enter',
    entering: 'Entering …',
  },
  builder: {
    title: 'Make a character',
    name: 'Name of the character',
    step: (number: number, of: number) => `Step ${number} of ${of}`,
    spent: (spent: number, available: number, name: string) => `${spent} of ${available} ${spaced(name)} spent`,
    whence: 'Where they come from',
    less: 'One less',
    more: 'One more',
    byDice: 'By dice',
    byDiceHelp: 'Let dice decide; every die is shown, and you may change what they chose.',
    dice: 'The dice',
    die: (sides: number, face: number, mark: string) => `d${sides}: ${face}${mark ? `, ${mark}` : ''}`,
    takeBack: 'Back to what I had',
    begin: 'Begin from',
    readyMade: 'Take somebody ready-made',
    readyMadeHelp: 'Whoever you take fills the builder, and you may change everything.',
    somebody: 'Choose somebody …',
    sheet: 'The sheet',
    print: 'Print',
    derived: 'What follows',
    why: (name: string) => `Why ${spaced(name)}?`,
    none: 'none yet',
    chosen: (count: number, high: number) => (high ? `${count} of at most ${high}` : `${count} chosen`),
    owned: (count: number, of: number) => (count ? `${count} of ${of}` : counted(of, 'entry', 'entries')),
    ofEntry: (entry: string, what: string) => `${entry}: ${what}`,
    notOwned: 'none',
    filter: 'Find',
    filterOf: (name: string) => `Find in ${spaced(name)}`,
    nothingFound: 'Nothing here is called so.',
    yourOwn: 'Your own',
    addOwn: 'Add your own',
    add: 'Add',
    addEntry: 'Add …',
    addTo: (name: string) => `Add to ${spaced(name)}`,
    emptyRow: 'Write your own',
    beginFrom: 'Begin from a ready-made one',
    row: (name: string, number: number) => `${spaced(name)} ${number}`,
    remove: 'Remove',
    removeOne: (what: string) => `Remove ${what}`,
    full: (high: number) => `That is all: at most ${high}.`,
    draw: 'Let the dice pick',
    drew: (entry: string) => `The dice picked: ${entry}`,
    left: (count: number) => counted(count, 'character left', 'characters left'),
    warnings: 'Worth a second look',
    noSteps: 'There is nothing to choose in this game: a name is enough.',
    checking: 'Checking …',
    legal: 'A legal sheet.',
    problems: (count: number) => counted(count, 'thing is not right yet', 'things are not right yet'),
    notRight: 'What is not right yet',
    unchecked: 'The sheet could not be checked.',
    toTheTable: 'To the table',
    going: 'On the way …',
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
    noRules: 'This game has no rule with odds yet.',
    compare: 'Compare with another',
    single: 'Only one situation',
    behind: 'Rules behind it',
    mean: (mean: string) => `mean ${mean}`,
    answer: (label: string) => `If the answer is: ${label}`,
    fewer: (count: number) => `${counted(count, 'less likely outcome', 'less likely outcomes')} left out.`,
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
      count >= 200 ? `The first ${count} paragraphs found` : counted(count, 'paragraph found', 'paragraphs found'),
    results: 'What was found',
    nothing: 'Nothing found. Try fewer or other words.',
    contents: 'Contents',
    back: (title: string) => `Contents: ${title}`,
    count: (count: number) => counted(count, 'paragraph', 'paragraphs'),
    before: 'Before it',
    after: 'After it',
    neighbours: 'Neighbouring paragraphs',
    chapters: 'Neighbouring chapters',
    untitled: 'Paragraphs',
    tags: { rule: '', option: 'option', gap: 'house ruling', guidance: 'guidance' } as Record<string, string>,
    example: 'worked example',
  },
  nowhere: {
    title: 'There is nothing here',
    lead: 'This address leads nowhere: perhaps a letter is missing, or the table was put away.',
    home: 'To the lobby',
  },
}
