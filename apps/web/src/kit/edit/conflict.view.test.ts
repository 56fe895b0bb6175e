import { expect, test } from 'vitest'
import { fieldErrorsOf } from './form.view.ts'
import { isVersionConflict, RefusalError } from '#platform/http/call.ts'
import { atField, changedPart, mergeFields, mergeSets, setChange } from './conflict.view.ts'

const base = { name: '客服', remark: '', cityIds: ['1', '2'] }

test('only what was changed is sent; the order of a list is no change', () => {
  expect(changedPart(base, { name: '客服', remark: '夜班', cityIds: ['2', '1'] })).toEqual({ remark: '夜班' })
  expect(changedPart(base, { ...base, cityIds: [] })).toEqual({ cityIds: [] })
})

test('what only the other changed is taken over, what was typed here is kept', () => {
  const mine = { ...base, remark: '夜班' }
  const present = { ...base, name: '接线员' }
  expect(mergeFields(base, mine, present)).toEqual({
    merged: { name: '接线员', remark: '夜班', cityIds: ['1', '2'] },
    differences: [
      { name: 'name', by: 'theirs' },
      { name: 'remark', by: 'mine' },
    ],
  })
})

test('a field both changed keeps what was typed here and is named as such', () => {
  const { merged, differences } = mergeFields(base, { ...base, name: '坐席' }, { ...base, name: '接线员' })
  expect(merged.name).toBe('坐席')
  expect(differences).toEqual([{ name: 'name', by: 'both' }])
})

test('two who made the same change do not differ', () => {
  expect(mergeFields(base, { ...base, name: '坐席' }, { ...base, name: '坐席' }).differences).toEqual([])
})

test('functions given and taken by two administrators at once both have effect', () => {
  const opened = new Set(['a', 'b', 'c'])
  const mine = new Set(['a', 'b', 'd'])
  const present = new Set(['b', 'c', 'e'])
  expect([...mergeSets(opened, mine, present)].sort()).toEqual(['b', 'd', 'e'])
  expect(setChange(opened, present)).toEqual({ added: ['e'], removed: ['a'] })
})

test('what the wire calls otherwise is shown at the field that holds it', () => {
  const bad = new RefusalError(400, '', '请求错误', {
    fields: [
      { path: 'entrances.0.lat', message: '应为纬度' },
      { path: 'name', message: '过长' },
    ],
  })
  expect(fieldErrorsOf(atField(bad, { entrances: 'points' }))).toEqual([
    { name: ['points'], errors: ['应为纬度'] },
    { name: ['name'], errors: ['过长'] },
  ])
})

test('a taken name is shown at the name', () => {
  const refusal = new RefusalError(409102, 'people.usernameTaken', '该用户名已被使用', {})
  expect(fieldErrorsOf(atField(refusal, { 'people.usernameTaken': 'username' }))).toEqual([
    { name: ['username'], errors: ['该用户名已被使用'] },
  ])
  expect(fieldErrorsOf(atField(refusal, {}))).toEqual([])
  expect(isVersionConflict(refusal)).toBe(false)
  expect(isVersionConflict(new RefusalError(40950, 'authority.versionConflict', '', {}))).toBe(true)
})
