import { expect, test } from 'vitest'
import { passwordProblems } from './password.rules.ts'

test.each([
  ['Daijia#2026', []],
  ['three words and more', []],
  ['Short#1a', ['TOO_SHORT']],
  ['onlysmallones', ['TOO_FEW_CLASSES']],
  ['Small-Capital', []],
  ['Xlinxiaoyu#8', ['CONTAINS_USERNAME']],
  ['XLINXIAOYU#8a', ['CONTAINS_USERNAME']],
  ['aaaaaaaaaaaaaaaaaaaa', ['TOO_COMMON']],
  ['A1234567890!', ['TOO_COMMON']],
  ['Pw#qwertyuiop', ['TOO_COMMON']],
  ['密码要够长才行2026a#', []],
] as const)('%s', (password, problems) => {
  expect(passwordProblems(password, 'linxiaoyu')).toEqual(problems)
})

test('a user name of two letters does not rule out every word that holds them', () => {
  expect(passwordProblems('Basement#17', 'em')).toEqual([])
})
