import { describe, expect, it } from 'vitest'
import type { Line } from '../protocol'
import { entriesOf, tellingsOf, textIn } from './entries'

const line = (number: number, more: Partial<Line>): Line => ({ number, act: 0, at: 0, kind: 'told', began: 0, ...more })
const hit = line(1, {
  text: 'Ana hits Bo.',
  pieces: [{ text: 'Ana', kind: 'name' }, { text: ' hits ' }, { text: 'Bo.' }],
})
const falls = line(2, { text: 'Bo falls.', pieces: [{ text: 'Bo', kind: 'name' }, { text: ' falls.' }] })

describe('a headline', () => {
  it('is its sentences after each other, with their names', () => {
    const [entry] = entriesOf([hit, falls], new Set())
    expect(entry!.headline).toBe('Ana hits Bo. Bo falls.')
    expect(textIn(entry!.pieces)).toBe(entry!.headline)
    expect(entry!.pieces.filter((piece) => piece.kind).map((piece) => piece.text)).toEqual(['Ana', 'Bo'])
  })

  it('is words alone where nothing is known of them', () => {
    const [entry] = entriesOf([line(1, { text: 'It rains' })], new Set())
    expect(entry!.pieces).toEqual([{ text: 'It rains' }])
  })

  it('has no names of the table where somebody speaks', () => {
    const [entry] = entriesOf([line(1, { text: 'Ana: Bo!', said_by: 'Ana', pieces: hit.pieces! })], new Set())
    expect(entry!.pieces).toEqual([{ text: 'Ana: “Bo!”' }])
  })
})

it('what changed together is told together', () => {
  const facts = [line(1, { kind: 'fact', text: 'Ana light: 1' }), line(2, { kind: 'fact', text: 'Bo light: 2' })]
  expect(tellingsOf([hit, ...facts]).map((telling) => textIn(telling.pieces))).toEqual([
    'Ana hits Bo.',
    'Ana light: 1; Bo light: 2',
  ])
})
