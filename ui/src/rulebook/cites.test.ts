import { expect, it } from 'vitest'
import { citedBy, uncited } from './cites'

it('takes the ids in front of a text apart from what it says', () => {
  const text = 'MOT-7.79, MOT-R.02 and TAD-CON.01: throw yourself down (see MOT-1.01).'
  expect(uncited(text)).toBe('throw yourself down (see MOT-1.01).')
  expect(citedBy(text)).toEqual(['MOT-7.79', 'MOT-R.02', 'TAD-CON.01'])
  expect([uncited('Talk: to them'), citedBy('Talk: to them')]).toEqual(['Talk: to them', []])
})
