// What stands around a question: the lists of the game, which questions name and do not repeat, and whose table it is.
import { createContext } from 'svelte'
import type { Lists, Marked } from './asked'

interface Around {
  lists: () => Lists
  ours: () => Marked
  isMine: (name: string) => boolean // a seat or a token of whoever is asked
}

const [getAround, setAround] = createContext<Around>()

export const setLists = (
  lists: () => Lists,
  isMine: Around['isMine'] = () => false,
  ours: Around['ours'] = () => ({}),
) => setAround({ lists, isMine, ours })

export const getLists = () => getAround().lists

export const getOurs = () => getAround().ours

export const getIsMine = () => getAround().isMine
