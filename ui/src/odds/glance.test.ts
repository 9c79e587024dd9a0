import { expect, it } from 'vitest'
import type { Odds } from '../protocol'
import { atLeast, inPercent, isCertain } from './glance'
import { graded } from './tones'

const odds = (unknown: number, ...outcomes: [string, 'bad' | 'good', number][]): Odds => ({
  outcomes: outcomes.map(([label, tone, chance]) => ({ label, tone, chance, percent: '', fraction: '' })),
  note: '',
  mean: '',
  unknown,
})

it('tells whole percents, and nothing as certain that is not', () => {
  expect([0.5, 0.704, 0.0049, 0.996, 0.005, 1e-30, 1].map((chance) => inPercent(chance, false))).toEqual([
    '50 %',
    '70 %',
    '< 1 %',
    '> 99 %',
    '1 %',
    '< 1 %',
    '> 99 %',
  ])
  expect([inPercent(0, true), inPercent(1, true)]).toEqual(['0 %', '100 %'])
})

it('adds up what is wanted or better', () => {
  const rolled = odds(0, ['fails', 'bad', 0.3], ['holds', 'good', 0.7])
  const grades = graded([rolled], [])
  expect([atLeast(rolled, 'holds', grades), atLeast(rolled, 'fails', grades)]).toEqual(['70 %', '100 %'])
  expect(atLeast(odds(0, ['fails', 'bad', 1]), 'holds', grades)).toBe('')
  expect(atLeast(odds(0.2, ['holds', 'good', 0.8]), 'holds', grades)).toBe('≥ 80 %')
  expect(atLeast(odds(0, ['fails', 'bad', 1e-20], ['holds', 'good', 1]), 'holds', grades)).toBe('> 99 %')
})

it('gives no figure to what can come to one thing only: it is said', () => {
  const sure = odds(0, ['holds', 'good', 1])
  expect([isCertain(sure), isCertain(odds(0.5, ['holds', 'good', 0.5]))]).toEqual([true, false])
  expect(atLeast(sure, 'holds', graded([sure], []))).toBe('')
})
