import { expect, test } from 'vitest'
import { NetworkError, RefusalError } from '#platform/http/call.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { fieldErrorsOf } from './form.view.ts'

const refusal = (data: unknown, code = 400) => new RefusalError(code, 'area.what', '请检查输入', data)

test('what the server says of a field stands at that field', () => {
  const fields = [
    { path: 'phone', message: '请输入正确的电话号码' },
    { path: 'prices.0.fen', message: '不能为空' },
    { path: 'phone', message: '号码已被使用' },
  ]
  expect(fieldErrorsOf(refusal({ fields }))).toEqual([
    { name: ['phone'], errors: ['请输入正确的电话号码', '号码已被使用'] },
    { name: ['prices', 0, 'fen'], errors: ['不能为空'] },
  ])
})

test('a refusal without fields, or a lost connection, blames no field', () => {
  expect(fieldErrorsOf(refusal({}))).toEqual([])
  expect(fieldErrorsOf(new NetworkError('offline', '网络无响应'))).toEqual([])
})

test('a refusal that will stay one offers no retry', () => {
  expect(faultOf(refusal({}, 403))).toMatchObject({ title: '没有权限查看', retriable: false })
  expect(faultOf(refusal({}, 404)).retriable).toBe(false)
  expect(faultOf(refusal({}, 500)).retriable).toBe(true)
  expect(faultOf(new NetworkError('timeout', '请求超时'))).toMatchObject({ title: '请求超时', retriable: true })
})
