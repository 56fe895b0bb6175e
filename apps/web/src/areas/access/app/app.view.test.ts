import { expect, test } from 'vitest'
import { secretWords } from './app.view.ts'

test('of a stored secret no more than its last four characters are shown', () => {
  expect(secretWords('')).toBe('未设置')
  expect(secretWords('9f3a')).toBe('••••••••9f3a')
})
