import { expect, it } from 'vitest'
import type { Line } from '../protocol'
import { gm as words } from '../words'
import { takeBackLast } from './takeback'
import type { View } from '../table/view.svelte'

const line = (number: number, more: Partial<Line>): Line => ({ number, act: number, at: 0, kind: 'told', ...more })

function viewOf(lines: Line[], comes: Line[]): View {
  const link = { lines, send: async () => void link.lines.push(...comes) }
  return { link } as unknown as View
}

it('says what is struck through once the news has come, and nothing of what was there before', async () => {
  const said = [
    line(0, { kind: 'undone', undone: [1] }),
    line(1, { text: 'It is dark' }),
    line(2, { text: 'Ana falls' }),
  ]
  expect(await takeBackLast(viewOf(said, [line(3, { kind: 'undone', undone: [2] })]))).toBe(
    words.takenBack(['Ana falls']),
  )
})

it('says so if nothing of one’s own is struck through', async () => {
  expect(await takeBackLast(viewOf([line(0, { text: 'It is dark' })], []))).toBe(words.takenBack([]))
})
