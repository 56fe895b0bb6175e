// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { english as ofCodes } from '@chauffeur/contract/words'

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

const english: Record<string, string> = { ...ofCodes }
/** Texts that stand in two dictionaries: what several rooms say is in `common.en.ts`. */
const repeated: string[] = []
const home: Record<string, string> = {}
for (const file of files.filter((name) => name.endsWith('.en.ts'))) {
  const module = (await import(join(source, file))) as { default: Record<string, string> }
  for (const [text, words] of Object.entries(module.default)) {
    if (home[text] !== undefined) repeated.push(`${text}: ${home[text]} and ${file}`)
    // The console may say a word of the contract otherwise, not the same once more.
    if (ofCodes[text] === words) repeated.push(`${text}: the contract and ${file}`)
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
  // A bent apostrophe is drawn as wide as a Chinese letter.
  expect(Object.values(english).filter((en) => en.includes('\u2019'))).toEqual([])
})

/** One Chinese word that is two in English, where no context can be said. */
const TWO_WORDS = new Set([
  // Where an order comes from, and what an operator may do.
  '\u7535\u8bdd\u4e0b\u5355',
  // A sentence at the field, and what is wrong with a row of a list that is brought.
  '\u8bf7\u8f93\u5165 11 \u4f4d\u624b\u673a\u53f7',
])
const WITHOUT_CONTEXT = /〔.*〕$/
/** One thing or several, with an article or without, in a title or within a sentence: the same word. */
const plain = (en: string) =>
  en
    .toLowerCase()
    .replace(/\b(a|an|the) /g, '')
    .replace(/ies\b/g, 'y')
    .replace(/s\b/g, '')
    .replace(/\.$/, '')
const textOf = (node: unknown) => (isNode(node) && node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined)

/** `{ zh, en }`, the titles of a file's columns (`text('\u59d3\u540d', 'Name')`) and the server's own dictionary. */
function pairsIn(file: string): { zh: string; en: string; file: string }[] {
  const found: { zh: string; en: string; file: string }[] = []
  const put = (zh: string | undefined, en: string | undefined) => {
    if (zh !== undefined && en !== undefined && CHINESE.test(zh) && !CHINESE.test(en)) found.push({ zh, en, file })
  }
  visit(parse(file), [], (node) => {
    if (node.type === 'ObjectExpression') {
      const texts = Object.fromEntries(
        (node.properties as Node[])
          .filter(({ type }) => type === 'Property')
          .map(({ key, value }) => [String((key as Node).name ?? (key as Node).value), textOf(value)]),
      )
      if (file.endsWith('.en.ts')) for (const [zh, en] of Object.entries(texts)) put(zh, en)
      else put(texts.zh, texts.en)
    } else if (node.type === 'CallExpression') {
      const [zh, en] = node.arguments as Node[]
      put(textOf(zh), textOf(en))
    }
  })
  return found
}

test('a text is the same in English on the screen, in a refusal, among the authorities and in a file', { timeout: 30_000 }, () => {
  const pairs = [
    ...Object.entries(english).map(([zh, en]) => ({ zh, en, file: home[zh]! })),
    ...['../../server/src', '../../../packages/contract/src'].flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|generated/.test(file))
        .flatMap((file) => pairsIn(join(folder, file))),
    ),
  ]
  expect(pairs.length).toBeGreaterThan(3_000)
  // One that has a context on the screen may be either elsewhere.
  const wanted = new Set(
    pairs.filter(({ zh }) => WITHOUT_CONTEXT.test(zh)).map(({ zh, en }) => `${zh.replace(WITHOUT_CONTEXT, '')} ${plain(en)}`),
  )
  const differing = [...Map.groupBy(pairs, ({ zh }) => zh)].flatMap(([zh, all]) => {
    const said = Map.groupBy(
      all.filter(({ en }) => !wanted.has(`${zh} ${plain(en)}`)),
      ({ en }) => plain(en),
    )
    return said.size > 1 && !TWO_WORDS.has(zh)
      ? [`${zh}: ${[...said.values()].map(([one]) => `${one!.en} (${one!.file})`).join(', ')}`]
      : []
  })
  expect(differing).toEqual([])
})

function insideFirst(call: Node | undefined, node: Node): boolean {
  const first = (call?.arguments as Node[] | undefined)?.[0]
  let found = false
  if (first) visit(first, [], (one) => (found ||= one === node))
  return found
}
