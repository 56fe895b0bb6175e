import { expect, test } from 'vitest'
import { appActions, certification, lastFour } from './apps.rules.ts'

test('certification: submitted once, decided once, refused ones submitted again', () => {
  const next = (step: 'SUBMIT' | 'APPROVE' | 'REFUSE') => certification.states.map((from) => certification.next(from, step, 'OPERATOR'))
  expect(next('SUBMIT')).toEqual([10, null, null, 10])
  expect(next('APPROVE')).toEqual([null, 20, null, null])
  expect(next('REFUSE')).toEqual([null, 30, null, null])
  expect(certification.states.map((from) => certification.next(from, 'LAPSE', 'OPERATOR'))).toEqual([null, 0, 0, null])
})

test('who submitted sees no button to decide', () => {
  const app = { enabled: true, driverDefault: false, certifyState: 10 as const, submittedBy: '7' }
  expect(appActions(app, '7', { edit: true, pays: false })).toEqual(['update', 'disable', 'makeDefault', 'settings', 'administrators'])
  expect(appActions(app, '8', { edit: true, pays: true })).toEqual([
    'update',
    'disable',
    'makeDefault',
    'decide',
    'settings',
    'administrators',
    'pays',
  ])
  expect(appActions(app, '8', { edit: false, pays: false })).toEqual([])
})

test('a disabled app is not made the drivers’ default, and the default can be ended whether enabled or not', () => {
  const actions = (enabled: boolean, driverDefault: boolean) =>
    appActions({ enabled, driverDefault, certifyState: 0, submittedBy: null }, '7', { edit: true, pays: false })
  expect(actions(false, false)).not.toContain('makeDefault')
  expect(actions(false, true)).toContain('endDefault')
  expect(actions(true, true)).not.toContain('makeDefault')
})

test('four characters of a long secret are shown, of a short one none', () => {
  expect(lastFour('abcdefgh12345678')).toBe('5678')
  expect(lastFour('abcd1234')).toBe('····')
})
