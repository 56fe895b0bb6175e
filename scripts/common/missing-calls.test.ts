import { expect, test } from 'vitest'
import { type DeclaredCall, missingRows } from './missing-calls.ts'

const missing = (row: string, ...declared: DeclaredCall[]) => missingRows(`area\tmethod\tpath\tflags\n${row}\n`, declared).length === 1

test('a call that is declared with its verb is not missing', () => {
  expect(missing('order\tPOST\t/a/b\t', { method: 'POST', path: '/a/b' })).toBe(false)
})
test('the same path with the other verb does not answer a certain verb', () => {
  expect(missing('order\tPOST\t/a/b\t', { method: 'GET', path: '/a/b' })).toBe(true)
  expect(missing('order\tPOST\t/a/b\t', { method: 'GET', path: '/a/b', anyVerb: true })).toBe(false)
})
test('a guessed verb is answered by either', () => {
  expect(missing('order\tGET*\t/a/b\t', { method: 'POST', path: '/a/b' })).toBe(false)
})
test('the name of a path parameter does not matter', () => {
  expect(missing('withdraw\tGET\t/a/get/{id}\t', { method: 'GET', path: '/a/get/{withdrawId}' })).toBe(false)
})
test('a family is answered by a call below it that is named so', () => {
  const row = 'driver-level\tGET*\t/a/level/ (white lists)\tfamily'
  expect(missing(row, { method: 'GET', path: '/a/level/whiteList' })).toBe(false)
  expect(missing(row, { method: 'GET', path: '/a/level/basic-config' })).toBe(true)
  expect(missing('capacity\tGET*\t/a/km/ (endpoints)\tfamily', { method: 'GET', path: '/a/km/list' })).toBe(false)
})
test('calls of one path told apart by a parameter are each asked for', () => {
  const row = 'city\tGET\t/djapi?method=open.city.list\t'
  expect(missing(row, { method: 'GET', path: '/djapi?method=open.city.list' })).toBe(false)
  expect(missing(row, { method: 'GET', path: '/djapi?method=common.city.list' })).toBe(true)
})
test('the desk phone is not asked of this server', () => {
  expect(missing('softphone\tWS\t(local websocket)\t')).toBe(false)
})
test('an empty list is an error, not success', () => {
  expect(() => missingRows('area\tmethod\tpath\tflags\n', [])).toThrow()
})
