import { expect, it } from 'vitest'
import type { Paragraph } from '../protocol'
import { chapters, unsaid } from './chapters'

const paragraph = (id: string, heading: string, tag = '') => ({ id, heading, tag, text: '' }) as unknown as Paragraph
const book = [
  ...[paragraph('MOT-1.01', 'Rolls'), paragraph('MOT-1.02', 'Rolls', 'gap')],
  ...[paragraph('MOT-2.01', 'Fights'), paragraph('MOT-R.01', 'Rolls', 'gap')],
]

it('puts paragraphs that follow each other under one heading into one chapter', () => {
  expect(chapters(book).map(({ id, part, title, paragraphs }) => [id, part, title, paragraphs.length])).toEqual([
    ['MOT-1.01', 'MOT-1', 'Rolls', 2],
    ['MOT-2.01', 'MOT-2', 'Fights', 1],
    ['MOT-R.01', 'MOT-R', 'Rolls', 1],
  ])
})

it('gathers what the rules do not say, if there is anything', () => {
  expect(unsaid(book, 'House rulings')[0]!.paragraphs.map((one) => one.id)).toEqual(['MOT-1.02', 'MOT-R.01'])
  expect(unsaid(book.slice(0, 1), 'House rulings')).toEqual([])
})
