import { expect, it } from 'vitest'
import { blocks, pieces } from './prose'

const text = (text: string) => ({ is: 'text', text })

it('finds code, bold, italic and the ids of paragraphs, and leaves a lone star alone', () => {
  expect(pieces('Roll `2d6`, **twice** or *once* (MOT-7.30, TAD-SPL.01): 2 * 3 * 4')).toEqual([
    ...[text('Roll '), { is: 'code', text: '2d6' }, text(', '), { is: 'bold', text: 'twice' }, text(' or ')],
    ...[{ is: 'italic', text: 'once' }, text(' ('), { is: 'id', text: 'MOT-7.30' }, text(', ')],
    ...[{ is: 'id', text: 'TAD-SPL.01' }, text('): 2 * 3 * 4')],
  ])
})

it('joins the lines of a paragraph, and those of an item that goes on', () => {
  expect(blocks('One\nline.\n\n- first\n  goes on\n- second')).toEqual([
    { is: 'paragraph', pieces: [text('One line.')] },
    { is: 'list', items: [[text('first'), text(' goes on')], [text('second')]] },
  ])
})

it('reads a table with escaped bars, and code to its end even if nobody closes it', () => {
  expect(blocks('| a | b |\n|---|---|\n| x \\| y | *z* |\nafter')).toEqual([
    {
      is: 'table',
      head: [[text('a')], [text('b')]],
      rows: [[[text('x | y')], [{ is: 'italic', text: 'z' }]]],
    },
    { is: 'paragraph', pieces: [text('after')] },
  ])
  expect(blocks('so:\n```\n- no list\n\nno end')).toEqual([
    { is: 'paragraph', pieces: [text('so:')] },
    { is: 'code', text: '- no list\n\nno end' },
  ])
})
