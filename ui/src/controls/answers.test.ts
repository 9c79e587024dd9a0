import { expect, it } from 'vitest'
import type { Question } from '../protocol'
import { isAnswered, isCoined, labelOf, moved, reasonsOf, startOf, withFace } from './answers'

const choose: Question = {
  ...{ kind: 'choose', name: 'burn', prompt: 'Burn a light?' },
  options: [
    { value: true, label: 'burn', blocked: 'there is none' },
    { value: false, label: 'keep' },
  ],
}
const number: Question = { kind: 'number', name: 'stake', prompt: '', low: -2, high: 9 }
const form: Question = { kind: 'form', name: 'ruling', prompt: '', fields: [choose, number] }

it('begins with the default where it is open, and else with nothing or the number nearest to nought', () => {
  expect(startOf({ ...choose, default: false })).toBe(false)
  expect(startOf({ ...choose, default: true })).toBeNull()
  expect(startOf(choose)).toBeNull()
  expect([startOf(number), startOf({ ...number, low: 3 }), startOf({ ...number, default: 7 })]).toEqual([0, 3, 7])
  expect(startOf({ ...form, default: [false, 4] })).toEqual([false, 4])
})

it('is answered when every part is', () => {
  expect([isAnswered(form, [null, 1]), isAnswered(form, [false, 1])]).toEqual([false, true])
  const text: Question = { kind: 'text', name: 'why', prompt: '' }
  expect([isAnswered(text, '  '), isAnswered(text, 'so')]).toEqual([false, true])
  const dice: Question = { kind: 'dice', name: 'dice', prompt: '', dice: [6, 6] }
  expect([isAnswered(dice, [3]), isAnswered(dice, [3, 4])]).toEqual([false, true])
})

it('takes own words for a choice where there may be some', () => {
  const cost: Question = { ...choose, options: [{ value: 'a_wound', label: 'a wound' }], longest: 200 }
  const long = 'x'.repeat(50)
  expect(['a_wound', ' my_own words ', long, null].map((one) => labelOf(cost, one))).toEqual([
    'a wound',
    'my_own words',
    `${long.slice(0, 40)} …`,
    '',
  ])
})

it('says where the limits of a number come from, and what each of it costs', () => {
  const each = [{ amount: -1, label: '1 light', path: ['token', 'Mara', 'light'] }]
  expect(reasonsOf(number)).toEqual(['−2 to 9'])
  expect(reasonsOf({ ...number, low: 0, reason: 'your light', each })).toEqual([
    'your light',
    '0 to 9',
    'each −1 light',
  ])
})

it('says an answer in words', () => {
  expect(labelOf(form, [false, 3])).toBe('keep, 3')
  expect(labelOf({ ...form, fields: [number, { ...number, name: 'other' }] }, [1, 2])).toBe('stake 1, other 2')
})

it('takes faces one after the other, as far as dice have them', () => {
  const dice: Question = { kind: 'dice', name: 'dice', prompt: '', dice: [6, 4] }
  expect([withFace(dice, [], 5), withFace(dice, [5], 5), withFace(dice, [5], 4)]).toEqual([[5], [5], [5, 4]])
  expect([isCoined(number), isCoined({ ...number, low: 0 })]).toEqual([false, true])
})

it('puts things in order', () => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }))
  const order: Question = { kind: 'order', name: 'watch', prompt: '', options }
  expect([startOf(order), startOf({ ...order, default: ['c', 'a', 'b'] })]).toEqual([
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
  ])
  expect([moved(['a', 'b', 'c'], 2, -1), moved(['a', 'b', 'c'], 0, 1)]).toEqual([
    ['a', 'c', 'b'],
    ['b', 'a', 'c'],
  ])
  expect([isAnswered(order, ['a']), labelOf(order, ['c', 'a', 'b'])]).toEqual([false, 'C, A, B'])
})
