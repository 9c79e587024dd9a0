// Which of the verbs that every table has stand together on the game master's screen.
import { table as words } from '../words'

export const TOOLS: { title: string; verbs: string[] }[] = [
  { title: words.screen, verbs: ['secret-roll', 'allow'] },
  { title: words.cast, verbs: ['place', 'introduce', 'quick', 'write-somebody', 'unmask', 'remove', 'hand-over'] },
  { title: words.time, verbs: ['pass-time', 'session'] },
  { title: words.seats, verbs: ['seat', 'stand-in', 'unseat', 'newcomers'] },
]

export const AT_THE_DOOR = ['let-in', 'turn-away'] // they stand beside whoever waits there
export const GM_TOOLS = TOOLS.flatMap((tool) => tool.verbs)
