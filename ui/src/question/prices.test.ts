import { expect, it } from 'vitest'
import type { Price } from '../protocol'
import { aloudOf, termsOf, tokenOf } from './prices'

const costs: Price = { amount: -1, label: '1 Moment', path: ['seat', 'ana', 'moments'] }
const brings: Price = { amount: 2, label: '2 light', path: ['token', 'Bo', 'light'] }
const isMine = (name: string) => name === 'ana'

it('shows a price with its sign, and whose it is where that is somebody else', () => {
  expect([costs, brings].map((one) => tokenOf(one, isMine))).toEqual(['−1 Moment', 'Bo: +2 light'])
  expect([costs, brings].map((one) => aloudOf(one, isMine))).toEqual(['costs 1 Moment', 'Bo: brings 2 light'])
})

it('says behind a label what it costs, on what that hangs, and why it is barred', () => {
  expect(termsOf({ value: 1, label: 'roll' }, isMine)).toBe('')
  expect(termsOf({ value: 1, label: 'roll', price: [costs], depends: 'if the game master agrees' }, isMine)).toBe(
    '−1 Moment, if the game master agrees',
  )
  expect(termsOf({ value: 1, label: 'roll', price: [costs], blocked: 'not now', caution: 'hot' }, isMine)).toBe(
    '−1 Moment, not now',
  )
})
