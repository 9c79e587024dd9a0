// How outcomes are drawn: each tone has its own fixed colour, and outcomes stand from worst to best.
import type { Odds, Outcome } from '../protocol'

export type Tone = Outcome['tone']
const TONES: Tone[] = ['disaster', 'bad', 'plain', 'mixed', 'good', 'triumph']
const WON = TONES.indexOf('mixed') // from here on it went well enough

export interface Grade {
  label: string
  tone: Tone
  share: string // how full its colour is, so that two outcomes of one tone can be told apart
}

/** The outcomes of several odds, from worst to best: by tone, then in the game's order, and otherwise as they come. */
export function graded(several: Odds[], order: string[]): Grade[] {
  const tones = new Map(several.flatMap((odds) => odds.outcomes.map(({ label, tone }) => [label, tone])))
  const isKnown = [...tones.keys()].every((label) => order.includes(label))
  const place = (label: string) => (isKnown ? order.indexOf(label) : 0)
  const found = [...tones].toSorted(
    ([one, its], [other, their]) => TONES.indexOf(its) - TONES.indexOf(their) || place(one) - place(other),
  )
  return found.map(([label, tone]) => {
    const alike = found.filter(([, other]) => other === tone).map(([one]) => one)
    return { label, tone, share: shareOf(tone, alike.indexOf(label), alike.length) }
  })
}

/** What is plain goes in steps from pale to full; of a tone, the palest is still that tone. */
function shareOf(tone: Tone, place: number, count: number): string {
  const least = tone === 'plain' ? 30 : 62
  return `${count > 1 ? Math.round(least + ((100 - least) * place) / (count - 1)) : tone === 'plain' ? 70 : 100}%`
}

/** From which outcome on it went well: the first that is not bad, or else the middle one. */
export function usualLeast(grades: Grade[]): string {
  const won = grades.find(({ tone }) => TONES.indexOf(tone) >= WON)
  return (won ?? grades[Math.floor(grades.length / 2)])?.label ?? ''
}
