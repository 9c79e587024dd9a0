import { describe, expect, it } from 'vitest'
import type { Question, SlotCard, VerbCard } from '../protocol'
import { briefly, isIn, piecesOf, slotNamed, unfolded } from './phrases'

const slot = (name: string, more: Partial<Question> = {}, of = ''): SlotCard => ({
  ...{ asked: { kind: 'choose', name, prompt: `${name} …`, ...more }, of, is_secret: false },
})

const attack: VerbCard = {
  ...{ name: 'attack', help: '', roles: ['player'], is_secret: false, is_house: false, group: 'Fight' },
  sentence: '{who} attacks {target} with {weapon:a}',
  more: ['aiming at {aim}', 'for {reason}', 'at {metres} m, {manner}', 'playing {character}'],
  slots: [
    slot('who'),
    slot('target'),
    slot('weapon'),
    slot('aim', { default: 'anywhere' }),
    slot('reason', { kind: 'text' }),
    slot('metres', { kind: 'number', default: 0 }),
    slot('manner', { default: 'plain' }),
    slot('character', { kind: 'text' }, 'character'),
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
    expect(slotNamed(attack, 'aim')?.asked.default).toBe('anywhere')
    expect(slotNamed(attack, '')).toBeUndefined()
  })

  it('are named briefly by their first words', () => {
    expect(briefly(['aiming at {aim}', 'dice: {dice}, each a {die}', '{worth} dominances, {why}'])).toBe(
      'aiming at, dice, dominances',
    )
  })
})
