import { expect, test } from 'vitest'
import { classesOf, meetsRules, passwordRules, problemsOf, strengthWord } from './password.view.ts'

const states = (password: string, username = 'operator', refused: Parameters<typeof passwordRules>[2] = []) =>
  Object.fromEntries(passwordRules(password, username, refused).map(({ problem, state }) => [problem, state]))

test('before anything is typed every rule is said and none is kept', () => {
  const rules = passwordRules('', 'operator')
  expect(rules.map(({ state }) => state)).toEqual(['open', 'open', 'open', 'open'])
  expect(rules.map(({ words }) => words).join()).toContain('10')
})

test('rules turn kept one by one while typing', () => {
  expect(states('abc')).toMatchObject({ TOO_SHORT: 'open', TOO_FEW_CLASSES: 'open', CONTAINS_USERNAME: 'kept' })
  expect(states('Abcdefgh12')).toMatchObject({ TOO_SHORT: 'kept', TOO_FEW_CLASSES: 'kept' })
  expect(meetsRules('Abcdefgh12', 'operator')).toBe(true)
})

test('the own name in a password is found whatever its case; a name of two letters is everywhere and does not count', () => {
  expect(states('My-OPERATOR-1').CONTAINS_USERNAME).toBe('open')
  expect(meetsRules('My-OPERATOR-1', 'operator')).toBe(false)
  expect(states('Abcdefgh12', 'ab').CONTAINS_USERNAME).toBe('kept')
})

test('letters of any script and pictures count as characters, once each', () => {
  expect(classesOf('密码Aa1')).toBe(4)
  expect(states('密码密码密码密码1').TOO_SHORT).toBe('open')
  expect(states('🙂🙂🙂🙂🙂').TOO_SHORT).toBe('open')
})

test('a long sentence needs no digits or symbols', () => {
  expect(states('river lamp cloudy')).toMatchObject({ TOO_SHORT: 'kept', TOO_FEW_CLASSES: 'kept' })
  expect(states('riverlampcloud')).toMatchObject({ TOO_SHORT: 'kept', TOO_FEW_CLASSES: 'open' })
})

test('whether a password is common is never claimed before the server has said so', () => {
  expect(states('Abcdefgh12').TOO_COMMON).toBe('open')
  expect(states('Abcdefgh12', 'operator', ['TOO_COMMON']).TOO_COMMON).toBe('broken')
  expect(problemsOf({ problems: ['TOO_COMMON', 'NEW_RULE', 3] })).toEqual(['TOO_COMMON'])
  expect(problemsOf(null)).toEqual([])
})

test('the word for the strength grows with length and variety, and is weak while a rule is open', () => {
  expect(strengthWord('', 'operator')).toEqual({ words: '', level: 0 })
  expect(strengthWord('short1A', 'operator').words).toBe('弱')
  expect(strengthWord('Aa1Aa1Aa1Aa1', 'operator').words).toBe('弱')
  expect(strengthWord('Abcdefgh12', 'operator').words).toBe('中')
  expect(strengthWord('Abcdefgh12-xyz', 'operator').words).toBe('强')
})
