import { expect, it } from 'vitest'
import type { DialCard, Game } from '../protocol'
import { dialsUnder, isTurned, onlyOf } from './dials'

const dial = (name: string, ...values: (string | number | boolean)[]): DialCard => ({
  asked: {
    kind: 'choose',
    name,
    prompt: name,
    options: values.map((value) => ({ value, label: '' })),
    default: values[0],
  },
  text: '',
  group: '',
  ids: [],
  is_house: false,
})
const game = { dials: [dial('burn', 'once', 'twice'), dial('dark', false, true)], presets: { grim: { dark: true } } }
const GAME = game as unknown as Game

it('takes what a game comes with, and a preset over it', () => {
  expect(dialsUnder(GAME, '')).toEqual({ burn: 'once', dark: false })
  expect(dialsUnder(GAME, 'grim')).toEqual({ burn: 'once', dark: true })
  expect(dialsUnder(null, 'grim')).toEqual({})
})

it('leaves out dials that a game does not have, and values that it does not know', () => {
  expect(onlyOf(GAME, { burn: 'twice', dark: 'very', light: 1 })).toEqual({ burn: 'twice' })
})

it('tells a dial that was turned', () => {
  expect([isTurned(GAME.dials[1]!, true), isTurned(GAME.dials[1]!, false)]).toEqual([true, false])
})
