import * as z from 'zod'
import { expect, test } from 'vitest'
import { guessMapping, isHeaded, mappingProblem, readRow } from './mapping.rules.ts'

const fields = {
  phone: { zh: '电话', en: 'Phone', required: true, also: ['手机号'], read: z.string().regex(/^1\d{10}$/) },
  name: { zh: '姓名', en: 'Name', read: z.string().max(4, '过长 | too long') },
  limit: { zh: '每月上限（元）', en: 'Monthly limit (yuan)', also: ['限额'], read: z.coerce.number().int() },
}

test.each([
  [['电话', '姓名', '每月上限（元）'], { phone: 0, name: 1, limit: 2 }],
  [['序号', '员工姓名', '手机号（必填）', '月限额'], { phone: 2, name: 1, limit: 3 }],
  [['NAME', 'telephone'], { phone: 1, name: 0, limit: null }],
  [['备注', '地址'], { phone: null, name: null, limit: null }],
  // Each column once: the telephone of the family is nobody’s.
  [['电话', '家庭电话'], { phone: 0, name: null, limit: null }],
])('columns %j are taken as %j', (heads, mapping) => {
  expect(guessMapping(fields, heads, heads.length)).toEqual(mapping)
})

test('a list without a head is known by its first row, and its columns are taken in order', () => {
  expect([isHeaded(fields, ['电话', '姓名']), isHeaded(fields, ['王工', '13800001111'])]).toEqual([true, false])
  expect(guessMapping(fields, null, 2)).toEqual({ phone: 0, name: 1, limit: null })
})

test('a required field without a column, a column taken twice or one that is not there is no mapping', () => {
  expect(mappingProblem(fields, { phone: 0, name: 1, limit: null }, 2)).toBe(false)
  expect(mappingProblem(fields, { phone: null, name: 1 }, 2)).toBe(true)
  expect(mappingProblem(fields, { phone: 0, name: 0 }, 2)).toBe(true)
  expect(mappingProblem(fields, { phone: 2 }, 2)).toBe(true)
})

test('a row is read cell by cell; what is wrong with it is said of its first cell that is wrong', () => {
  const mapping = { phone: 1, name: 0, limit: 2 }
  expect(readRow(fields, mapping, ['王工', '13800001111', '300'])).toEqual({ row: { phone: '13800001111', name: '王工', limit: 300 } })
  expect(readRow(fields, mapping, ['', '13800001111'])).toEqual({ row: { phone: '13800001111' } })
  expect(readRow(fields, mapping, ['王工', '', '300'])).toEqual({ field: 'phone', problem: '缺少电话 | Phone is missing' })
  expect(readRow(fields, mapping, ['王工王工王工', '12', '300'])).toEqual({
    field: 'phone',
    problem: '电话格式不正确 | Phone is not in the right form',
  })
  expect(readRow(fields, mapping, ['王工王工王工', '13800001111'])).toEqual({ field: 'name', problem: '过长 | too long' })
})
