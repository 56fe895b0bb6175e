import { expect, test } from 'vitest'
import { compareVersions } from './app-client.ts'

test.each([
  ['3.10.0', '3.9.9', 1],
  ['3.2', '3.2.0', 0],
  ['1.0', '1.0.1', -1],
  ['1.x', '1.0', null],
  ['', '1.0', null],
])('version %s against %s is %s', (one, other, result) => {
  expect(compareVersions(one, other)).toBe(result)
})
