import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The import rules are only worth something while they find what they forbid: files that break each of them are planted in a
// tree like ours, and our own configuration has to name every one.

const root = join(import.meta.dirname, '..')

/** [file, its text, what the finding says]. */
const planted: [file: string, text: string, says: string][] = [
  [
    'packages/contract/src/areas/a.ts',
    `import { readFile } from 'node:fs'\nexport const a = readFile`,
    'The contract imports zod and itself',
  ],
  [
    'packages/contract/src/areas/b.ts',
    `import { useState } from 'react'\nexport const b = useState`,
    'The contract imports zod and itself',
  ],
  ['apps/server/src/runtime/a.ts', `import { order } from '#areas/order'\nexport const a = order`, 'The runtime sits below the server'],
  ['apps/server/src/platform/a.ts', `import { order } from '#areas/order'\nexport const a = order`, 'The platform sits below the areas'],
  [
    'apps/server/src/platform/b.ts',
    `import { order } from '../areas/order/index.ts'\nexport const b = order`,
    'The platform sits below the areas',
  ],
  [
    'apps/server/src/areas/order/model/a.service.ts',
    `import { c } from '../../access/app/index.ts'\nexport const a = c`,
    'A part reaches out',
  ],
  [
    'apps/server/src/areas/order/model/b.service.ts',
    `import { c } from '../bill/bill.queries.ts'\nexport const b = c`,
    'Another part of the area is used',
  ],
  [
    'apps/server/src/areas/order/model/bb.service.ts',
    `import { c } from '#areas/access/app/app.queries'\nexport const b = c`,
    'A part of another area',
  ],
  ['apps/server/src/areas/order/model/bc.service.ts', `import { c } from '#areas/access'\nexport const b = c`, 'the index of a whole area'],
  ['apps/server/src/areas/order/model/c.service.ts', `import pg from 'pg'\nexport const c = pg`, 'SQL lives in *.queries.ts'],
  ['apps/server/src/areas/order/model/d.routes.ts', `import fastify from 'fastify'\nexport const d = fastify`, 'SQL lives in *.queries.ts'],
  ['apps/server/src/areas/order/model/d.http.ts', `import { sql } from 'kysely'\nexport const d = sql`, 'A door beside the calls'],
  [
    'apps/server/src/areas/order/model/e.service.ts',
    `import { demo } from '#demo/seed'\nexport const e = demo`,
    'The demo world and the tests build on',
  ],
  [
    'apps/server/src/areas/order/model/f.queries.ts',
    `import { s } from './f.service.ts'\nexport const f = s`,
    'Queries know nothing above them',
  ],
  [
    'apps/server/src/areas/order/model/g.queries.ts',
    `import { s } from '../bill/bill.service.ts'\nexport const g = s`,
    'Another part of the area is used',
  ],
  ['apps/server/src/areas/order/model/g.list.ts', `import pg from 'pg'\nexport const g = pg`, 'A list is declared'],
  [
    'apps/server/src/areas/order/model/h.rules.ts',
    `import { db } from '#platform/database/db'\nexport const h = db`,
    'Rules are pure: values in',
  ],
  [
    'apps/server/src/areas/order/model/ha.rules.ts',
    `import { db } from '../bill/index.ts'\nexport const h = db`,
    'Rules are pure: values in',
  ],
  [
    'apps/server/src/areas/order/model/i.rules.ts',
    `import { readFile } from 'node:fs'\nexport const i = readFile`,
    'Rules are pure: values in',
  ],
  ['apps/server/src/areas/order/model/j.rules.ts', `export const j = () => Date.now()`, 'Rules have no clock'],
  ['apps/server/src/areas/order/model/k.rules.ts', `export const k = () => Math.random()`, 'chance is passed in'],
  [
    'apps/server/src/areas/order/model/l.rules.ts',
    `import { order } from '#areas/access/app'\nexport const l = order`,
    'Rules are pure: values in',
  ],
  [
    'apps/server/src/areas/order/model/m.pg.test.ts',
    `import { c } from '../../access/app/index.ts'\nexport const m = c`,
    'A part’s test reaches out',
  ],
  [
    'apps/server/src/areas/order/model/n.pg.test.ts',
    `import { c } from '../bill/bill.queries.ts'\nexport const m = c`,
    'is tested through its index.ts',
  ],
  ['apps/server/src/areas/order/index.ts', `import { c } from '#areas/access/app'\nexport const n = c`, 'The index of an area collects'],
  ['apps/server/src/platform/one.ts', `import { two } from '#platform/two'\nexport const one = () => two`, 'Dependency cycle'],
  ['apps/server/src/platform/two.ts', `import { one } from '#platform/one'\nexport const two = () => one`, 'Dependency cycle'],
  [
    'apps/web/src/platform/a.ts',
    `import { t } from '#ui/table.tsx'\nexport const a = t`,
    'The platform sits below everything else of the web',
  ],
  ['apps/web/src/platform/b.ts', `import { areas } from '@chauffeur/contract/all'\nexport const b = areas`, 'Not for the browser'],
  ['apps/web/src/ui/a.tsx', `import { p } from '#shared/picker.tsx'\nexport const a = p`, 'The pieces of ui/ know no screen'],
  ['apps/web/src/ui/b.tsx', `import { useQuery } from '@tanstack/react-query'\nexport const b = useQuery`, 'ui/ makes no calls'],
  ['apps/web/src/ui/show/c.tsx', `import { useCall } from '#platform/http/call.ts'\nexport const c = useCall`, 'ui/ makes no calls'],
  ['apps/web/src/ui/show/d.tsx', `import { orderCalls } from '@chauffeur/contract/order'\nexport const d = orderCalls`, 'ui/ draws values'],
  ['apps/web/src/ui/show/e.tsx', `import { QueryTable } from '#kit/list/table.tsx'\nexport const e = QueryTable`, 'know no screen'],
  ['apps/web/src/ui/show/f.ts', `import { readFile } from 'node:fs'\nexport const f = readFile`, 'Not for the browser'],
  ['apps/web/src/kit/list/a.tsx', `import { p } from '#shared/city/picker.tsx'\nexport const a = p`, 'The blocks of kit/ know no area'],
  ['apps/web/src/kit/list/b.ts', `import { areas } from '@chauffeur/contract/all'\nexport const b = areas`, 'Not for the browser'],
  [
    'apps/web/src/shared/a.tsx',
    `import { s } from '../areas/order/order.screens.ts'\nexport const a = s`,
    'What areas share knows no area',
  ],
  [
    'apps/web/src/areas/order/a.screen.tsx',
    `import { s } from '../driver/driver.screens.ts'\nexport const a = s`,
    'an area never imports another',
  ],
  [
    'apps/web/src/areas/order/list/a.screen.tsx',
    `import { s } from '../../driver/file/driver.view.ts'\nexport const a = s`,
    'an area never imports another',
  ],
  ['apps/web/src/areas/order/b.view.ts', `import { readFile } from 'node:fs'\nexport const b = readFile`, 'Not for the browser'],
  ['apps/web/src/app/a.tsx', `import { areas } from '@chauffeur/contract/all'\nexport const a = areas`, 'Not for the browser'],
  [
    'apps/simulator/src/a.ts',
    `import { app } from '../../server/src/app.ts'\nexport const a = app`,
    'The simulator uses the public APIs alone',
  ],
]

/** What the layout allows. */
const allowed: [file: string, text: string][] = [
  ['packages/contract/src/areas/fine.ts', `import * as z from 'zod'\nimport { a } from '../kernel/fields.ts'\nexport const fine = [z, a]`],
  [
    'apps/server/src/areas/order/model/fine.queries.ts',
    `import { sql } from 'kysely'\nimport { db } from '#platform/database/db'\nexport const fine = [sql, db]`,
  ],
  [
    'apps/server/src/areas/order/model/fine.list.ts',
    `import { sql } from 'kysely'\nimport { q } from './fine.queries.ts'\nexport const fine = [sql, q]`,
  ],
  [
    'apps/server/src/areas/order/model/fine.setting.ts',
    `import { sql } from 'kysely'\nimport { defineSetting } from '#platform/setting/setting'\nexport const fine = [sql, defineSetting]`,
  ],
  [
    'apps/server/src/areas/order/model/fine.service.ts',
    `import { q } from './fine.queries.ts'\nimport { bill } from '../bill/index.ts'\nimport { city } from '#areas/operations/city'\nexport const fine = [q, bill, city]`,
  ],
  [
    'apps/server/src/areas/order/model/fine.rules.ts',
    `import type { X } from '@chauffeur/contract/order'\nexport const fine = (x: X) => x`,
  ],
  [
    'apps/server/src/areas/order/model/clock.rules.ts',
    `import { localMinute } from '#platform/values/local-clock'\nimport { bands } from '../price/bands.rules.ts'\nimport type { Fix } from '#areas/driver/state'\nexport const clock = (fix: Fix) => [localMinute, bands, fix]`,
  ],
  [
    'apps/server/src/areas/bill/index.ts',
    `import { a } from './model/index.ts'\nexport { b } from './model/index.ts'\nexport const fine = [a]`,
  ],
  [
    'apps/server/src/areas/order/model/fine.http.ts',
    `import type { FastifyInstance } from 'fastify'\nexport const fine = (http: FastifyInstance) => http`,
  ],
  ['apps/server/src/areas/order/model/fine.pg.test.ts', `import { fresh } from '#test/harness/fresh-database'\nexport const fine = fresh`],
  ['apps/server/src/platform/fine.ts', `import pg from 'pg'\nimport fastify from 'fastify'\nexport const fine = [pg, fastify]`],
  [
    'apps/web/src/areas/order/fine.screen.tsx',
    `import { o } from '@chauffeur/contract/order'\nimport { c } from '#platform/http/call.ts'\nimport { k } from '#kit/list/list.tsx'\nimport { t } from '#ui/table/table.tsx'\nimport { p } from '#shared/picker.tsx'\nexport const fine = [o, c, k, t, p]`,
  ],
  [
    'apps/web/src/areas/order/list/fine.screen.tsx',
    `import { c } from '../cancel/cancel-order.tsx'\nimport { v } from '../order.view.ts'\nexport const fine = [c, v]`,
  ],
  [
    'apps/web/src/ui/show/fine.tsx',
    `import { RefusalError } from '#platform/http/errors.ts'\nimport { t } from '#platform/text/text.ts'\nexport const fine = [RefusalError, t]`,
  ],
  [
    'apps/web/src/kit/list/fine.tsx',
    `import { o } from '@chauffeur/contract/order'\nimport { c } from '#platform/http/call.ts'\nimport { t } from '#ui/table/table.tsx'\nexport const fine = [o, c, t]`,
  ],
]

interface Finding {
  code: string
  message: string
  help?: string
  filename: string
}

let tree: string
let findings: Finding[]

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'chauffeur-boundaries-'))
  cpSync(join(root, '.oxlintrc.json'), join(tree, '.oxlintrc.json'))
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'))
  for (const app of ['server', 'web']) {
    mkdirSync(join(tree, 'apps', app), { recursive: true })
    for (const file of ['package.json', 'tsconfig.json']) cpSync(join(root, 'apps', app, file), join(tree, 'apps', app, file))
  }
  for (const [file, text] of [...planted, ...allowed]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), `${text}\n`)
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const run = spawnSync(process.execPath, [oxlint, '--format=json', '.'], { cwd: tree, encoding: 'utf8' })
  const answer = JSON.parse(run.stdout) as { diagnostics: Finding[]; number_of_files: number }
  if (answer.number_of_files !== planted.length + allowed.length) throw new Error(`oxlint looked at ${answer.number_of_files} files`)
  findings = answer.diagnostics
})
afterAll(() => rmSync(tree, { recursive: true, force: true }))

const saidOf = (file: string) =>
  findings.filter((one) => one.filename === file).map((one) => `${one.code} ${one.message} ${one.help ?? ''}`)
const boundary = /no-restricted-imports|no-restricted-properties|no-cycle/

for (const [file, text, says] of planted) {
  test(`${file} is refused: ${text.split('\n')[0]}`, () => {
    expect(
      saidOf(file)
        .filter((line) => boundary.test(line))
        .join('\n'),
    ).toContain(says)
  })
}

for (const [file] of allowed) {
  test(`${file} is let through`, () => {
    expect(saidOf(file).filter((line) => boundary.test(line))).toEqual([])
  })
}

test('every sentence of the import rules is said for at least one planted file', () => {
  const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8')) as { overrides: unknown[] }
  const sentences = JSON.stringify(config.overrides).match(/(?<="message":")[^"]+/g) ?? []
  const said = findings.map((one) => `${one.message} ${one.help ?? ''}`).join('\n')
  expect(sentences.length).toBeGreaterThan(10)
  expect(sentences.filter((sentence) => !said.includes(sentence))).toEqual([])
})
