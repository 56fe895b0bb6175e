import { expect, test } from 'vitest'
import { appActions, certification, lastFour } from './apps.rules.ts'

test('certification: submitted once, decided once, refused ones submitted again', () => {
  const next = (step: 'SUBMIT' | 'APPROVE' | 'REFUSE') => certification.states.map((from) => certification.next(from, step, 'OPERATOR'))
  expect(next('SUBMIT')).toEqual([10, null, null, 10])
  expect(next('APPROVE')).toEqual([null, 20, null, null])
  expect(next('REFUSE')).toEqual([null, 30, null, null])
})

test('who submitted sees no button to decide', () => {
  const app = { enabled: true, certifyState: 10 as const, submittedBy: '7' }
  expect(appActions(app, '7', { edit: true, pays: false })).toEqual(['update', 'disable', 'settings', 'administrators'])
  expect(appActions(app, '8', { edit: true, pays: true })).toEqual(['update', 'disable', 'decide', 'settings', 'administrators', 'pays'])
  expect(appActions(app, '8', { edit: false, pays: false })).toEqual([])
})

test('four characters of a long secret are shown, of a short one none', () => {
  expect(lastFour('abcdefgh12345678')).toBe('5678')
  expect(lastFour('abcd1234')).toBe('····')
})
