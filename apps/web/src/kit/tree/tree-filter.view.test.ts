import { expect, test } from 'vitest'
import { everyBranch, matchesText, parentIds, filteredTree } from './tree-filter.view.ts'
import type { Branch } from './tree-move.view.ts'

const leaf = (id: string, ...children: Branch[]): Branch => ({ id, children })
const tree = [leaf('order', leaf('order.view'), leaf('order.cancel')), leaf('driver', leaf('driver.view'))]

test('a search leaves what matches and the way to it', () => {
  expect(filteredTree(tree, ({ id }) => id.includes('cancel'))).toEqual([leaf('order', leaf('order.cancel'))])
  expect(filteredTree(tree, ({ id }) => id === 'driver')).toEqual([leaf('driver')])
  expect(filteredTree(tree, () => false)).toEqual([])
})

test('words are found in any order and case', () => {
  expect(matchesText('Cancel Orders order.cancel', 'ORDER can')).toBe(true)
  expect(matchesText('取消订单', '订单 删除')).toBe(false)
  expect(matchesText('取消订单', '  ')).toBe(true)
})

test('only branches that hold something can be opened', () => {
  expect(parentIds(tree)).toEqual(['order', 'driver'])
  expect([...everyBranch(tree)].map(({ id }) => id)).toEqual(['order', 'order.view', 'order.cancel', 'driver', 'driver.view'])
})
