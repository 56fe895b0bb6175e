import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditOf, licenceProblems, type Lock, type Locked, supplyProblems } from './dependencies.ts'

const lockOf = (name: string, part: Locked): Lock => ({
  packages: { '': {}, 'packages/own': {}, [`node_modules/${name}`]: { version: '1.0.0', integrity: 'sha512-x', license: 'MIT', ...part } },
})

test('a licence nobody allowed is found, a choice between licences leaves the allowed one', () => {
  expect(licenceProblems(lockOf('a', {}))).toEqual([])
  expect(licenceProblems(lockOf('a', { license: '(GPL-3.0 OR MIT)' }))).toEqual([])
  expect(licenceProblems(lockOf('a', { license: 'MIT AND GPL-3.0' }))).toEqual(['a 1.0.0: MIT AND GPL-3.0'])
  expect(licenceProblems(lockOf('a', { license: 'AGPL-3.0-only' }))).toEqual(['a 1.0.0: AGPL-3.0-only'])
  expect(licenceProblems({ packages: { 'node_modules/a': { version: '1.0.0' } } })).toEqual(['a 1.0.0: it names no licence'])
})

test('an exception holds for its own packages, and for tools only while they are tools', () => {
  expect(licenceProblems(lockOf('@img/sharp-libvips-linux-x64', { license: 'LGPL-3.0-or-later' }))).toEqual([])
  expect(licenceProblems(lockOf('elsewhere', { license: 'LGPL-3.0-or-later' }))).toHaveLength(1)
  expect(licenceProblems(lockOf('lightningcss', { license: 'MPL-2.0', dev: true }))).toEqual([])
  expect(licenceProblems(lockOf('lightningcss', { license: 'MPL-2.0' }))).toHaveLength(1)
})

test('a package without a hash, from elsewhere, or with an install script that may run is found', () => {
  expect(supplyProblems(lockOf('a', {}), {})).toEqual([])
  expect(supplyProblems({ packages: { 'node_modules/a': { version: '1.0.0' } } }, {})).toEqual([
    'a 1.0.0: package-lock.json holds no hash of it',
  ])
  expect(supplyProblems(lockOf('a', { resolved: 'git+ssh://git@example.com/a.git' }), {})).toHaveLength(1)
  expect(supplyProblems(lockOf('a', { hasInstallScript: true }), {})).toHaveLength(1)
  expect(supplyProblems(lockOf('a', { hasInstallScript: true }), { a: false })).toEqual([])
})

test('serious faults are told from others, and from a registry that serves no advisories', () => {
  const found = { vulnerabilities: { a: { severity: 'critical', range: '<2' }, b: { severity: 'low', range: '*' } } }
  expect(auditOf(JSON.stringify(found))).toEqual({ known: true, serious: ['a <2: critical'], others: 1 })
  expect(auditOf('{"vulnerabilities":{}}')).toEqual({ known: true, serious: [], others: 0 })
  expect(auditOf('{"message":"405 Method Not Allowed - POST https://r.example/-/npm"}')).toEqual({
    known: false,
    why: '405 Method Not Allowed - POST the registry',
  })
  expect(auditOf('')).toEqual({ known: false, why: 'npm audit gave no answer' })
})

test('what this repository installs is allowed, hashed, and runs nothing while it is installed', () => {
  const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as unknown
  const lock = read('package-lock.json') as Lock
  expect(Object.keys(lock.packages).length).toBeGreaterThan(200)
  expect(licenceProblems(lock)).toEqual([])
  expect(supplyProblems(lock, (read('package.json') as { allowScripts: Record<string, boolean> }).allowScripts)).toEqual([])
})
