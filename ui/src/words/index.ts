// Which language is spoken: each is one file in this folder, found by itself. English is here at once, the others are fetched.
import { again } from '../again'
import { recalled, remember } from '../memory'
import en from './en'

export { speakOf } from './called.svelte'
export * from './said'

export type Words = typeof en

const OTHERS = import.meta.glob<Words>(
  ['./*.ts', '!./*.test.ts', '!./index.ts', '!./said.ts', '!./called.svelte.ts', '!./en.ts'],
  {
    import: 'default',
  },
)

/** The codes of all languages that there are. */
export const LANGUAGES = ['en', ...Object.keys(OTHERS).map((path) => path.slice('./'.length, -'.ts'.length))]

export let language = 'en'
export let tongue = 'en' // of what the table says: as chosen, even where the page itself does not speak it
export let { values, table, pages, history, look, line, gm, ours } = en

export let spoken: string | undefined // the same, where it is not that of the page

/** Speak as this person has chosen; else as the browser prefers, among what there is. Once, before anything is shown. */
export async function speak() {
  const wanted = [recalled('language'), ...navigator.languages.flatMap((tag) => [tag, tag.split('-')[0]!])]
  const code = wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en'
  if (code !== 'en') {
    ;({ values, table, pages, history, look, line, gm, ours } = await again(OTHERS[`./${code}.ts`]!))
    language = document.documentElement.lang = code
  }
  tongue = recalled('language') || code
  spoken = tongue === language ? undefined : tongue
}

/** Another language from now on; what is on the screen already is shown anew. */
export function choose(code: string) {
  remember('language', code)
  location.reload()
}

/** What a language calls itself. */
export const nameOf = (code: string) => new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
