import { expect, it } from 'vitest'
import { isInside, lettersOf, squaresBetween, windowOf } from './board'
import type { Token } from '../table/facts'

const at = (x: number, y: number) => ({ at: [x, y] }) as Token

it('draws everything with room around it, and at least a board', () => {
  expect(windowOf([], undefined)).toEqual({ left: 0, top: 0, columns: 12, rows: 6 })
  expect(windowOf([at(-2, 0), at(14, 3)], undefined)).toEqual({ left: -3, top: -1, columns: 19, rows: 7 })
})

it('draws what lies around somebody where everything is too much, and never beyond the last', () => {
  const far = [at(0, 0), at(99, 0)]
  expect(windowOf(far, at(50, 0))).toMatchObject({ left: 38, columns: 24 })
  expect(windowOf(far, at(99, 0))).toMatchObject({ left: 77, columns: 24 })
  expect(windowOf(far, undefined)).toMatchObject({ left: -1, columns: 24 })
})

it('knows who stands inside', () => {
  const window = { left: 2, top: 0, columns: 3, rows: 2 }
  expect([at(2, 0), at(4, 1), at(5, 1), at(2, -1), { at: null } as Token].map((one) => isInside(one, window))).toEqual([
    ...[true, true, false, false, false],
  ])
})

it('counts a diagonal as one square', () => {
  expect(squaresBetween([0, 0], [3, -5])).toBe(5)
})

it('shortens names as far as they can be told apart, by whole signs', () => {
  expect([...lettersOf(['Ana', 'Bo', 'Bert', 'Guard 1', 'Guard 2', '🦊x']).values()]).toEqual([
    ...['A', 'Bo', 'Be', 'Gua', 'Gua', '🦊'],
  ])
})
