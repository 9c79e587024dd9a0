import { expect, it } from 'vitest'
import type { Question } from './protocol'
import { emptyOf, grouped, headingsOf, levelsOf, levelText, newRow, rowsOf, severalOf, startsOf } from './shapes'

const asked = (more: Partial<Question>): Question => ({
  ...{ kind: 'number', name: 'skill', prompt: '', low: 1, high: 5 },
  ...more,
})

const column = (name: string, most = 0) => asked({ name, kind: 'text', longest: 40, most })

const levels = (more: Partial<Question>) =>
  asked({ kind: 'form', most: 9, fields: [asked({ kind: 'choose' }), asked({ low: 1, ...more })] })

it('reads levels as they are chosen and as they lie on the table', () => {
  expect(levelsOf({ Lying: 2 })).toEqual([['Lying', 2]])
  expect(levelsOf([['Lying', 2]])).toEqual([['Lying', 2]])
  expect(levelsOf('nothing')).toEqual([])
})

it('reads rows by column and by place', () => {
  const columns = [column('phrase'), column('applies', 4)]
  expect(rowsOf([{ phrase: 'so' }, ['then', ['Lying']], 3], columns)).toEqual([['so', null], ['then', ['Lying']], [3]])
  expect(rowsOf(null, columns)).toEqual([])
  expect(newRow(columns, 'Dual wield', { applies: 'Pistol' })).toEqual({ phrase: 'Dual wield', applies: ['Pistol'] })
  expect(newRow(columns)).toEqual({ phrase: '', applies: [] })
  expect(newRow([column('perk'), { ...column('of'), default: 'nothing' }], 'quick', {})).toEqual({
    perk: 'quick',
    of: 'nothing',
  })
})

it('begins with what a field starts with, or with nothing of its shape', () => {
  const skills = { ...levels({}), name: 'skills', default: [['Lying', 1]] }
  expect(startsOf([asked({}), skills, asked({ name: 'name', kind: 'text' })])).toEqual({
    skill: 1,
    skills: { Lying: 1 },
    name: '',
  })
  expect([emptyOf(asked({ kind: 'form', most: 2 })), emptyOf(asked({ kind: 'choose' }))]).toEqual([[], null])
  expect([severalOf([1, 'two']), severalOf('one')]).toEqual([['1', 'two'], []])
})

it('puts things under headings, those without one last, and choices without one first', () => {
  const heading = (one: string) => (one.startsWith('a') ? 'A' : one.startsWith('b') ? 'B' : '')
  expect(grouped(['x', 'a1', 'b1', 'a2'], heading)).toEqual([
    ['A', ['a1', 'a2']],
    ['B', ['b1']],
    ['', ['x']],
  ])
  const lists = { weapons: { Axe: { group: 'Blades' }, Bow: { group: 'Bows' }, Fist: {} } }
  const found = headingsOf(['Bow', 'Fist', 'Axe'], (one) => one, lists)
  expect(found.map(([name]) => name)).toEqual(['', 'Bows', 'Blades'])
  expect(headingsOf(['yes', 'no'], (one) => one, lists)).toEqual([['', ['yes', 'no']]])
})

it('says a level with its label once', () => {
  expect(levelText(levels({ labels: ['Trained', 'Skilled'] }), 2)).toBe('Skilled 2')
  expect(levelText(asked({ labels: ['level 1'] }), 1)).toBe('level 1')
  expect(levelText(asked({}), 3)).toBe('3')
})
