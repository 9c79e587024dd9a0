import { expect, test } from 'vitest'
import { aboutField, plain } from '.'

test('a name is said in words, and an abbreviation in full', () => {
  expect(plain('winner_pays')).toBe('winner pays')
  expect(plain('default_tn')).toBe('default target number')
  expect(plain('Fighting Mind')).toBe('Fighting Mind')
  expect(plain('constructor')).toBe('constructor')
})

test('what is wrong with a field names it as people do', () => {
  expect(aboutField('specs: Weapon: one is missing')).toBe('specializations: Weapon: one is missing')
  expect(aboutField('Arms: too many')).toBe('Arms: too many')
})
