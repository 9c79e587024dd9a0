// Faces drawn from a few shapes in three inks: the same for the same name on every screen, until somebody has a picture of theirs.
// Several of a kind, Tough 1 and Tough 2, look alike but for the number that they wear.

export interface Shape {
  d: string
  fill: string
  isHollow?: boolean // what lies within a line of it is not filled
}

export interface Face {
  shapes: Shape[] // in a square of SIDE, the last on top
  paper: string // what is behind them
  badge: string // the number by which one is told from others of the kind; empty where there is none
}

export const SIDE = 48

// Inks of their own: a face is the same picture by day and by night.
const PAPERS = ['#bfd0d8', '#dccdae', '#cbd3bd', '#e2c8b8', '#cdc6d8']
const COATS = ['#2d3b52', '#74352f', '#3c5243', '#4d4033', '#4c4560', '#8a6a2e']
const SKINS = ['#f1dac2', '#e2bd97', '#c99a71', '#9c6e4e', '#704a35']
const HAIRS = ['#2a2420', '#5a3b26', '#9a6534', '#c8b27c', '#98928a', '#7b3f2a']
const LINE = '#2a2420'
const PALE = '#f7f1e4'

const ring = (x: number, y: number, across: number, down = across) =>
  `M${x - across} ${y}a${across} ${down} 0 1 0 ${across * 2} 0a${across} ${down} 0 1 0 ${-across * 2} 0Z`

const HEADS = [ring(24, 21, 8.6, 10.2), ring(24, 21.5, 7.7, 11), 'M15.6 18q0-8 8.4-8t8.4 8v6q0 7.6-8.4 7.6t-8.4-7.6Z']
const SHORT = 'M15 21C13.4 10.5 19 8 24 8s10.6 2.5 9 13c-1.6-5-4-6.6-9-6.6S16.6 16 15 21Z'
const LONG = 'M13 36C10.5 12 18 6.5 24 6.5S37.5 12 35 36h-5V17H18v19Z'
const BEHIND = ['', LONG, 'M12.5 30C10 12 18 6.5 24 6.5S38 12 35.5 30q-3 2-6 0V18h-11v12q-3 2-6 0Z']

/** What is on a head: of hair, or of the coat's cloth. */
const TOPS: { d: string; isCloth?: boolean; isLong?: boolean }[] = [
  { d: SHORT },
  { d: SHORT, isLong: true },
  { d: 'M15 22C12.5 9 21 6.5 27 8.5c6 1 8.5 6 6.2 13C31.5 16 27.5 13 22 13c-3.5 1-6 3.5-7 9Z' },
  { d: 'M15.3 23c-1.3-3-.9-6 .7-8.5l1 8ZM32.7 23c1.3-3 .9-6-.7-8.5l-1 8Z' },
  { d: `${SHORT}${ring(24, 6.5, 4)}` },
  { d: [ring(16, 15, 3.8), ring(19.5, 10.5, 4.2), ring(25, 9, 4.4), ring(30, 11.5, 4), ring(32.8, 16, 3.4)].join('') },
  { d: 'M20.5 13 22 4.5h4L27.5 13q-3.5-1.6-7 0Z' },
  { d: `${ring(24, 14.5, 12.5, 2.4)}M15.8 14C15.8 3.5 32.2 3.5 32.2 14Z`, isCloth: true },
  { d: 'M14.5 15.5C15 6 33 6 33.5 15.5L37 18q-12-3-22.5-.5Z', isCloth: true },
  { d: 'M10.5 40C7.5 14 15 4.5 24 4.5S40.5 14 37.5 40L32 31c3-12-2-18.5-8-18.5S13 19 16 31Z', isCloth: true },
  { d: 'M14.5 21C13.5 8.5 19 6 24 6s10.5 2.5 9.5 15H31v-5h-6v7h-2v-7h-6v5Z', isCloth: true },
  { d: `M14 19C13 6.5 35 6.5 34 19c-5-4.5-15-4.5-20 0Z${ring(34.5, 20, 2.2)}`, isCloth: true, isLong: true },
]
const BEARDS = [
  '',
  '',
  '',
  '',
  'M19 26.3q2.5-2 5-.6 2.5-1.4 5 .6-2.5 1-5 .4-2.5.6-5-.4Z',
  'M15.7 22C16 32 20 34.5 24 34.5S32 32 32.3 22c-1.3 4.6-4.3 4-8.3 4s-7-.6-8.3-4Z',
  'M21.3 29.3q2.7 1 5.4 0Q26.5 34 24 34t-2.7-4.7Z',
]
const FEATURES = [
  '',
  '',
  '',
  '',
  [20.3, 27.7].map((x) => ring(x, 21, 3.2) + ring(x, 21, 2.5)).join(''), // glasses
  'M16.8 18.5h7l-.8 4.6q-2.7 2.2-5.4 0Z', // a patch
  'M28.6 15.5l1.1-.4 1.7 9-1 .4Z', // a scar
]
const COLLARS = ['M17.5 35.5 24 43l6.5-7.5-2-1.5L24 38l-4.5-4Z', 'M17 34.5q7 5.5 14 0l1.2 3q-8.2 6-16.4 0Z', '']
const BROWS = ['M18 17.6q2.3-1.5 4.6-.2v.9q-2.3-.9-4.6.3ZM30 17.6q-2.3-1.5-4.6-.2v.9q2.3-.9 4.6.3Z', '']
const MOUTHS = ['M20.8 28q3.2 2.2 6.4 0-3.2 1-6.4 0Z', 'M21.2 28.2h5.6v.8h-5.6Z']

const NAMED = /^(.*?)(?:\s+(\d{1,2}))?$/s

/** Whether a face wears the number that tells it from others of its kind. */
export const isNumbered = (name: string) => NAMED.exec(name.trim())![2] !== undefined

/** What somebody of that name looks like. */
export function faceOf(name: string): Face {
  const [, kind, badge] = NAMED.exec(name.trim())!
  const draw = drawing(kind!.toLocaleLowerCase('en'))
  const [paper, coat, skin, hair] = [draw(PAPERS), draw(COATS), draw(SKINS), draw(HAIRS)]
  const top = draw(TOPS)
  const behind = top.isLong ? draw(BEHIND) : ''
  const shapes = [
    { d: behind, fill: hair },
    { d: 'M5 48C5 38.5 14 34 24 34s19 4.5 19 14Z', fill: coat },
    { d: 'M20 27h8v8.5q-4 4-8 0Z', fill: skin },
    { d: draw(COLLARS), fill: PALE },
    { d: draw(HEADS), fill: skin },
    { d: draw(BROWS), fill: hair },
    { d: `${ring(20.4, 21.2, 1.1)}${ring(27.6, 21.2, 1.1)}`, fill: LINE },
    { d: draw(MOUTHS), fill: LINE },
    { d: draw(BEARDS), fill: hair },
    { d: top.d, fill: top.isCloth ? coat : hair },
    { d: draw(FEATURES), fill: LINE, isHollow: true },
  ]
  return { shapes: shapes.filter((shape) => shape.d), paper, badge: badge ?? '' }
}

/** Draws one of several, again and again, always the same for the same word. */
function drawing(word: string): <T>(of: readonly T[]) => T {
  let state = 2166136261
  for (const letter of word) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619)
  return (of) => {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9
    const mixed = Math.imul(state ^ (state >>> 13), 3266489917)
    return of[((mixed ^ (mixed >>> 16)) >>> 0) % of.length]!
  }
}
