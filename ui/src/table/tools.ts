// Which of the verbs that every table has stand together on the game master's screen.
import { table as words } from '../words'

export const TOOLS: { title: string; verbs: string[] }[] = [
  { title: words.screen, verbs: ['secret-roll', 'allow'] },
  { title: words.cast, verbs: ['place', 'quick', 'remove', 'hand-over'] },
  { title: words.time, verbs: ['pass-time', 'session'] },
  { title: words.seats, verbs: ['seat', 'stand-in', 'unseat'] },
]

export const GM_TOOLS = TOOLS.flatMap((tool) => tool.verbs)
