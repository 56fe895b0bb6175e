import { expect, test } from 'vitest'
import { RefusalError } from '#platform/http/call.ts'
import { faultOf } from './fault.view.ts'

test.each([
  [404, '没有找到', false],
  [40490, '没有找到', false],
  [400, '加载失败', false],
  [40391, '没有权限查看', false],
  [500, '加载失败', true],
])('a refusal %i is “%s”, and is offered again only where that can help: %s', (code, title, retriable) =>
  expect(faultOf(new RefusalError(code, '', '一句话', null))).toEqual({ title, hint: '一句话', retriable }),
)
