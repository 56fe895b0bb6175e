import { expect, test } from 'vitest'
import { compareVersions, secretWords } from './app.view.ts'

test('of a stored secret no more than its last four characters are shown', () => {
  expect(secretWords('')).toBe('未设置')
  expect(secretWords('9f3a')).toBe('••••••••9f3a')
})

test.each([
  ['3.10.0', '3.9.9', 1],
  ['3.2', '3.2.0', 0],
  ['1.0', '1.0.1', -1],
  ['1.x', '1.0', null],
  ['', '1.0', null],
])('version %s against %s is %s', (one, other, result) => {
  expect(compareVersions(one, other)).toBe(result)
})
