import { describe, expect, it } from 'vitest'
import type { Odds } from '../protocol'
import { graded, usualLeast, type Tone } from './tones'

const odds = (...outcomes: [string, Tone][]): Odds => ({
  outcomes: outcomes.map(([label, tone]) => ({ label, tone, chance: 0.5, percent: '50.00 %', fraction: '1/2' })),
  note: '',
  mean: '',
  unknown: 0,
})

describe('outcomes', () => {
  it('stand from worst to best by their tone, in whatever order they come', () => {
    const found = graded(
      [odds(['success', 'good'], ['failure', 'bad']), odds(['fumble', 'disaster'], ['ruin', 'mixed'])],
      [],
    )
    expect(found.map(({ label }) => label)).toEqual(['fumble', 'failure', 'ruin', 'success'])
    expect(found.map(({ share }) => share)).toEqual(['100%', '100%', '100%', '100%'])
    expect(usualLeast(found)).toBe('ruin')
  })

  it('of one tone stand in the order of the game, each a little fuller', () => {
    const found = graded([odds(['fells', 'triumph'], ['hits critically', 'triumph'])], ['hits critically', 'fells'])
    expect(found.map(({ label, share }) => [label, share])).toEqual([
      ['hits critically', '62%'],
      ['fells', '100%'],
    ])
  })

  it('without a tone are steps of one colour, as they come', () => {
    const found = graded([odds(['1', 'plain'], ['2', 'plain'], ['3', 'plain'])], ['wins'])
    expect(found.map(({ label, share }) => [label, share])).toEqual([
      ['1', '30%'],
      ['2', '65%'],
      ['3', '100%'],
    ])
    expect(usualLeast(found)).toBe('2')
    expect(graded([odds(['1', 'plain'])], []).map(({ share }) => share)).toEqual(['70%'])
    expect(usualLeast([])).toBe('')
  })
})
