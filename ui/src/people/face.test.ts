import { describe, expect, it } from 'vitest'
import { faceOf } from './face'

describe('a face', () => {
  it('is the same wherever the same name stands', () => {
    expect(faceOf('Ada Finch')).toEqual(faceOf(' Ada Finch '))
  })

  it('tells people apart', () => {
    const names = ['Ada Finch', 'Tom Blackwood', 'Rook', 'Finn', 'Ruth', 'Gwen', 'Miriam', 'Bo', 'Cy', 'Di']
    expect(new Set(names.map((name) => JSON.stringify(faceOf(name)))).size).toBe(names.length)
  })

  it('of several of a kind differs by their number alone', () => {
    const [one, two] = [faceOf('Tough 1'), faceOf('tough 2')]
    expect([one.badge, two.badge]).toEqual(['1', '2'])
    expect({ ...one, badge: '' }).toEqual({ ...two, badge: '' })
  })

  it('stands behind any name', () => {
    for (const name of ['', '7', '紅葉', 'Ægir', 'x'.repeat(200)]) expect(faceOf(name).shapes.length).toBeGreaterThan(5)
  })
})
