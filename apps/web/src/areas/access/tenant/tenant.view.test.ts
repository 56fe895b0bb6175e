import { expect, test } from 'vitest'
import { HOST, moveMeans, moveTo, USERNAME } from './tenant.view.ts'

test('disabling a tenant says whom it throws out', () => {
  expect(moveMeans('disable', { users: 12, drivers: 300, recentOrders: 4567 })).toMatch(/12 名员工和 300 名司机.*4567/)
  expect(moveTo.disable).toBe(40)
})

test('host names and user names are checked before they are sent', () => {
  expect(['', 'localhost', 'Daijia.example.cn'].every((text) => HOST.test(text))).toBe(true)
  expect(['http://a.cn', 'a', 'a..cn', '-a.cn', 'a.cn/'].some((text) => HOST.test(text))).toBe(false)
  expect([USERNAME.test('admin.hz'), USERNAME.test('1admin'), USERNAME.test('ad'), USERNAME.test('管理员')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})
