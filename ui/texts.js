// Finds text for people that stands in components and scripts: all of it belongs into the files of src/words.
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative } from 'node:path'
import { parse } from 'svelte/compiler'
import ts from 'typescript'

const READ = ['alt', 'aria-label', 'aria-roledescription', 'aria-valuetext', 'label', 'placeholder', 'title'] // attributes that people read or hear
const WORD = /\p{L}{2}/u
const PHRASE = /^(?![#.[]|.*:\w).*\p{L}{2} \p{L}/u // in a script, where a single word is a name and some texts are selectors

const roots = process.argv.slice(2)
const found = (roots.length ? roots : ['src']).flatMap(filesIn).flatMap(textsIn)
for (const one of found) console.error(one)
if (found.length) console.error('Text for people belongs into src/words: a language is one file.')
process.exitCode = found.length ? 1 : 0

function filesIn(path) {
  if (extname(path)) return [path]
  const isTold = ({ name }) => name !== 'words' && !name.endsWith('.test.ts') // nobody reads tests on a screen
  const inside = readdirSync(path, { withFileTypes: true }).filter(isTold)
  return inside.flatMap((one) => (one.isDirectory() ? filesIn(join(path, one.name)) : [join(path, one.name)]))
}

function textsIn(path) {
  const source = readFileSync(path, 'utf8')
  const said = (start, text) =>
    `${relative('.', path)}:${source.slice(0, start).split('\n').length}: ${text.trim().slice(0, 80)}`
  if (path.endsWith('.ts')) return phrases(source).map(([start, text]) => said(start, text))
  if (!path.endsWith('.svelte')) return []
  const tree = parse(source, { modern: true })
  const script = tree.instance?.content
  const inScript = script ? phrases(source.slice(script.start, script.end)) : []
  return [
    ...inScript.map(([start, text]) => said(script.start + start, text)),
    ...[...texts(tree.fragment, true)].map(([start, text]) => said(start, text)),
  ]
}

/** What a template says: its text, attributes that are read, and literals that are put into either. */
function* texts(node, isRead) {
  if (!node || typeof node !== 'object') return
  if (Array.isArray(node)) {
    for (const one of node) yield* texts(one, isRead)
  } else if (node.type === 'Text' || node.type === 'Literal' || node.type === 'TemplateElement') {
    const text = node.data ?? node.value?.cooked ?? node.value
    if (isRead && typeof text === 'string' && WORD.test(text)) yield [node.start, text]
  } else if (node.type === 'Attribute') {
    yield* texts(node.value, READ.includes(node.name))
  } else if (node.type === 'BinaryExpression' || node.type === 'CallExpression' || node.type === 'MemberExpression') {
    return // compared or looked up, not said
  } else if (node.type === 'ConditionalExpression') {
    yield* texts([node.consequent, node.alternate], isRead)
  } else if (/^(If|Each|Key|Await|Snippet)Block$/.test(node.type)) {
    yield* texts(
      [node.consequent, node.alternate, node.body, node.fragment, node.fallback, node.pending, node.then, node.catch],
      true,
    )
  } else if (node.type === 'ExpressionTag') {
    yield* texts(node.expression, isRead)
  } else if (
    node.type?.endsWith('Expression') ||
    node.type === 'TemplateLiteral' ||
    node.type === 'Fragment' ||
    node.attributes
  ) {
    yield* texts(
      [node.left, node.right, node.expressions, node.quasis, node.nodes, node.attributes, node.fragment],
      isRead,
    )
  }
}

/** Literals of a script that are sentences rather than names. */
function phrases(source) {
  const file = ts.createSourceFile('script.ts', source, ts.ScriptTarget.Latest, true)
  const all = []
  const visit = (node) => {
    const isText = ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)
    if (isText && PHRASE.test(node.text)) all.push([node.getStart(), node.text])
    ts.forEachChild(node, visit)
  }
  visit(file)
  return all
}
