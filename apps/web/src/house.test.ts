// @vitest-environment node
import { readdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

// The map of the web is only worth something while the folders are as it says: docs/architecture.md, “The web”.

const LAYERS = ['platform', 'ui', 'kit', 'shared', 'areas', 'app']
const AREAS = [
  'order',
  'dispatch',
  'driver',
  'qualification',
  'quality',
  'customer',
  'pricing',
  'finance',
  'call-centre',
  'partner',
  'message',
  'access',
  'privacy',
  'operations',
]
const MOST_FILES = 15
/** What a file is, said after a dot: `order.columns.tsx`. A file without one is a piece, a hook or plain code. */
const KINDS = ['screens', 'screen', 'list', 'form', 'drawer', 'dialog', 'panel', 'columns', 'filters', 'view', 'en', 'setup']

const files = readdirSync(import.meta.dirname, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath.slice(import.meta.dirname.length + 1)}/${entry.name}`.replace(/^\//, ''))
const sources = files.filter((file) => !/\.test\.tsx?$/.test(file))

test('the web has six layers, and a layer has parts', () => {
  const misplaced = sources.filter((file) => {
    const [layer = '', first = '', second, third, deeper] = file.split('/')
    if (file === 'main.tsx') return false
    if (layer !== 'areas') return !LAYERS.includes(layer) || second === undefined || third !== undefined
    // What several parts of an area need bears the area's name and stands above them.
    if (third === undefined) return !AREAS.includes(first) || second === undefined || !second.startsWith(`${first}.`)
    return !AREAS.includes(first) || deeper !== undefined
  })
  expect(misplaced).toEqual([])
})

test('a folder holds no more than can be looked over', () => {
  const sizes = Map.groupBy(sources, dirname)
  expect(sizes.size).toBeGreaterThan(40)
  expect([...sizes].filter(([, held]) => held.length > MOST_FILES).map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([])
})

test('a file says after a dot what it is', () => {
  const kind = KINDS.filter((one) => !['en', 'setup', 'screens'].includes(one)).join('|')
  const unclear = sources.filter((file) => {
    const [name = '', ...rest] = basename(file).split('.')
    if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return true
    if (rest.length === 1) return new RegExp(`-(${kind})$`).test(name) && rest[0] !== 'css'
    return rest.length !== 2 || !KINDS.includes(rest[0] ?? '')
  })
  expect(unclear).toEqual([])
})
