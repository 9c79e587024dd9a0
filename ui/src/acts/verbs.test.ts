import { expect, test } from 'vitest'
import type { VerbCard } from '../protocol'
import { byWish } from './verbs'

const verbs = ['move', 'attack', 'guard'].map((name) => ({ name }) as VerbCard)
const names = (some: VerbCard[]) => some.map((verb) => verb.name)

test('acts stand as the table ranks them, and as they were before it has said anything', () => {
  expect(names(byWish(verbs, ['attack', 'guard', 'move']))).toEqual(['attack', 'guard', 'move'])
  expect(names(byWish(verbs, []))).toEqual(['move', 'attack', 'guard'])
})
