import { expect, it } from 'vitest'
import { freeNames } from './names'

it('takes a name as it is if nobody bears it, and else the next numbers, however they are written', () => {
  expect(freeNames('Guard', 2, [])).toEqual(['Guard', 'Guard 2'])
  expect(freeNames('Guard', 3, ['guard', 'GUARD 3'])).toEqual(['Guard 2', 'Guard 4', 'Guard 5'])
  expect(freeNames('Guard', 0, [])).toEqual([])
})
