import { expect, test } from 'vitest'
import { passwordToken, setupToken } from './password-link.ts'

test.each([
  ['/set-password?token=abc_DEF-123', 'abc_DEF-123'],
  ['/set-password?lang=en&token=a%2Bb', 'a+b'],
  ['/set-password', ''],
  ['/set-password/abc', 'abc'],
  ['/password/abc%2F', 'abc/'],
  ['/password/%E0%A4%A', '%E0%A4%A'],
  ['/password', null],
  ['/login', null],
  ['/Sys/set-password?token=a', null],
])('the address %s holds the token %s', (path, token) => {
  expect(passwordToken(path)).toBe(token)
})

test('the address that begins an empty installation is no other', () => {
  expect(setupToken('/begin?token=abc_DEF-1')).toBe('abc_DEF-1')
  expect(setupToken('/begin')).toBe('')
  expect(setupToken('/login?token=abc')).toBeNull()
})
