import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, test } from 'vitest'

// The map of the house (docs/architecture.md) is only worth something while the folders are as it says. The web has a test of its own
// (apps/web/src/house.test.ts).

const root = join(import.meta.dirname, '..')
const AREAS = [
  'access',
  'call-centre',
  'customer',
  'dispatch',
  'driver',
  'finance',
  'message',
  'operations',
  'order',
  'partner',
  'pricing',
  'privacy',
  'qualification',
  'quality',
]
/** Source files of a folder, its index counted, tests not: fewer are no part of their own, more cannot be looked over. */
const [LEAST, MOST] = [4, 15]
/** Folders that hold fewer, and why. */
const SMALL: Record<string, string> = {
  'apps/server/src/areas/order/privacy-number': 'what dispatch, messages and partners read of numbers that the call centre keeps',
  'apps/server/src/areas/operations/job': 'what people see of jobs; jobs themselves are platform/jobs',
  'apps/server/src/platform/machine': 'one block: the table of a state machine, and what applies it',
}

const everything = spawnSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages', 'scripts', 'bench', 'e2e'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && existsSync(join(root, file)))
const isTest = (file: string) => /\.(test|journey)\.tsx?$/.test(file)
const files = everything.filter((file) => /^(apps\/server|packages\/contract)\//.test(file) && file.endsWith('.ts') && !isTest(file))
const under = (folder: string) => files.filter((file) => file.startsWith(`${folder}/`))
const SERVER = 'apps/server/src'

test('server and contract have the same areas; a part of the server is one folder, a part of the contract one file', () => {
  const areasOf = (folder: string) => [...new Set(under(folder).map((file) => file.slice(folder.length + 1).split('/')[0] ?? ''))].sort()
  expect(areasOf(`${SERVER}/areas`)).toEqual(AREAS)
  expect(areasOf('packages/contract/src/areas')).toEqual(AREAS)
  const inPart = /^apps\/server\/src\/areas\/[^/]+\/(index\.ts|[^/]+\/[^/]+)$/
  expect(under(`${SERVER}/areas`).filter((file) => !inPart.test(file))).toEqual([])
  expect(under('packages/contract/src/areas').filter((file) => file.split('/').length !== 6)).toEqual([])
})

test('a folder of an area or of the platform holds four to fifteen source files', () => {
  const parts = [...under(`${SERVER}/areas`), ...under(`${SERVER}/platform`), ...under('packages/contract/src/areas')]
  const sizes = [...Map.groupBy(parts, dirname)].filter(([folder]) => !/server\/src\/areas\/[^/]+$/.test(folder))
  expect(sizes.length).toBeGreaterThan(60)
  const odd = sizes.filter(([folder, held]) => held.length > MOST || (held.length < LEAST && !(folder in SMALL)))
  expect(odd.map(([folder, held]) => `${folder}: ${held.length}`)).toEqual([])
  const needless = Object.keys(SMALL).filter((folder) => (sizes.find(([one]) => one === folder)?.[1].length ?? LEAST) >= LEAST)
  expect(needless, 'no exception any more').toEqual([])
})

test('no folder of any app, package or command holds more than fifteen source files, nor more than fifteen tests', () => {
  for (const held of [everything.filter((file) => !isTest(file)), everything.filter(isTest)]) {
    const sizes = [...Map.groupBy(held, dirname)]
    expect(sizes.length).toBeGreaterThan(40)
    expect(sizes.filter(([, within]) => within.length > MOST).map(([folder, within]) => `${folder}: ${within.length}`)).toEqual([])
  }
})

/** `import … from '…'`, as the formatter writes it: whether all of it is types, its names, where from. */
const IMPORT = /^(?:import|export) (type )?(?:\{([^}]*)\}|[^'{}]*?) from '([^']+)'$/gm

/** The parts that a file imports by value; a type costs nothing at run time. */
function partsNeededBy(file: string): string[] {
  return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, typed, names, said = '']) => {
    if (typed || names?.split(',').every((name) => /^\s*(type\s|$)/.test(name))) return []
    if (said.startsWith('.')) return partOf(posix.join(dirname(file), said)) ?? []
    if (said.startsWith('#areas/')) return said.slice('#areas/'.length)
    return said.startsWith('#platform/') ? (partOf(`${SERVER}/platform/${said.slice('#platform/'.length)}.ts`) ?? []) : []
  })
}
/** `order/cancel`, `platform/http`. */
function partOf(file: string): string | null {
  const found = /^apps\/server\/src\/(?:areas\/([^/]+\/[^/]+)|(platform\/[^/]+))\/[^/]+$/.exec(file)
  return found ? (found[1] ?? found[2]!) : null
}

test('parts of the server stand one above the other: none needs, by whatever way, one that needs it', () => {
  const needs = new Map<string, Set<string>>()
  for (const file of under(SERVER)) {
    const part = partOf(file)
    if (part) needs.set(part, new Set([...(needs.get(part) ?? []), ...partsNeededBy(file).filter((to) => to !== part)]))
  }
  expect(needs.size).toBeGreaterThan(40)
  const settled = new Set<string>()
  const circles: string[] = []
  const visit = (part: string, way: readonly string[]) => {
    if (settled.has(part)) return
    if (way.includes(part)) {
      circles.push([...way.slice(way.indexOf(part)), part].join(' → '))
      return
    }
    for (const to of needs.get(part) ?? []) visit(to, [...way, part])
    settled.add(part)
  }
  for (const part of needs.keys()) visit(part, [])
  expect(circles).toEqual([])
})

test('no state is written as a number in SQL text, nor compared with one in an area: the contract names them', () => {
  const state = String.raw`\b\w*(?:state|status|dept_type)\b`
  const inSql = new RegExp(
    [
      String.raw`${state} (?:= |<> |in \(|not in \(|between )\d+`,
      String.raw`_(?:state|status) [<>]=? \d+`,
      String.raw`case \S*${state} when \d+`,
      String.raw`${state}', '[^']+', \[?\d+`,
    ].join('|'),
    'g',
  )
  const inAreas = /(?:state|status|deptType|dept_type) [!=]== \d+/gi
  const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([match]) => match)
  const examples = `where o.service_status in (101, 102) and pay_status = 10; service_status < 400; .where('u.state', '=', 3)`
  expect(found(examples, inSql)).toHaveLength(4)
  expect(found('row.state === 10 || row.dept_type !== 2', inAreas)).toHaveLength(2)
  const numbers = everything
    .filter((file) => /^(apps\/server\/(src|demo|test)|bench)\//.test(file) && !isTest(file))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const matches = [...found(text, inSql), ...(file.startsWith(`${SERVER}/areas/`) ? found(text, inAreas) : [])]
      return matches.map((match) => `${file}: ${match}`)
    })
  expect(numbers).toEqual([])
})
