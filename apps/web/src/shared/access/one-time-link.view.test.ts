import { expect, test } from 'vitest'
import { linkOf } from './one-time-link.view.ts'

test('a one-time link is handed over behind the address the operator works at', () => {
  expect(linkOf('https://ops.example.cn/', '/#/password/abc')).toBe('https://ops.example.cn/#/password/abc')
})
