import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Dept, moveRefusal, parentsFirst, pathOf, subtreeOf } from './department.rules.ts'

const dept = (deptId: string, parentId: string | null, deptType = 1): Dept => ({ deptId, parentId, deptType })
// 1 headquarters ─ 2 company ─ 3 fleet; 4 company; 5 partner
const depts = [dept('1', null), dept('2', '1', 2), dept('3', '2', 2), dept('4', '1', 2), dept('5', '1', 3)]

test('a department moves with all below it, but never below itself', () => {
  expect(subtreeOf(depts, '2')).toEqual(['2', '3'])
  expect(pathOf(depts, '3')).toEqual(['3', '2', '1'])
  expect(moveRefusal(depts, '2', '4')).toBeNull()
  expect(moveRefusal(depts, '2', '3')).toBe('people.deptCycle')
  expect(moveRefusal(depts, '2', '2')).toBe('people.deptCycle')
})

test('an organisation stays out of partners, headquarters out of both', () => {
  expect(moveRefusal(depts, '2', '5')).toBe('people.deptTypeMismatch')
  expect(moveRefusal([...depts, dept('6', '1', 1)], '6', '2')).toBe('people.deptTypeMismatch')
  expect(moveRefusal(depts, '5', '1')).toBeNull()
})

test('whatever is moved, every department still leads to the top', () => {
  const trees = fc
    .array(fc.nat(), { minLength: 1, maxLength: 30 })
    .map((picks) => picks.map((pick, index): Dept => dept(String(index), index === 0 ? null : String(pick % index), 1)))
  fc.assert(
    fc.property(trees, fc.nat(), fc.nat(), (rows, a, b) => {
      const deptId = String(a % rows.length)
      const parentId = String(b % rows.length)
      if (deptId === '0' || moveRefusal(rows, deptId, parentId)) return
      const moved = rows.map((row) => (row.deptId === deptId ? { ...row, parentId } : row))
      for (const row of moved) expect(pathOf(moved, row.deptId).at(-1)).toBe('0')
      expect(parentsFirst(moved)).toHaveLength(rows.length)
    }),
  )
})
