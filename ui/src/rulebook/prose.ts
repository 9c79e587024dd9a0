// The text of a rulebook, read into pieces that the page turns into elements; nothing is ever inserted as HTML.
export type Piece = { is: 'text' | 'code' | 'bold' | 'italic'; text: string } | { is: 'id'; text: string }

export type Block =
  | { is: 'paragraph'; pieces: Piece[] }
  | { is: 'list'; items: Piece[][] }
  | { is: 'code'; text: string }
  | { is: 'table'; head: Piece[][]; rows: Piece[][][] }

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\b([A-Z]{3}-[A-Z0-9]+(?:\.[A-Z0-9]+)+)\b/g
const RULE = /^\|?[\s:|-]+\|?$/

/** The pieces of one run of text: code, bold, italic, ids of paragraphs. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) found.push({ is: 'text', text: text.slice(end, match.index) })
    const [whole, code, bold, italic] = match
    if (code !== undefined) found.push({ is: 'code', text: code })
    else if (bold !== undefined) found.push({ is: 'bold', text: bold })
    else if (italic !== undefined) found.push({ is: 'italic', text: italic })
    else found.push({ is: 'id', text: whole })
    end = match.index + whole.length
  }
  if (end < text.length) found.push({ is: 'text', text: text.slice(end) })
  return found
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => pieces(cell.trim().replaceAll('\\|', '|')))

/** The blocks of a text, in order; lines that belong together are one. */
export function blocks(text: string): Block[] {
  const found: Block[] = []
  let plain: string[] = []
  const flush = () => {
    if (plain.length) found.push({ is: 'paragraph', pieces: pieces(plain.join(' ')) })
    plain = []
  }
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line.startsWith('```')) {
      flush()
      const end = lines.findIndex((other, place) => place > at && other.trim().startsWith('```'))
      const stop = end < 0 ? lines.length : end
      found.push({ is: 'code', text: lines.slice(at + 1, stop).join('\n') })
      at = stop
    } else if (line.startsWith('|') && RULE.test(lines[at + 1]?.trim() ?? '-x')) {
      flush()
      const rows = []
      for (at += 2; lines[at]?.trim().startsWith('|'); at++) rows.push(cells(lines[at]!.trim()))
      found.push({ is: 'table', head: cells(line), rows })
      at--
    } else if (/^([-*]|\d+\.)\s/.test(line)) {
      flush()
      const item = pieces(line.replace(/^[-*]\s+/, ''))
      const last = found.at(-1)
      if (last?.is === 'list') last.items.push(item)
      else found.push({ is: 'list', items: [item] })
    } else if (line && found.at(-1)?.is === 'list' && !plain.length) {
      ;(found.at(-1) as { items: Piece[][] }).items.at(-1)!.push(...pieces(` ${line}`))
    } else if (line) {
      plain.push(line)
    } else {
      flush()
    }
  }
  flush()
  return found
}
