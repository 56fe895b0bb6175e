// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../..')
const CHINESE = /[\u3400-\u9fff]/
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
)
/** Tables whose words are looked up with `tr` where they are shown. */
const TABLES = /(\.en|\.screens|known-routes)\.ts$/

interface Node {
  type: string
  [field: string]: unknown
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

/** A language is written under its own name. */
const OWN_NAMES = new Set(['\u4e2d\u6587'])
/** A table of words by key, `const payStatusText = {…}`: its words are looked up with `tr` where they are shown. */
const inTable = (above: Node[]) =>
  above.some((one) => one.type === 'VariableDeclarator' && isNode(one.id) && String(one.id.name).endsWith('Text'))

/** Visits every node with what it stands in. */
function visit(node: Node, above: Node[], see: (node: Node, above: Node[]) => void): void {
  see(node, above)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, [...above, node], see)
  }
}

const parse = (file: string) => parseSync(file, readFileSync(join(source, file), 'utf8')).program as unknown as Node
const calleeOf = (node: Node | undefined) =>
  node?.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'Identifier' ? String(node.callee.name) : ''

const english: Record<string, string> = {}
/** Texts that stand in two dictionaries: what several rooms say is in `common.en.ts`. */
const repeated: string[] = []
const home: Record<string, string> = {}
for (const file of files.filter((name) => name.endsWith('.en.ts'))) {
  const module = (await import(join(source, file))) as { default: Record<string, string> }
  for (const [text, words] of Object.entries(module.default)) {
    if (home[text] !== undefined) repeated.push(`${text}: ${home[text]} and ${file}`)
    english[text] = words
    home[text] = file
  }
}

test('the check has something to look at', () => {
  expect(files.length).toBeGreaterThan(40)
  expect(Object.keys(english).length).toBeGreaterThan(100)
})

test('every text of the interface has its English', { timeout: 30_000 }, () => {
  const missing: string[] = []
  for (const file of files) {
    visit(parse(file), [], (node, above) => {
      if (node.type !== 'Literal' || typeof node.value !== 'string') return
      const call = above.findLast((one) => ['t', 'tr'].includes(calleeOf(one)))
      if (calleeOf(call) === 't' && insideFirst(call, node) && !(node.value in english)) missing.push(`${file}: ${node.value}`)
    })
  }
  expect(missing).toEqual([])
})

test('a text stands in one dictionary', () => {
  expect(repeated).toEqual([])
})

test('titles of screens and of known routes have their English', () => {
  const missing: string[] = []
  for (const file of files.filter((name) => /(\.screens|known-routes)\.ts$/.test(name))) {
    visit(parse(file), [], (node) => {
      if (node.type === 'Literal' && typeof node.value === 'string' && CHINESE.test(node.value) && !(node.value in english))
        missing.push(`${file}: ${node.value}`)
    })
  }
  expect(missing).toEqual([])
})

test('no Chinese stands in the code outside of t(), tr() and word tables, and the tables have their English', { timeout: 30_000 }, () => {
  const loose: string[] = []
  for (const file of files.filter((name) => !TABLES.test(name))) {
    visit(parse(file), [], (node, above) => {
      const text =
        node.type === 'Literal' || node.type === 'JSXText'
          ? node.value
          : node.type === 'TemplateElement'
            ? (node.value as { cooked?: unknown }).cooked
            : undefined
      if (typeof text !== 'string' || !CHINESE.test(text)) return
      if (above.some((one) => ['t', 'tr'].includes(calleeOf(one))) || OWN_NAMES.has(text)) return
      if (inTable(above) && text in english) return
      loose.push(`${file}: ${text.trim()}`)
    })
  }
  expect(loose).toEqual([])
})

test('the words of the contract have their English', () => {
  const folder = join(source, '../../../packages/contract/src/areas')
  const missing: string[] = []
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    visit(parseSync(file, readFileSync(join(folder, file), 'utf8')).program as unknown as Node, [], (node, above) => {
      if (
        node.type === 'Literal' &&
        typeof node.value === 'string' &&
        CHINESE.test(node.value) &&
        inTable(above) &&
        !(node.value in english)
      )
        missing.push(`${file}: ${node.value}`)
    })
  }
  expect(missing).toEqual([])
})

test('a text with a context is another word in English than the text without', () => {
  const needless = Object.entries(english).filter(([zh, en]) => zh.endsWith('〕') && english[zh.slice(0, zh.lastIndexOf('〔'))] === en)
  expect(needless).toEqual([])
})

test('an English text keeps the places its Chinese source fills in', () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()
  expect(Object.entries(english).filter(([zh, en]) => places(zh).join() !== places(en).join())).toEqual([])
  expect(Object.values(english).filter((en) => CHINESE.test(en))).toEqual([])
})

function insideFirst(call: Node | undefined, node: Node): boolean {
  const first = (call?.arguments as Node[] | undefined)?.[0]
  let found = false
  if (first) visit(first, [], (one) => (found ||= one === node))
  return found
}
