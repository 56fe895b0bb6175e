import { expect, test } from 'vitest'
import { addOf, matchingFunctions, updateOf, valuesOf, type EffectiveFunction, type UserRow, type UserValues } from './user.view.ts'

const row: UserRow = {
  userId: '7',
  username: 'li.na',
  realName: '李娜',
  deptId: '3',
  deptName: '客服部',
  status: 'ENABLED',
  phone: '138****1234',
  email: '',
  level: 2,
  deptType: 1,
  allCities: false,
  cityIds: ['1', '2'],
  channelId: null,
  channelName: '',
  roles: [{ roleId: '5', name: '客服' }],
  authenticator: false,
  platformAdmin: false,
  lastSignInAt: null,
  self: false,
  version: 4,
  allowedActions: ['edit', 'editAccess'],
}
const values = valuesOf(row)

test('a masked telephone that nobody touched is not sent back', () => {
  expect(updateOf(row, { ...values, realName: '李娜娜' }, false)).toEqual({ userId: '7', version: 4, realName: '李娜娜' })
})

test('all cities clears the list, an emptied telephone is removed', () => {
  expect(updateOf(row, { ...values, allCities: true, phone: '' }, false)).toEqual({
    userId: '7',
    version: 4,
    allCities: true,
    cityIds: [],
    phone: '',
  })
})

test('leaving a partner department leaves its channel', () => {
  const partner: UserRow = { ...row, deptType: 3, channelId: '9' }
  expect(updateOf(partner, { ...valuesOf(partner), deptId: '4' }, false)).toMatchObject({ deptId: '4', channelId: '' })
  expect(updateOf(partner, valuesOf(partner), true)).toEqual({ userId: '7', version: 4 })
})

test('a new person is sent without empty telephone and channel', () => {
  const typed: UserValues = { ...values, phone: '', channelId: '9' }
  expect(addOf(typed, false)).not.toHaveProperty('phone')
  expect(addOf(typed, false)).not.toHaveProperty('channelId')
  expect(addOf(typed, true)).toMatchObject({ channelId: '9', username: 'li.na' })
})

test('authorities are found by name, code and the role they come from', () => {
  const one = (code: string, name: string, role: string) =>
    ({ code, name, nameEn: '', areaName: '订单', areaNameEn: 'Orders', roles: [{ roleId: '1', name: role }] }) as EffectiveFunction
  const all = [one('order.view', '查看订单', '客服'), one('order.cancel', '取消订单', '主管')]
  expect(matchingFunctions(all, '主管')).toHaveLength(1)
  expect(matchingFunctions(all, 'order view')).toHaveLength(1)
  expect(matchingFunctions(all, '')).toHaveLength(2)
})
