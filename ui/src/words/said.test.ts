import { expect, test } from 'vitest'
import { aboutField, plain, speakOf } from '.'

test('a name is said with spaces, and as the game calls it', () => {
  speakOf({ called: { default_tn: 'standard target number', 'flash-bang': 'flash-bang' } })
  expect(plain('winner_pays')).toBe('winner pays')
  expect(plain('skill-roll')).toBe('skill roll')
  expect(plain('default_tn')).toBe('standard target number')
  expect(plain('flash-bang')).toBe('flash-bang')
  expect(plain('Fighting Mind')).toBe('Fighting Mind')
  expect(plain('constructor')).toBe('constructor')
})

test('of several games each calls what is its own', () => {
  speakOf({ called: { tn: 'target number' } }, { called: { dn: 'difficulty' } })
  expect([plain('tn'), plain('dn')]).toEqual(['target number', 'difficulty'])
  speakOf()
  expect([plain('tn'), plain('dn')]).toEqual(['tn', 'dn'])
})

test('what is wrong with a field names it as people do', () => {
  speakOf({ called: { specs: 'specializations' } })
  expect(aboutField('specs: Weapon: one is missing')).toBe('specializations: Weapon: one is missing')
  expect(aboutField('Arms: too many')).toBe('Arms: too many')
})
