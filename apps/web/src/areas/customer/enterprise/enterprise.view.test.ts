import { expect, test } from 'vitest'
import { pastedEmployees } from './enterprise.view.ts'

test('a list is pasted from a spreadsheet, with commas, or typed with spaces; the name may come first', () => {
  expect(pastedEmployees('13800001111\t王工\t研发部\t300\n\n李工，13800002222，行政部\r\n13800003333 赵工')).toEqual([
    { phone: '13800001111', name: '王工', dept: '研发部', monthLimitFen: 30_000 },
    { phone: '13800002222', name: '李工', dept: '行政部' },
    { phone: '13800003333', name: '赵工' },
  ])
})

test('a telephone with spaces stays whole where commas part the line, and a line without one is sent to be told of', () => {
  expect(pastedEmployees('+86 138 0000 1111,王工')).toEqual([{ phone: '+86 138 0000 1111', name: '王工' }])
  expect(pastedEmployees('王工')).toEqual([{ phone: '王工' }])
})
