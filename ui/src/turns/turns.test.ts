import { expect, it } from 'vitest'
import type { Game, Json, Tracker } from '../protocol'
import { changed, type Token } from '../table/facts'
import { handsOf, numbersOf, partsOf, statesOf, tiesOf, turnsOf } from './turns'

const tracker = {
  ...{ order: 'seats', large: {}, parts: 2, used: { moves: 'move', acted: 'action' }, boxes: null },
  numbers: [{ field: 'bonus', name: 'to hit', odd: 'an odd number' }],
  ...{ states: ['states'], hands: ['weapon', 'off_hand'], relations: { grapples: ['holds', 'held by'] } },
  ...{ out: ['dead'], acts: [] },
} as Tracker
const field = (name: string, start: Json, low = 0, from_list = '') => ({
  asked: { kind: 'choose', name, prompt: '', default: start, low, from_lists: [from_list] },
})
const game = {
  tracker,
  fields: [
    field('acted', 'no'),
    field('bonus', 0, -9),
    field('states', [], 0, 'states'),
    field('weapon', 'none'),
    field('off_hand', 'nothing'),
  ],
  lists: { states: { prone: { text: 'lies on the ground' } } },
  figure: null,
} as unknown as Game

function token(name: string, answers: string, fields: Record<string, Json> = {}): Token {
  return { name, kind: 'character', of: '', owner: name, answers, at: null, fields: new Map(Object.entries(fields)) }
}

const turns = (order: Json, at: Json = 0) =>
  changed(new Map(), [
    [['turns', 'round'], 1],
    [['turns', 'order'], order],
    [['turns', 'at'], at],
  ])

it('has no turns while nobody takes them', () => {
  expect(turnsOf(new Map(), [], tracker)).toBeNull()
  expect(turnsOf(turns('ana'), [], tracker)).toBeNull()
})

it('gives a seat one turn for all of its tokens that have something of a turn to use', () => {
  const all = [token('ana', 'ana', { acted: 'no' }), token('dog', 'ana', { acted: 'no' }), token('rock', 'ana')]
  const found = turnsOf(turns(['bo', 'ana'], 1), all, tracker)!
  expect([found.round, found.at, found.now.name, found.now.tokens.map((one) => one.name)]).toEqual([
    ...[1, 1, 'ana'],
    ['ana', 'dog'],
  ])
})

it('gives a token a turn of its own, taken by whoever answers for it, even if it cannot be seen', () => {
  const found = turnsOf(turns(['ogre', 'shade']), [token('ogre', 'gm')], { ...tracker, order: 'tokens' })!
  expect(found.order.map(({ name, seat }) => [name, seat])).toEqual([
    ['ogre', 'gm'],
    ['shade', ''],
  ])
  expect(turnsOf(turns(['ogre'], 7), [], tracker)!.now.name).toBe('')
})

it('counts what of a turn is used, and leaves out what is left when all of it is spent', () => {
  expect(partsOf(game, token('ana', 'ana', { moves: 1, acted: 'no' }))).toEqual([
    { name: 'move', used: 1 },
    { name: 'action', used: 0 },
  ])
  expect(partsOf(game, token('ana', 'ana', { moves: 2, acted: 'no' }))).toEqual([{ name: 'move', used: 2 }])
  expect(partsOf(game, token('ana', 'ana', { acted: 'yes' }))).toEqual([{ name: 'action', used: 1 }])
})

it('says what somebody is in, and whether that puts them out', () => {
  expect(statesOf(game, token('ana', 'ana', { states: ['prone', 'dead'] }))).toEqual([
    { name: 'prone', label: 'prone', text: 'lies on the ground', isOut: false },
    { name: 'dead', label: 'dead', text: '', isOut: true },
  ])
})

it('says what somebody holds, and empty hands only where nothing is held', () => {
  const held = (weapon: string, off_hand: string) => handsOf(game, token('ana', 'ana', { weapon, off_hand }))
  expect(held('Club', 'nothing')).toEqual(['Club'])
  expect(held('none', 'Shield')).toEqual(['off hand: Shield'])
  expect(held('none', 'nothing')).toEqual(['weapon: none'])
})

it('shows numbers that are not nought, with their sign and a warning if they are odd', () => {
  const shown = (bonus: Json) => numbersOf(game, token('ana', 'ana', { bonus }))
  expect([shown(0), shown('2')]).toEqual([[], []])
  expect(shown(2)).toEqual([{ text: '+2 to hit', warning: '' }])
  expect(shown(-1)).toEqual([{ text: '−1 to hit', warning: 'an odd number' }])
})

it('tells a relation from either side', () => {
  const facts = changed(new Map(), [
    [['relation', 'grapples', 'ana', 'ogre'], true],
    [['relation', 'unknown', 'ana', 'ogre'], true],
  ])
  expect([tiesOf(facts, tracker, 'ana'), tiesOf(facts, tracker, 'ogre')]).toEqual([['holds ogre'], ['held by ana']])
})
