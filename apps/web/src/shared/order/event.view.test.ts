import { expect, test } from 'vitest'
import { RefusalError } from '#platform/http/call.ts'
import { noteTitle, stepTitle, conflictInWords } from './event.view.ts'

test('what happens within a status is not called by the status again', () => {
  expect(stepTitle({ event: 'offer', fromStatus: 102, toStatus: 180 })).toBe('派单中')
  expect(stepTitle({ event: 'offer', fromStatus: 180, toStatus: 180 })).toBe('继续派单')
  expect(stepTitle({ event: 'pay', fromStatus: 501, toStatus: 501 })).toBe('完成支付')
  expect(stepTitle({ event: 'unheardOf', fromStatus: 501, toStatus: 501 })).toBe('已报单')
})

test('who comes second reads who was faster, and with what', () => {
  const refused = new RefusalError(409721, 'order.versionConflict', '订单已被他人更新', {
    serviceStatus: 301,
    event: 'contact',
    actorName: '王丽',
  })
  expect((conflictInWords(refused) as RefusalError).message).toBe('王丽 刚刚更新了订单：修改联系电话。请核对最新状态后再提交。')
  const other = new RefusalError(404, 'order.notFound', '订单不存在', null)
  expect(conflictInWords(other)).toBe(other)
})

test('a step has no name beside its status, so that a log says it once; a note has', () => {
  expect(noteTitle({ event: 'offer', fromStatus: 102, toStatus: 180 })).toBeNull()
  expect(noteTitle({ event: 'remark', fromStatus: 180, toStatus: 180 })).toBe('添加备注')
})
