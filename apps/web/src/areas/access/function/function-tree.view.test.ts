import type { FunctionNode } from '@chauffeur/contract/access/function'
import { expect, test } from 'vitest'
import { matchesText, filteredTree } from '#kit/tree/tree-filter.view.ts'
import {
  comparedRows,
  functionBranches,
  openCodes,
  searchText,
  ticksOf,
  toggled,
  type FunctionBranch,
  type FunctionRow,
} from './function-tree.view.ts'

const fn = (code: string, grantable = true): FunctionRow => ({
  code,
  name: code,
  nameEn: '',
  area: code.split('.')[0] ?? '',
  areaName: '',
  areaNameEn: '',
  kind: 'MENU',
  parentCode: null,
  systemId: '1',
  sort: 0,
  source: 'CONTRACT',
  platformOnly: false,
  grantable,
  version: 1,
  allowedActions: [],
})
const node = (row: FunctionRow, ...children: FunctionNode[]): FunctionNode => ({ ...row, children })
const system = (systemId: string) => ({
  systemId,
  name: '运营平台',
  nameEn: 'Console',
  areas: [
    {
      area: 'order',
      name: '订单',
      nameEn: 'Orders',
      functions: [node(fn('order.view'), node(fn('order.cancel')), node(fn('order.secret', false)))],
    },
    { area: 'driver', name: '司机', nameEn: 'Drivers', functions: [node(fn('driver.view'))] },
  ],
})
const tree = functionBranches([system('1')])
const order = tree[0] as FunctionBranch

test('one system is not shown as a level of its own, two are', () => {
  expect(tree.map(({ name }) => name)).toEqual(['订单', '司机'])
  expect(functionBranches([system('1'), system('2')]).map(({ id }) => id)).toEqual(['system 1', 'system 2'])
})

test('a branch is half checked while only some of it is held', () => {
  const ticks = ticksOf(tree, new Set(['order.view', 'driver.view']))
  expect(ticks.get('area 1 order')).toBe('some')
  expect(ticks.get('order.view')).toBe('some')
  expect(ticks.get('order.cancel')).toBe('none')
  expect(ticks.get('area 1 driver')).toBe('all')
  expect(ticksOf(tree, new Set(['order.view', 'order.cancel', 'order.secret'])).get('area 1 order')).toBe('all')
  expect(ticksOf(tree, new Set()).get('area 1 order')).toBe('none')
})

test('a click on a branch gives all of it but what the operator lacks, a second click takes it', () => {
  expect(openCodes(order)).toEqual(['order.view', 'order.cancel'])
  const given = toggled(new Set(['driver.view']), order)
  expect([...given].sort()).toEqual(['driver.view', 'order.cancel', 'order.view'])
  expect([...toggled(given, order)]).toEqual(['driver.view'])
})

test('what is locked stays with the role whatever is clicked', () => {
  const held = new Set(['order.secret', 'order.view', 'order.cancel'])
  expect([...toggled(held, order)]).toEqual(['order.secret'])
})

test('a click while searching touches only what was found', () => {
  const found = (branch: FunctionBranch) => matchesText(searchText(branch), 'cancel')
  const shown = filteredTree(tree, found)
  expect([...toggled(new Set(['driver.view']), shown[0] as FunctionBranch, found)].sort()).toEqual(['driver.view', 'order.cancel'])
})

test('a comparison shows differences only until asked for all', () => {
  const answer = { both: [fn('order.view')], onlyRole: [fn('order.cancel')], onlyOther: [fn('driver.view')] }
  expect(comparedRows(answer, true).map((row) => [row.fn.code, row.one, row.other])).toEqual([
    ['driver.view', false, true],
    ['order.cancel', true, false],
  ])
  expect(comparedRows(answer, false)).toHaveLength(3)
})

test('five thousand functions are ticked within a frame or two', () => {
  const large = functionBranches([
    {
      ...system('1'),
      areas: Array.from({ length: 50 }, (_, area) => ({
        area: `a${area}`,
        name: `a${area}`,
        nameEn: '',
        functions: Array.from({ length: 10 }, (__, menu) =>
          node(fn(`a${area}.m${menu}`), ...Array.from({ length: 9 }, (___, at) => node(fn(`a${area}.m${menu}.f${at}`)))),
        ),
      })),
    },
  ])
  let held: ReadonlySet<string> = new Set()
  for (const branch of large) held = toggled(held, branch)
  expect(held.size).toBe(5000)
  expect(ticksOf(large, held).get('area 1 a7')).toBe('all')
})
