import { isMenuUrl } from '@chauffeur/contract/access/menu'
import { expect, test } from 'vitest'
import { depthOf, heightOf, moveMenu } from './menu-tree.rules.ts'

// 1 ─ 2 ─ 3 and 4, 5 at the top
const rows = [
  { menuId: '1', parentId: null },
  { menuId: '4', parentId: null },
  { menuId: '5', parentId: null },
  { menuId: '2', parentId: '1' },
  { menuId: '3', parentId: '2' },
]

test('an entry dragged up takes its place among the others, whose order stays', () => {
  expect(moveMenu(rows, { menuId: '5', parentId: null, position: 0 })).toEqual({ order: ['5', '1', '4'] })
  expect(moveMenu(rows, { menuId: '1', parentId: null, position: 99 })).toEqual({ order: ['4', '5', '1'] })
  expect(moveMenu(rows, { menuId: '4', parentId: '1', position: 1 })).toEqual({ order: ['2', '4'] })
})

test('an entry goes neither below itself nor deeper than four levels', () => {
  expect(moveMenu(rows, { menuId: '1', parentId: '3', position: 0 })).toEqual({ refusal: 'authority.menuCycle' })
  expect(moveMenu(rows, { menuId: '1', parentId: '1', position: 0 })).toEqual({ refusal: 'authority.menuCycle' })
  const deep = [...rows, { menuId: '6', parentId: '4' }, { menuId: '7', parentId: '6' }]
  expect(moveMenu(deep, { menuId: '1', parentId: '6', position: 0 })).toEqual({ refusal: 'authority.menuTooDeep' })
  expect(depthOf(rows, '3')).toBe(3)
  expect(heightOf(rows, '1')).toBe(3)
})

test.each([
  '',
  '/Order/List',
  '/400/home?telPhone=1',
  'https://example.com/a?b=c#d',
  'http://10.0.0.1:8080/x',
  'iframe:https://example.com/',
  'iframe:/reports/day',
])('an entry may lead to %s', (url) => expect(isMenuUrl(url)).toBe(true))

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'iframe:javascript:alert(1)',
  'iframe:iframe:https://example.com',
  'iframe:',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//example.com/x',
  '/\\example.com',
  'iframe://example.com',
  'https://',
  'https:///x',
  'https://exa mple.com',
  'https://example.com/"onload="x',
  'Order/List',
  ' /x',
  'ftp://example.com',
  'blob:https://example.com/1',
])('no entry leads to %s', (url) => expect(isMenuUrl(url)).toBe(false))
