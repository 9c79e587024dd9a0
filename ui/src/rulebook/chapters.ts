// A rulebook in chapters: paragraphs that follow each other under one heading.
import type { Paragraph } from '../protocol'

export interface Chapter {
  id: string // of its first paragraph
  part: string // what its first id begins with: MOT-7
  title: string
  paragraphs: Paragraph[]
}

/** What the rules do not say: all house rulings of a book together, as a chapter of its own at its end. */
export function unsaid(book: Paragraph[], title: string): Chapter[] {
  const gaps = book.filter((paragraph) => paragraph.tag === 'gap')
  return gaps.length ? [{ id: 'unsaid', part: '', title, paragraphs: gaps }] : []
}

export function chapters(book: Paragraph[]): Chapter[] {
  const found: Chapter[] = []
  for (const paragraph of book) {
    const last = found.at(-1)
    if (last?.title === paragraph.heading) last.paragraphs.push(paragraph)
    else
      found.push({
        id: paragraph.id,
        part: paragraph.id.split('.', 1)[0]!,
        title: paragraph.heading,
        paragraphs: [paragraph],
      })
  }
  return found
}
