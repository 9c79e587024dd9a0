import { expect, it } from 'vitest'
import { changed, dialsOf, fact, namesBelow, notesOf, relationsOf, seatsOf, tokensOf } from './facts'

const facts = changed(new Map(), [
  [['token', 'ana', 'kind'], 'character'],
  [['token', 'ana', 'owner'], 'ana'],
  [['token', 'ana', 'light'], 3],
  [['token', 'ghoul', 'kind'], 'pale figure'],
  [['token', 'ghoul', 'owner'], 'gm'],
  [['token', 'ghoul', 'answers'], 'bo'],
  [
    ['token', 'ghoul', 'at'],
    [2, 5],
  ],
  [['token', 'unseen', 'light'], 1],
  [['seat', 'ana', 'role'], 'player'],
  [['seat', 'ana', 'hurry'], 60],
  [['seat', 'bo', 'role'], 'player'],
  [['seat', 'bo', 'stand-in'], 'ana'],
  [['seat', 'bo', 'moments'], 2],
  [['dial', 'burn'], 'once'],
  [['relation', 'grapples', 'ana', 'ghoul'], true],
  [['relation', 'guards', 'ghoul', 'ana'], true],
  [['note', 'ana', '1'], 'the door is a lie'],
  [['note', 'bo', '1'], 'nothing'],
  [['door', 'waits', 'cy'], 'player'],
  [['door', 'link'], 'changed'],
])

it('changes some facts, takes others away, and leaves those that were there alone', () => {
  const later = changed(facts, [
    [['dial', 'burn'], null],
    [['token', 'ana', 'light'], 2],
  ])
  expect([fact(later, 'dial', 'burn'), fact(later, 'token', 'ana', 'light')]).toEqual([null, 2])
  expect([fact(facts, 'dial', 'burn'), fact(facts, 'token', 'ana', 'light')]).toEqual(['once', 3])
})

it('reads tokens in the order they came; one without a kind is not seen', () => {
  const [ana, ghoul, ...others] = tokensOf(facts)
  expect(others).toEqual([])
  expect(ana).toEqual({
    ...{ name: 'ana', kind: 'character', of: '', owner: 'ana', answers: 'ana', at: null },
    fields: new Map([['light', 3]]),
  })
  expect([ghoul!.owner, ghoul!.answers, ghoul!.at, ghoul!.fields.size]).toEqual(['gm', 'bo', [2, 5], 0])
})

it('reads seats, dials, relations, notes and who waits at the door', () => {
  expect(seatsOf(facts)).toEqual([
    { name: 'ana', role: 'player', standIn: '', hurry: 60 },
    { name: 'bo', role: 'player', standIn: 'ana', hurry: 0 },
  ])
  expect(dialsOf(facts)).toEqual({ burn: 'once' })
  expect(relationsOf(facts, 'ana')).toEqual([{ relation: 'grapples', other: 'ghoul' }])
  expect(notesOf(facts, 'ana')).toEqual([{ page: '1', text: 'the door is a lie' }])
  expect(namesBelow(facts, 'door', 'waits')).toEqual(['cy'])
})
