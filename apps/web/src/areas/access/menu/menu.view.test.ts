import { isMenuUrl, type MenuNode } from '@chauffeur/contract/access/menu'
import { expect, test } from 'vitest'
import { stepPlace } from '#kit/tree/tree-move.view.ts'
import { kindOf, MAX_DEPTH, menuBranches, type MenuRow } from './menu.view.ts'

const row: MenuRow = {
  menuId: '4',
  parentId: null,
  platformId: 3,
  name: '订单',
  url: '/Order/List',
  icon: 'ProfileOutlined',
  sort: 0,
  functionCodes: ['order.view'],
  deptTypes: [1, 2],
  version: 6,
  allowedActions: ['edit'],
}

test('an address tells what the entry opens, and one that could run in the page is no address', () => {
  expect(kindOf('')).toBe('group')
  expect(kindOf('/Order/List')).toBe('screen')
  expect(kindOf('https://example.cn/a')).toBe('frame')
  expect(kindOf('iframe:/reports')).toBe('frame')
  for (const url of ['javascript:alert(1)', 'iframe:javascript:alert(1)', '//evil.cn', 'data:text/html,x', '/a"onload=x'])
    expect(isMenuUrl(url)).toBe(false)
})

test('an entry is never moved to a fifth level', () => {
  const deep = (menuId: string, ...children: MenuNode[]): MenuNode => ({ ...row, menuId, children })
  const tree = menuBranches([deep('a', deep('b', deep('c', deep('d'), deep('e'))))])
  expect(stepPlace(tree, 'e', 'in', MAX_DEPTH)).toBeNull()
  expect(stepPlace(tree, 'e', 'out', MAX_DEPTH)).toEqual({ parentId: 'b', position: 1 })
})
