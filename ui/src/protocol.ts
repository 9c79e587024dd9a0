// Written by tools/protocol.py from src/fatewright/web/wire; not to be edited.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export type Value = boolean | number | string

/** Every command has an id of the browser's making: sent again under the same id, it is not done again. */
export interface Said {
  id: string
}

/** Do something: a verb and its arguments. */
export interface Act {
  do: 'act'
  id: string
  verb: string
  args: { [key: string]: Json }
}

/** Answer an open question. A form is answered by a list, in the order of its fields. */
export interface Answer {
  do: 'answer'
  id: string
  question: number
  answer: Json
}

/** Let a question that nobody answers take its default. */
export interface Lapse {
  do: 'lapse'
  id: string
  question: number
}

/** Set a field of a token, with a reason: the game master's last word. */
export interface Overrule {
  do: 'overrule'
  id: string
  token: string
  field: string
  value: boolean | number | string
  reason: string
}

/** Take back the last thing. */
export interface Back {
  do: 'back'
  id: string
}

/** Take back everything from one of your lines on. */
export interface Rewind {
  do: 'rewind'
  id: string
  before: number
}

/** One die as it lies, and what it counted for. */
export interface Die {
  sides: number
  face: number
  mark: string
}

/** Some of a text: words, the name of somebody, or a number and where it comes from, a line for each part. */
export interface Piece {
  text: string
  kind?: '' | 'name' | 'number'
  why?: string[]
}

/** One thing that this seat has witnessed. Lines of one act share `act`, the number of its first line. `kind` is the kind of event: fact, told, began, rolled, landed, verdict, asked, answered, revealed, withdrawn, ended, cancelled, overruled, or undone. `text` is empty where there is nothing to read. `pieces` are the same text, where there are names or numbers in it. `dice` are null if they fell unseen. */
export interface Line {
  number: number
  act: number
  at: number
  kind: string
  text?: string
  dice?: Die[] | null
  within?: string[]
  ids?: string[]
  undone?: number[]
  by?: string
  began?: number
  is_private?: boolean
  said_by?: string
  pieces?: Piece[]
}

/** What something costs, if `amount` is below 0, or brings; `label` is how much that is in words, without a sign. */
export interface Price {
  amount: number
  label: string
  path: string[]
}

/** One answer on offer; `blocked` says why it cannot be taken just now, `caution` what to know before one takes it. `price` is what it costs and brings at once; where `depends` says on what that still hangs, it is not certain. */
export interface Choice {
  value: Json
  label: string
  blocked?: string
  caution?: string
  price?: Price[]
  depends?: string
}

/** What somebody is asked, or may fill in: there is no other description of it anywhere in the protocol. Its kind says how it is answered, and what else it has. Of a game's own lists it has the names, not the entries. `most`: it is answered up to so many times; a `form` of an entry and a number then says a number for each of several entries, any other form so many rows. As chosen, that is `[entry, ...]`, `{entry: number}`, `[{name of the part: answer}, ...]`; as it stands on a table, `[entry, ...]`, `[[entry, number], ...]`, `[[answer, ...], ...]`. `choose`: One person picks one of several options or, where there may be so many characters, says it in their own words. `number`: One person names a number within limits. `reason` says where the limits come from. `text`: One person writes something. What it says decides nothing by itself: any text is as good as another. `dice`: One person throws real dice and reads off what they show: a face for each of `dice`, which are their sides. `form`: One person fills in several fields at once; the answer has a value per field, in their order. `order`: One person puts several things in order; the answer has the value of each, the first of them first. */
export interface Question {
  kind: string
  name: string
  prompt: string
  options?: Choice[]
  from_lists?: string[]
  low?: number
  high?: number
  labels?: string[]
  longest?: number
  most?: number
  reason?: string
  dice?: number[]
  fields?: Question[]
  default?: Json
  pieces?: Piece[]
  each?: Price[]
}

/** A question that waits. What is asked, and what lies face down already, only its own seat gets. */
export interface Waiting {
  number: number
  seat: string
  name: string
  verb: string
  by: string
  began: number
  at: number
  is_sealed: boolean
  is_locked: boolean
  has_default: boolean
  who: string
  asked: Question | null
  answer: Json
}

/** Whatever the table sends to one connection. */
export interface Frame {
}

/** First on every connection: who you are, the table as you know it, and the lines after the last number you named. */
export interface Welcome {
  is: 'welcome'
  table: string
  name: string
  game: string
  seat: string
  role: string
  facts: [string[], Json][]
  questions: Waiting[]
  present: string[]
  lines: Line[]
  number: number
  is_seeded: boolean
  is_damaged: boolean
  is_continued: boolean
}

/** Something happened. `facts` are those that changed, null where one is gone; all of them if `is_whole`. */
export interface News {
  is: 'news'
  lines: Line[]
  facts: [string[], Json][]
  is_whole: boolean
  questions: Waiting[]
}

/** Which seats are connected. */
export interface Present {
  is: 'present'
  seats: string[]
}

/** What is new in a list, what has changed, and what is gone. */
export interface Changed {
  name: string
  added: string[]
  changed: string[]
  gone: string[]
}

/** The version of the game that is played here has been changed: whoever may take it does so by the act `verb`, with this `revision`. Empty if there is nothing newer any more. */
export interface Newer {
  is: 'newer'
  revision: string
  title: string
  verb: string
  changes: Changed[]
}

/** A command was carried out and is stored for good. */
export interface Done {
  is: 'done'
  id: string
  number: number
}

/** A command was not carried out, and why. `id` is empty if the message could not be read at all. */
export interface Refused {
  is: 'refused'
  id: string
  why: string
  is_stale: boolean
}

/** The connection ends. Come back unless `is_final`. */
export interface Farewell {
  is: 'farewell'
  why: string
  is_final: boolean
}

/** The body of a request. */
export interface Asked {
}

/** POST /api/tables: set out a table. Whoever does is its game master, or its first player where there is none. */
export interface NewTable {
  game: string
  name: string
  seat: string
  preset?: string
  dials?: { [key: string]: Json }
}

/** POST /api/tables/ID/join: sit down under a name. */
export interface Join {
  name: string
  role?: 'player' | 'spectator' | 'television'
  is_beside?: boolean
  link?: string
}

/** POST /api/tables/ID/claim: take the seat that a code is good for, once. */
export interface Claim {
  code: string
}

/** POST /api/tables/ID/reseat: a code with which another device takes a seat; the old one loses it then. For one's own seat; for others by the game master, or by a player once the table has voted for it (move-to-reseat). */
export interface Reseat {
  seat: string
}

/** POST /api/tables/ID/link (game master; players, where there is none): another link from now on. Answered by a Door. */
export interface ChangeLink {
}

/** POST /api/tables/ID/hand-over: cover this device until that seat, another of its own, takes it. Answered by a Door. */
export interface HandOver {
  seat: string
}

/** POST /api/tables/ID/take: the seat to which this device was handed over holds it now. Answered by a Door. */
export interface Take {
  seat: string
}

/** POST /api/enter: say the passphrase of this house. */
export interface Pass {
  passphrase: string
}

/** POST /api/tables/ID/odds: the odds of an act, or of every answer to a question that waits for you. */
export interface Weigh {
  verb?: string
  args?: { [key: string]: Json }
  question?: number
}

/** POST /api/tables/ID/undoes: which of your lines a rewind to before one of them would undo. */
export interface Undoes {
  before?: number
}

/** POST /api/tables/ID/changes: all that you know to have become of one number. */
export interface ChangesOf {
  path: string[]
}

/** POST /api/games/ID/check: all that is wrong with a character, at a table with these dials. `is_written`: by a game master, for whom what a player's character could not have is no more than worth a second look. */
export interface Check {
  name: string
  choices: { [key: string]: Json }
  dials?: { [key: string]: Json }
  is_written?: boolean
}

/** POST /api/games/ID/newcomer: a character by dice. */
export interface Newcomer {
}

/** POST /api/games/ID/try: a ready-made scene in which the others play by themselves. Answered by a TableCard. */
export interface TryIt {
}

/** POST /api/tables/ID/forget: give up your seat where you tried a game. */
export interface Forget {
}

/** POST /api/games/ID/draw: let the dice pick an entry for a field that can be drawn. */
export interface Draw {
  field: string
}

/** POST /api/tables/ID/acts: what do you do? Answered by Acts. */
export interface WhatToDo {
}

/** POST /api/tables/ID/form: an act's form with these slots filled in, the others as they usually stand. `is_opening`: nobody has touched it yet. If it cannot be done as it usually stands, it opens on a way in which it can. */
export interface FillIn {
  verb: string
  args?: { [key: string]: Json }
  is_opening?: boolean
}

/** POST /api/tables/ID/sheet: what follows from the numbers of a token, as far as you know them. */
export interface SheetOf {
  token: string
}

/** POST /api/tables/ID/print: the sheets of tokens on paper, as far as you know them. Answered by a Paper. */
export interface Print {
  tokens: string[]
}

/** A row of a list: its name, and what stands in its columns. What is empty, false or not there is not filled in. */
export interface OwnRow {
  name: string
  cells: { [key: string]: Json }
}

/** POST /api/games/ID/own: own a version of a game, by a code from the host that is good once. Answered by a Kept. */
export interface Own {
  code: string
}

/** POST /api/games/ID/content: keep a version of your own of a built-in game, or changes to one that you own. Whoever makes one gets the key to it, a cookie; others may read it, and keep its rows as a version of their own. `stamp` is that of the version as you have read it: nobody overwrites what was kept meanwhile. */
export interface Keep {
  title: string
  lists: { [key: string]: OwnRow[] }
  stamp?: string
}

/** One outcome and its chance: exact as a fraction where that is short enough to read. */
export interface Outcome {
  label: string
  chance: number
  percent: string
  fraction: string
  tone: 'disaster' | 'bad' | 'plain' | 'mixed' | 'good' | 'triumph'
}

/** What may come of something. `note` says why there are no odds, or that they were drawn instead of counted. */
export interface Odds {
  outcomes: Outcome[]
  note: string
  mean: string
  unknown: number
}

/** The odds of one answer. */
export interface AnswerOdds {
  answer: Json
  label: string
  odds: Odds
}

/** Either of an act or of each answer. */
export interface Weighed {
  odds: Odds | null
  answers: AnswerOdds[]
}

/** A number became another one. `lines` are those of the act by which it did, and the one with which that began. */
export interface Change {
  number: number
  at: number
  was: Json
  value: Json
  lines: Line[]
  is_undone: boolean
  is_back: boolean
}

/** One evening: its lines, and when it was. Number 0 is a table at which none was ever opened, as a whole. */
export interface Session {
  number: number
  first: number
  last: number
  began: number
  ended: number
  is_open: boolean
}

/** GET /api/tables/ID/film?first=NUMBER: a stretch of what you have witnessed, act by act, to be shown once more. */
export interface Film {
  table: TableCard
  facts: [string[], Json][]
  questions: Waiting[]
  acts: News[]
  sessions: Session[]
  count: number
}

/** Somebody who was there, whom they played, and how often they acted or answered. */
export interface Guest {
  seat: string
  role: string
  tokens: string[]
  acts: number
}

/** A roll that came to something, and the chance it had before the dice fell, as far as you could know. */
export interface Luck {
  line: number
  seat: string
  verb: string
  outcome: string
  percent: string
  fraction: string
  luck: number
  dice: Die[]
}

/** A number that stands otherwise at the end of a session than at its beginning. */
export interface Moved {
  path: string[]
  was: Json
  value: Json
}

/** An answer that was still owed. */
export interface Owes {
  seat: string
  name: string
  verb: string
}

/** GET /api/tables/ID/recap?session=NUMBER: an evening looked back upon, as you have witnessed it. */
export interface Recap {
  table: TableCard
  session: Session
  sessions: Session[]
  guests: Guest[]
  lines: Line[]
  luck: Luck[]
  moved: Moved[]
  owing: Owes[]
}

/** A table as the lobby shows it. */
export interface TableCard {
  id: string
  name: string
  game: string
  title: string
  seat: string
  role: string
  at: number
  is_try: boolean
  is_damaged: boolean
}

/** What somebody sees who has the link and no seat yet: names that are free to take. */
export interface Door {
  id: string
  name: string
  title: string
  hue: number
  seat: string
  device: string[]
  free: string[]
  link: string
  is_seeded: boolean
  is_damaged: boolean
  waits: string
}

/** A way back to a seat: the link goes to whoever shall have it, and works once. */
export interface Code {
  seat: string
  link: string
}

/** A number that follows from others. `why` has a line for each part, indented below what it is part of. */
export interface Derived {
  name: string
  value: number
  why: string[]
}

/** A budget of the builder: how much of it is spent, in the step of that number. */
export interface Spent {
  step: number
  name: string
  spent: number
  available: number
  why: string[]
}

/** All that is wrong with a character; nothing if it is legal. `warnings` may be passed over. */
export interface Verdict {
  problems: string[]
  warnings: string[]
  values: { [key: string]: Json }
  derived: Derived[]
  budgets: Spent[]
}

/** What follows from the numbers of a token, the prices of what it could advance in next, and how far it gets on the board. `ranges` are squares, a diagonal counting as one: how far it moves, strikes or shoots. */
export interface Derivation {
  derived: Derived[]
  steps: Derived[]
  ranges: { [key: string]: number }
}

/** Sheets to print, a page each: a whole document, black on white. Also of a Check, by POST /api/games/ID/print. */
export interface Paper {
  html: string
  character: string
}

/** One slot of a form: a question, and what stands there; null where somebody has yet to write something. */
export interface Slot {
  asked: Question
  value: Json
  said: string
  is_secret: boolean
}

/** An act as a sentence with slots. `blocked` is why it cannot be done as it stands; empty if it can. `given` are the slots that are filled in by somebody, or by the opening; send them back with what is changed. */
export interface Form {
  verb: string
  slots: Slot[]
  blocked: string
  given: { [key: string]: Json }
}

/** Something that you could do; `blocked` is why it cannot be done at all just now, empty if it can. */
export interface Doable {
  verb: string
  blocked: string
}

/** What do you do? What is most likely wanted comes first, what cannot be done last. */
export interface Acts {
  acts: Doable[]
}

/** An entry that dice have picked, every die shown. */
export interface Drawn {
  entry: string
  dice: Die[]
}

/** A character by dice, every die shown. */
export interface Rolled {
  choices: { [key: string]: Json }
  dice: Die[]
}

/** The numbers of your lines that would no longer count. */
export interface Undone {
  lines: number[]
}

/** GET /api/odds: the odds of a rule or of dice; where somebody has a choice, of each answer. */
export interface RuleOdds {
  title: string
  prompt: string
  each: AnswerOdds[]
}

/** GET /health: the server is up. */
export interface Health {
  version: string
  open_tables: number
}

/** What was wrong with a request, in a sentence. */
export interface Wrong {
  why: string
}

/** One field of a sheet: what is asked, and who may know the answer. What it starts with is its default. */
export interface SheetField {
  asked: Question
  group: string
  is_open: boolean
  is_closed: boolean
  is_drawn: boolean
}

/** One step of the builder: fields to fill in. */
export interface BuildStep {
  title: string
  fields: string[]
  help: string
}

/** A choice that a table makes for itself, and which of it a game comes with. `is_house`: the original leaves it open. */
export interface DialCard {
  asked: Question
  text: string
  group: string
  ids: string[]
  is_house: boolean
}

/** One slot of a verb: what is asked there, whoever fills it in; its prompt is the words around it in the sentence. `of` is what one chooses or writes where that is more than a value: mine (a token one answers for), token, seat, line (by its number), character (a text that the builder writes; its options are ready-made ones), or person (one that it writes for a game master; ready-made ones at /api/tables/ID/cast). Of people there are no options. */
export interface SlotCard {
  asked: Question
  of: string
  is_secret: boolean
}

/** Something a seat can do. `is_house`: at every table, whatever is played. The sentence has `{slots}`, by the names of what is asked, or `{seat}` for whoever does it; `more` are phrases with others. */
export interface VerbCard {
  name: string
  help: string
  slots: SlotCard[]
  roles: string[]
  is_secret: boolean
  is_house: boolean
  group: string
  sentence: string
  more: string[]
}

/** A rule whose odds can be asked for. Its fields are its arguments: those without a default must be filled in. */
export interface RuleCard {
  name: string
  help: string
  ids: string[]
  fields: Question[]
  lenses: string[]
}

/** A row of boxes: as many as a field, or a number that follows, says; filled by these fields, each in its own way. */
export interface Boxes {
  of: string
  filled: string[]
}

/** A number that stands in the tracker unless it is 0. `odd` is what to say if it is odd; empty if that does not matter. */
export interface TrackedNumber {
  field: string
  name: string
  odd: string
}

/** What to show of each token while turns are taken: facts at ["turns", "round"], 0 before the first, "order" and "at". In the order stand names of seats, each for all its tokens, or of tokens. `large` are further facts at ["turns", NAME], to be shown in large figures, and what they are. A turn has so many `parts`; `used` are the fields that say what of it is spent, and the names of that. The entries of `states` have a text that says what each does; who is in one of `out` is out of it. `relations` are said from both sides. `acts` are the groups of acts that a turn is made of. */
export interface Tracker {
  order: 'seats' | 'tokens'
  large: { [key: string]: string }
  parts: number
  used: { [key: string]: string }
  boxes: Boxes | null
  numbers: TrackedNumber[]
  states: string[]
  hands: string[]
  relations: { [key: string]: string[] }
  out: string[]
  acts: string[]
}

/** A body to be drawn: the field with its wounded areas, and the one with the armor of each; empty if there is none. */
export interface Figure {
  wounds: string
  armor: string
  whole: { [key: string]: Json }
}

/** One step of a scene: its caption, and those for questions that wait for the newcomer, by their names. `verb` is what the newcomer does next, with these arguments; empty if it is somebody else who does something, or anything. */
export interface SceneStep {
  says: string
  verb: string
  args: { [key: string]: Json }
  asks: { [key: string]: string }
}

/** A scene to try a game in. Facts at its tables: ["try", "you"], the newcomer's seat, and ["try", "step"], the number of the step they are at; beyond the last, it is over. A plain scene, of a game that says nothing, has no title and no words. */
export interface SceneCard {
  title: string
  text: string
  ends: string
  steps: SceneStep[]
}

/** GET /api/games: a game as it stands in the lobby. All else is asked for when it is opened. */
export interface GameCard {
  id: string
  title: string
  extends: string
  pitch: string
  hue: number
  has_gm: boolean
  has_content: boolean
  has_ledger: boolean
  has_builder: boolean
  has_rules: boolean
  has_scene: boolean
  is_playable: boolean
}

/** GET /api/games/ID: a game as a screen draws it; GET /api/games/ID?rows=VALUE: as a table plays it whose dial *rows* stands so; GET /api/tables/ID/game: as that table does. Of foes it has the names: what they can do, a table keeps to itself. A house's own version has a `revision`, and goes by ID@REVISION, in place of ID, in what is asked about it at a table. `called` says what people read for a name: of a group, a preset, a list, what its rows have, a rule, an act, an outcome, an entry; those not in it are read with spaces for lines. */
export interface Game {
  id: string
  title: string
  version: number
  revision: string
  extends: string
  has_gm: boolean
  has_ledger: boolean
  hue: number
  fields: SheetField[]
  seat_fields: string[]
  people: string[]
  about: { [key: string]: string }
  quick: string
  steps: BuildStep[]
  whole: BuildStep[]
  has_newcomer: boolean
  dials: DialCard[]
  presets: { [key: string]: { [key: string]: Json } }
  lists: { [key: string]: { [key: string]: Json } }
  ours: { [key: string]: string[] }
  emptied: string[]
  rulings: string[]
  called: { [key: string]: string }
  tracker: Tracker
  stacks: { [key: string]: string }
  figure: Figure | null
  outcomes: string[]
  at_hand: string[]
  verbs: VerbCard[]
  rules: RuleCard[]
  scene: SceneCard | null
  languages: string[]
}

/** Somebody to begin from when the game master writes somebody: what they are, and what stands on their sheet. `is_own`: written by whoever has this browser, at this table or another of the same game; to be placed as it is. */
export interface Copy {
  name: string
  look: string
  choices: { [key: string]: Json }
  is_own: boolean
}

/** GET /api/tables/ID/cast: what players see of each kind that the game master places, or makes up ("foe"); whom to copy. */
export interface Cast {
  looks: { [key: string]: string }
  copies: Copy[]
}

/** GET /api/left-out: a game's folder that is here and cannot be played, and what is wrong in which of its files. */
export interface LeftOut {
  folder: string
  why: string
}

/** One column of a list: what is asked of each row, and whether it needs an answer. */
export interface ListColumn {
  asked: Question
  is_needed: boolean
}

/** A list of a game: the rows it comes with, which stay as they are, and those of this version. */
export interface ContentList {
  name: string
  title: string
  columns: ListColumn[]
  rows: OwnRow[]
  own: OwnRow[]
  ours: string[]
  closed: string
}

/** A version of a game that this house has. */
export interface VersionCard {
  id: string
  title: string
}

/** GET /api/games/ID/content: the lists of a game, and what a version adds to them; of a built-in game, nothing yet. */
export interface Content {
  game: string
  game_title: string
  id: string
  title: string
  is_yours: boolean
  stamp: string
  lists: ContentList[]
  called: { [key: string]: string }
  versions: VersionCard[]
  most_rows: number
}

/** Something wrong with a version, in a sentence: about all of it (`list` is empty), a list (`row` is -1), or one row. */
export interface Flaw {
  list: string
  row: number
  why: string
}

/** The version is kept under this id; with flaws, nothing is, and there is none. */
export interface Kept {
  id: string
  flaws: Flaw[]
}

/** A rulebook that is shipped. */
export interface Book {
  id: string
  title: string
  count: number
  hue: number | null
}

/** One numbered paragraph of a rulebook. */
export interface Paragraph {
  id: string
  tag: string
  heading: string
  text: string
}

export type Command = Act | Answer | Lapse | Overrule | Back | Rewind

export type AnyFrame = Welcome | News | Present | Newer | Done | Refused | Farewell
