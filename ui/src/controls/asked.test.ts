import { expect, it } from 'vitest'
import type { Question } from '../protocol'
import { controlOf, entriesOf, entryOf, isFlag, isFree, limitsOf, numberOf, offered, titleOf } from './asked'

const asked = (kind: string, more: Partial<Question> = {}): Question => ({
  kind,
  name: 'main_weapon',
  prompt: '',
  ...more,
})

const entry = asked('choose', { from_lists: ['weapons'] })
const level = asked('number', { low: 1, high: 4 })
const levels = asked('form', { most: 9, fields: [entry, level] })
const lists = { weapons: { Axe: { harm: 2 }, long_bow: { harm: 1 } }, shields: { Axe: {}, buckler: {} } }

it('has one control for each kind, and one for each way of answering several times', () => {
  const rows = asked('form', { most: 2, fields: [entry, asked('text')] })
  const all = [entry, level, asked('form', { fields: [entry, level] }), { ...entry, most: 3 }, levels, rows]
  expect(all.map(controlOf)).toEqual(['choose', 'number', 'form', 'several', 'levels', 'rows'])
})

it('calls it what it is called, or else by its name', () => {
  expect([titleOf(entry), titleOf({ ...entry, prompt: 'Weapon' })]).toEqual(['main weapon', 'Weapon'])
  expect([limitsOf(level), limitsOf(entry)]).toEqual([
    [1, 4],
    [0, 0],
  ])
})

it('offers its options and the entries of the lists that it names, each once', () => {
  const both = asked('choose', {
    options: [{ value: 'Axe', label: 'the Axe' }],
    from_lists: ['weapons', 'shields', 'none'],
  })
  expect(offered(both, lists).map((one) => one.label)).toEqual(['the Axe', 'long bow', 'buckler'])
  expect(offered(asked('choose', { options: [{ value: 'at_ease', label: '' }] }), lists)[0]?.label).toBe('at ease')
  expect(entriesOf(entry, lists)).toBe(lists.weapons)
  expect(entriesOf(level, lists)).toEqual({})
})

it('knows by which question an entry is chosen, and which number is asked for', () => {
  expect([entryOf(levels), numberOf(levels)]).toEqual([entry, level])
  expect([entryOf(entry), numberOf(level)]).toEqual([entry, level])
  expect([isFree(levels), isFree({ ...levels, fields: [asked('text'), level] })]).toEqual([false, true])
})

it('tells yes and no from other choices', () => {
  const flag = asked('choose', { options: [true, false].map((value) => ({ value, label: '' })) })
  expect([isFlag(flag), isFlag(entry)]).toEqual([true, false])
})
