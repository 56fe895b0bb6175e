import { standardTransfer } from '@chauffeur/contract/access/app'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Channel, type FaultRule, type NoticeFault, startChannel } from '#test/harness/wechat-channel'
import { type Merchant, merchantOf } from './merchant.ts'
import { noticePath, noticeRoutes } from './notice.http.ts'
import type { TransferNews } from './notice.ts'
import { wechatPay } from './wechat-pay.service.ts'

let channel: Channel
let door: FastifyInstance
let merchant: Merchant
/** What came through the door. */
let heard: (TransferNews & { tenantId: string })[]
/** The door's desk fails so many times. */
let failing: number

beforeEach(async () => {
  channel = await startChannel({ noticeAgainMs: [20, 20, 20] })
  heard = []
  failing = 0
  door = Fastify()
  noticeRoutes(door, {
    merchantOf: async (tenantId, appId) => (tenantId === '1' && appId === '7' ? merchant : null),
    heard: async (tenantId, _merchantNo, news) => {
      if (failing-- > 0) throw new Error('busy')
      heard.push({ tenantId, ...news })
    },
  })
  const url = await door.listen({ port: 0, host: '127.0.0.1' })
  const made = merchantOf({ ...channel.client, scene: standardTransfer.scene, notifyUrl: `${url}${noticePath('1', '7')}` })
  if ('faults' in made) throw new Error(made.faults.join())
  merchant = made
})
afterEach(async () => {
  await door.close()
  await channel.stop()
})

const paid = async (rule: FaultRule = {}) => {
  channel.faults.rules = [{ confirmMs: 0, ...rule }]
  const order = { outNo: 'W1', amountFen: 9_900, realName: '', to: { kind: 'WECHAT' as const, openId: 'o1' }, memo: '提现' }
  await wechatPay(merchant, { warn: () => {} }).send(order)
}
const statuses = () => channel.notices.sent.map(({ status }) => status)

test('what was paid, and what failed, is heard with its sum', async () => {
  await paid()
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ tenantId: '1', outNo: 'W1', outcome: { state: 'PAID', amountFen: 9_900 } })
  // The answer to it is written down after.
  await expect.poll(statuses).toEqual([204])
})

test('a reason comes with what failed', async () => {
  await paid({ fail: 'NAME_NOT_CORRECT' })
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ outcome: { state: 'FAILED', code: 'NAME_NOT_CORRECT', final: true } })
})

test('six lies are refused before they are read; the truth after them is heard', async () => {
  await paid({ notice: 'FORGED' })
  await expect.poll(() => heard).toHaveLength(1)
  expect(heard[0]).toMatchObject({ outcome: { state: 'PAID' } })
  await expect.poll(statuses).toEqual([401, 401, 401, 401, 401, 401, 204])
})

test.each<[NoticeFault, number[]]>([
  ['OTHER_MERCHANT', [401, 204]],
  ['OTHER_KEY', [401, 204]],
])('news for somebody else (%s) is refused', async (notice, answers) => {
  await paid({ notice })
  await expect.poll(statuses).toEqual(answers)
  expect(heard.map(({ outcome }) => outcome.state)).toEqual(['PAID'])
})

test('news older than five minutes is refused, be it true', async () => {
  await paid({ notice: 'OLD' })
  await expect.poll(statuses).toEqual([401])
  expect(heard).toEqual([])
})

test('the same news three times is heard three times, and says the same', async () => {
  await paid({ notice: 'REPEATED' })
  await expect.poll(() => heard).toHaveLength(3)
  expect(new Set(heard.map((news) => JSON.stringify(news))).size).toBe(1)
})

test('what could not be dealt with is told again', async () => {
  failing = 2
  await paid()
  await expect.poll(statuses).toEqual([500, 500, 204])
  expect(heard).toHaveLength(1)
})

test('an app that is not set up, a number that is none, and a body without end are refused', async () => {
  const post = (path: string, body: string) =>
    door
      .inject({ method: 'POST', url: path, payload: body, headers: { 'content-type': 'application/json' } })
      .then(({ statusCode }) => statusCode)
  expect(await post(noticePath('1', '8'), '{}')).toBe(401)
  expect(await post(noticePath('1', "7'"), '{}')).toBe(401)
  expect(await post(noticePath('1', '7'), '{}')).toBe(401)
  expect(await post(noticePath('1', '7'), 'x'.repeat(70_000))).toBe(413)
  expect(heard).toEqual([])
})
