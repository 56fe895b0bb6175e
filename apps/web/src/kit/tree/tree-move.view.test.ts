import { expect, test } from 'vitest'
import { dropPlace, find, fits, heightOf, pathNames, pathTo, stepPlace, treeOf, type Branch } from './tree-move.view.ts'

const leaf = (id: string, ...children: Branch[]): Branch => ({ id, children })
/** a(a1, a2(a2x)), b, c(c1) */
const tree = [leaf('a', leaf('a1'), leaf('a2', leaf('a2x'))), leaf('b'), leaf('c', leaf('c1'))]

test('Alt with up and down goes one place among the siblings and stops at the ends', () => {
  expect(stepPlace(tree, 'b', 'up', 4)).toEqual({ parentId: null, position: 0 })
  expect(stepPlace(tree, 'b', 'down', 4)).toEqual({ parentId: null, position: 2 })
  expect(stepPlace(tree, 'a', 'up', 4)).toBeNull()
  expect(stepPlace(tree, 'c', 'down', 4)).toBeNull()
  expect(stepPlace(tree, 'a2', 'up', 4)).toEqual({ parentId: 'a', position: 0 })
})

test('going in takes the end of the entry above, going out the place behind the parent', () => {
  expect(stepPlace(tree, 'b', 'in', 4)).toEqual({ parentId: 'a', position: 2 })
  expect(stepPlace(tree, 'a', 'in', 4)).toBeNull()
  expect(stepPlace(tree, 'a2x', 'out', 4)).toEqual({ parentId: 'a', position: 2 })
  expect(stepPlace(tree, 'c1', 'out', 4)).toEqual({ parentId: null, position: 3 })
  expect(stepPlace(tree, 'c', 'out', 4)).toBeNull()
})

test('nothing is put below itself nor deeper than the tree may be', () => {
  expect(fits(tree, 'a', 'a2', 9)).toBe(false)
  expect(fits(tree, 'a', 'a', 9)).toBe(false)
  expect(fits(tree, 'a', 'b', 3)).toBe(false)
  expect(fits(tree, 'a', 'b', 4)).toBe(true)
  expect(stepPlace(tree, 'c', 'in', 2)).toBeNull()
  expect(stepPlace(tree, 'c', 'in', 3)).toEqual({ parentId: 'b', position: 0 })
  expect(stepPlace(tree, 'c1', 'in', 1)).toBeNull()
  expect(dropPlace(tree, 'a', 'a2x', 'into', 9)).toBeNull()
})

test('a drop counts places without what is dragged', () => {
  expect(dropPlace(tree, 'a', 'c', 'after', 4)).toEqual({ parentId: null, position: 2 })
  expect(dropPlace(tree, 'a', 'c', 'before', 4)).toEqual({ parentId: null, position: 1 })
  expect(dropPlace(tree, 'c1', 'a1', 'before', 4)).toEqual({ parentId: 'a', position: 0 })
  expect(dropPlace(tree, 'b', 'c', 'into', 4)).toEqual({ parentId: 'c', position: 1 })
})

test('a drop where it is already moves nothing', () => {
  expect(dropPlace(tree, 'b', 'a', 'after', 4)).toBeNull()
  expect(dropPlace(tree, 'b', 'c', 'before', 4)).toBeNull()
  expect(dropPlace(tree, 'b', 'b', 'into', 4)).toBeNull()
})

test('rows become a tree in their order, one without its parent in sight stands on top', () => {
  const rows = [
    { id: '1', parentId: null, name: '总部' },
    { id: '2', parentId: '1', name: '杭州' },
    { id: '3', parentId: '9', name: '车队' },
    { id: '4', parentId: '2', name: '一队' },
  ]
  const built = treeOf(rows)
  expect(built.map(({ id }) => id)).toEqual(['1', '3'])
  expect(pathTo(built, '4')).toEqual(['1', '2', '4'])
  expect(heightOf(built[0] as Branch)).toBe(3)
  expect(find(built, '2')?.name).toBe('杭州')
  expect(pathNames(rows).get('4')).toEqual(['总部', '杭州', '一队'])
})

test('rows that are their own ancestors do not hang the page', () => {
  const ring = [
    { id: '1', parentId: '2', name: '甲' },
    { id: '2', parentId: '1', name: '乙' },
  ]
  expect(pathNames(ring).get('1')).toEqual(['乙', '甲'])
  expect(treeOf(ring)).toEqual([])
})
