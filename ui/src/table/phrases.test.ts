import { describe, expect, it } from 'vitest'
import type { FormField, VerbCard } from '../protocol'
import { briefly, fieldOf, isIn, piecesOf, unfolded } from './phrases'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  ...{ name, label: `${name} …`, kind: 'choice', choices: [], low: 0, high: 0, is_secret: false, default: null },
  ...more,
})

const attack: VerbCard = {
  ...{ name: 'attack', help: '', roles: ['player'], is_secret: false, is_house: false, group: 'Fight' },
  sentence: '{who} attacks {target} with {weapon:a}',
  more: ['aiming at {aim}', 'for {reason}', 'at {metres} m, {manner}', 'playing {character}'],
  fields: [
    field('who'),
    field('target'),
    field('weapon'),
    field('aim', { default: 'anywhere' }),
    field('reason', { kind: 'text' }),
    field('metres', { kind: 'number', default: 0 }),
    field('manner', { default: 'plain' }),
    field('character', { kind: 'character' }),
  ],
}

describe('sentences with slots', () => {
  it('fall into words and slots', () => {
    const pieces = piecesOf('{who} attacks {weapon:a}!').map((piece) => piece.slot || piece.text)
    expect(pieces).toEqual(['who', ' attacks ', 'weapon', '!'])
    expect(piecesOf('it rains')).toEqual([{ text: 'it rains', slot: '' }])
  })

  it('fold away what stands as usual, show what has to be filled in, and leave characters to the builder', () => {
    expect(unfolded(attack)).toEqual({
      shown: ['{who} attacks {target} with {weapon:a}', 'for {reason}'],
      folded: ['aiming at {aim}', 'at {metres} m, {manner}'],
    })
  })

  it('know which slots stand in them', () => {
    expect(isIn(unfolded(attack).folded, ['who', 'manner'])).toBe(true)
    expect(isIn(unfolded(attack).folded, ['who'])).toBe(false)
    expect(fieldOf(attack, 'aim')?.default).toBe('anywhere')
    expect(fieldOf(attack, '')).toBeUndefined()
  })

  it('are named briefly by their first words', () => {
    expect(briefly(['aiming at {aim}', 'dice: {dice}, each a {die}', '{worth} dominances, {why}'])).toBe(
      'aiming at, dice, dominances',
    )
  })
})
