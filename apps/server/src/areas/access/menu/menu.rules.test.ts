import { expect, test } from 'vitest'
import { type MenuRow, visibleMenu } from './menu.rules.ts'

const row = (menuId: string, parentId: string | null, url: string, functionCodes: string[] = [], deptTypes = [1, 2, 3]): MenuRow => ({
  menuId,
  parentId,
  name: `菜单${menuId}`,
  url,
  icon: '',
  functionCodes,
  deptTypes,
})
const rows = [
  row('1', null, ''),
  row('2', '1', '/Order/List', ['order.view']),
  row('3', '1', '/finance', ['withdraw.view']),
  row('4', null, ''),
  row('5', '4', '/sys', ['user.view']),
  row('6', null, '/', [], [1]),
]

test('a person sees the entries whose functions they hold, and no empty group', () => {
  const menu = visibleMenu(rows, new Set(['order.view']), 1)
  expect(menu.map((item) => [item.id, item.children.map((child) => child.id)])).toEqual([
    ['1', ['2']],
    ['6', []],
  ])
})

test('an entry for headquarters is not shown to a partner', () => {
  expect(visibleMenu(rows, new Set(['order.view']), 3).map((item) => item.id)).toEqual(['1'])
})

test('without any authority only entries for everyone remain', () => {
  expect(visibleMenu(rows, new Set(), 1).map((item) => item.id)).toEqual(['6'])
})
