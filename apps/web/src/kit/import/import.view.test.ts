import { expect, test } from 'vitest'
import { columnChoices, lackingFields, mapped } from './import.view.ts'

const fields = [
  { name: 'phone', title: '电话', required: true },
  { name: 'name', title: '姓名', required: false },
]

test('a required field that no column is taken for is named', () => {
  expect(lackingFields({ fields }, { phone: null, name: 1 })).toEqual(['电话'])
  expect(lackingFields({ fields }, { phone: 0 })).toEqual([])
})

test('a column is taken for one field only: the one it was taken for before is without', () => {
  expect(mapped({ phone: 0, name: 1 }, 'name', 0)).toEqual({ phone: null, name: 0 })
  expect(mapped({ phone: 0, name: 1 }, 'name', null)).toEqual({ phone: 0, name: null })
})

test('columns without a head are called by their place and what stands in them', () => {
  expect(columnChoices({ head: ['电话', ''] }, true).map(({ label }) => label)).toEqual(['电话', '第 2 列'])
  expect(columnChoices({ head: ['13800001111', '王工'] }, false).map(({ label }) => label)).toEqual([
    '第 1 列 · 13800001111',
    '第 2 列 · 王工',
  ])
})
