import { standardTransfer } from '@chauffeur/contract/access/app'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnswerFault, type Channel, type Signing, startChannel } from '#test/harness/wechat-channel'
import type { PayoutOrder } from '../payout/index.ts'
import { type Merchant, merchantOf } from './merchant.ts'
import { type WechatPay, wechatPay } from './wechat-pay.service.ts'

let channel: Channel
let pay: WechatPay
const logged: string[] = []
const log = { warn: (detail: object, text: string) => void logged.push(JSON.stringify({ ...detail, text })) }
const merchant = (): Merchant => {
  const made = merchantOf({ ...channel.client, scene: standardTransfer.scene, notifyUrl: null })
  if ('faults' in made) throw new Error(made.faults.join())
  return made
}
const order = (of: Partial<PayoutOrder> = {}): PayoutOrder => ({
  outNo: 'W2026112200000001A1',
  amountFen: 9_900,
  realName: '张三',
  to: { kind: 'WECHAT', openId: 'oDriver1' },
  memo: '提现',
  ...of,
})
const DAY_MS = 86_400_000

beforeEach(async () => {
  channel = await startChannel({ standard: { confirmMs: null } })
  pay = wechatPay(merchant(), log, { payMs: 500, readMs: 2_000 })
  logged.length = 0
})
afterEach(() => channel.stop())

test('a driver confirms and is paid; the account holds so much less', async () => {
  const { availableFen } = await pay.balance()
  const sent = await pay.send(order())
  expect(sent).toMatchObject({ state: 'WAIT_CONFIRM', channelNo: expect.stringMatching(/^133/) as string })
  expect(sent).toHaveProperty('confirmPackage')
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'WAIT_CONFIRM', amountFen: 9_900 })
  expect(channel.transfers.confirm(order().outNo)).toBe(true)
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'PAID', amountFen: 9_900 })
  expect(await pay.balance()).toEqual({ availableFen: availableFen - 9_900 })
  expect(channel.book.bills.get(order().outNo)).toMatchObject({ userName: '张三', openid: 'oDriver1' })
})

test('the same order sent again is the same payment; the number with another sum is refused', async () => {
  const first = await pay.send(order())
  expect(await pay.send(order())).toEqual(first)
  expect(await pay.send(order({ amountFen: 9_800 }))).toEqual({ state: 'UNKNOWN', refusal: 'INVALID_REQUEST' })
  expect(channel.book.bills.size).toBe(1)
})

test('from 2000 yuan on the name goes along, sealed, or nothing does', async () => {
  expect(await pay.send(order({ amountFen: 200_000, realName: '' }))).toEqual({ state: 'UNKNOWN', refusal: 'NAME_REQUIRED' })
  expect(channel.asked).toEqual([])
  expect(await pay.send(order({ amountFen: 200_000, realName: '欧阳娜娜' }))).toMatchObject({ state: 'WAIT_CONFIRM' })
  expect(channel.book.bills.get(order().outNo)?.userName).toBe('欧阳娜娜')
})

test.each<AnswerFault>(['HUNG_UP_PAID', 'FAULT_PAID', 'GARBLED_PAID'])(
  'an answer that is lost after the money has gone (%s) is unknown until a query says that it was paid; sent again it is not paid again',
  async (answer) => {
    channel.faults.rules = [{ answer, times: 1 }]
    expect(await pay.send(order())).toEqual({ state: 'UNKNOWN' })
    expect(await pay.send(order())).toMatchObject({ state: 'PAID' })
    expect(await pay.query(order().outNo)).toMatchObject({ state: 'PAID', amountFen: 9_900 })
    expect(channel.book.flows.filter(({ direction }) => direction === '支出')).toHaveLength(1)
  },
)

test('an answer that never comes is unknown, whether it was paid or not', async () => {
  channel.faults.rules = [
    { answer: 'SILENT_PAID', outBillNo: 'PAID' },
    { answer: 'SILENT', outBillNo: 'NOTHING' },
  ]
  const both = await Promise.all([pay.send(order({ outNo: 'PAID' })), pay.send(order({ outNo: 'NOTHING' }))])
  expect(both).toEqual([{ state: 'UNKNOWN' }, { state: 'UNKNOWN' }])
  expect(channel.asked).toHaveLength(2)
  expect(await pay.query('PAID')).toMatchObject({ state: 'PAID' })
  expect(await pay.query('NOTHING')).toBe('NOT_FOUND')
})

test.each<[AnswerFault, object]>([
  ['FAULT', { state: 'UNKNOWN' }],
  ['HUNG_UP', { state: 'UNKNOWN' }],
  ['TOO_OFTEN', { state: 'UNKNOWN', refusal: 'FREQUENCY_LIMITED' }],
  ['NOT_ENOUGH', { state: 'UNKNOWN', refusal: 'NOT_ENOUGH' }],
  ['NO_AUTH', { state: 'UNKNOWN', refusal: 'NO_AUTH' }],
  ['REFUSED', { state: 'UNKNOWN', refusal: 'INVALID_REQUEST' }],
])('a refusal (%s) has not failed: the same number stays, is not found, and goes on when it is sent again', async (answer, outcome) => {
  channel.faults.rules = [{ answer, times: 1 }]
  expect(await pay.send(order())).toEqual(outcome)
  expect(await pay.query(order().outNo)).toBe('NOT_FOUND')
  expect(await pay.send(order())).toMatchObject({ state: 'WAIT_CONFIRM' })
})

test.each<Signing>(['UNSIGNED', 'FOREIGN_KEY', 'UNKNOWN_KEY', 'OLD', 'PROBE', 'OTHER_BODY'])(
  'an answer that is not theirs (%s) says nothing',
  async (signing) => {
    channel.faults.rules = [{ signing, confirmMs: 0 }]
    expect(await pay.send(order())).toEqual({ state: 'UNKNOWN' })
    expect(await pay.query(order().outNo)).toEqual({ state: 'UNKNOWN' })
    channel.transfers.behaviours.clear()
    expect(await pay.query(order().outNo)).toMatchObject({ state: 'PAID' })
  },
)

test('what was taken but is not found yet is not found, and later is', async () => {
  channel.faults.rules = [{ hiddenMs: 60_000 }]
  await pay.send(order())
  expect(await pay.query(order().outNo)).toBe('NOT_FOUND')
  channel.aheadMs = 60_001
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'WAIT_CONFIRM' })
})

test('nobody confirms for a day: it fails, and the money is there again', async () => {
  const { availableFen } = await pay.balance()
  await pay.send(order())
  expect(await pay.balance()).toEqual({ availableFen: availableFen - 9_900 })
  channel.aheadMs = DAY_MS
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'FAILED', code: 'OVERDUE_CLOSE', final: true })
  expect(await pay.balance()).toEqual({ availableFen })
})

test('an account that is empty lets orders wait until it is filled', async () => {
  const rest = (await pay.balance()).availableFen
  channel.book.flow({
    at: channel.now(),
    businessNo: 'x',
    voucherNo: 'x',
    kind: '商家转账',
    direction: '支出',
    amountFen: rest,
    remark: '',
  })
  expect(await pay.send(order())).toMatchObject({ state: 'PROCESSING' })
  channel.book.flow({ at: channel.now(), businessNo: 'y', voucherNo: 'y', kind: '充值', direction: '收入', amountFen: rest, remark: '' })
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'WAIT_CONFIRM' })
})

test('what nobody has confirmed can be taken back; what was paid cannot', async () => {
  await pay.send(order())
  expect(await pay.cancel(order().outNo)).toMatchObject({ state: 'PROCESSING' })
  expect(await pay.query(order().outNo)).toMatchObject({ state: 'FAILED', code: 'MCH_CANCEL' })
  await pay.send(order({ outNo: 'B' }))
  channel.transfers.confirm('B')
  expect(await pay.cancel('B')).toEqual({ state: 'UNKNOWN', refusal: 'INVALID_REQUEST' })
  expect(await pay.query('B')).toMatchObject({ state: 'PAID' })
})

test('wrong keys are refused by the channel, and the refusal is not taken for a failed payment', async () => {
  const stranger = wechatPay({ ...merchant(), certificateSerial: 'ABCDEF0123456789' }, log)
  expect(await stranger.send(order())).toEqual({ state: 'UNKNOWN', refusal: 'SIGN_ERROR' })
  expect(channel.book.bills.size).toBe(0)
})

test('the statement of a day comes whole with its digest; an address elsewhere is not asked', async () => {
  await pay.send(order())
  channel.transfers.confirm(order().outNo)
  const day = new Date(channel.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  await expect(pay.statement(day, 'PAYOUT')).rejects.toMatchObject({ kind: 'REFUSED', code: 'STATEMENT_CREATING' })
  channel.aheadMs = 2 * DAY_MS
  const { body, sha1 } = await pay.statement(day, 'PAYOUT')
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  const file = Buffer.concat(parts)
  expect(createHash('sha1').update(file).digest('hex')).toBe(sha1)
  const lines = file.toString('utf8').split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFF记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号',
  )
  expect(lines.find((line) => line.endsWith('`W2026112200000001A1'))).toMatch(
    /,`商家转账,`商家转账,`支出,`99\.00,`999901\.00,`1900000109API,`提现,/,
  )
  expect(lines.at(-2)).toBe('`2.0,`1.0,`1000000.00,`1.0,`99.00')

  const moved = wechatPay({ ...merchant(), baseUrl: channel.url.replace('127.0.0.1', 'localhost') }, log)
  await expect(moved.statement(day, 'PAYOUT')).rejects.toMatchObject({ kind: 'BAD_ANSWER', code: 'FOREIGN_ADDRESS' })
})

test('a statement that ends within itself on its way says so; the next try brings it whole', async () => {
  const day = new Date(channel.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  channel.book.collect(channel.now(), 7_250)
  channel.aheadMs = 2 * DAY_MS
  const read = async () => {
    const { body } = await pay.statement(day, 'COLLECTION')
    let text = ''
    for await (const part of body) text += Buffer.from(part).toString('utf8')
    return text
  }
  channel.statementFaults.set(day, 'PACKED_CUT_OFF')
  await expect(read()).rejects.toMatchObject({ name: 'ProviderFailed', kind: 'BAD_ANSWER', code: 'Z_BUF_ERROR' })
  channel.statementFaults.clear()
  expect(await read()).toContain('`72.50,')
})

test('more orders than a second takes wait or are refused; sent again none is lost, and none is paid twice', async () => {
  const numbers = Array.from({ length: 130 }, (_, at) => `N${at}`)
  const patient = wechatPay(merchant(), log)
  const send = (outNo: string) => patient.send(order({ outNo, amountFen: 10, realName: '' }))
  const first = await Promise.all(numbers.map(send))
  expect(channel.book.bills.size).toBe(first.filter((said) => said !== 'NOT_SENT' && said.state === 'WAIT_CONFIRM').length)
  await expect
    .poll(async () => (await Promise.all(numbers.filter((outNo) => !channel.book.bills.has(outNo)).map(send))).length, { timeout: 10_000 })
    .toBe(0)
  expect(channel.book.bills.size).toBe(130)
})

test('neither keys, names, accounts nor addresses stand in the log', async () => {
  channel.faults.rules = [{ answer: 'NOT_ENOUGH' }]
  await pay.send(order())
  expect(logged.join()).toContain('NOT_ENOUGH')
  for (const secret of ['张三', 'oDriver1', 'W2026112200000001A1', channel.client.apiV3Key, '/v3/', 'WECHATPAY2'])
    expect(logged.join()).not.toContain(secret)
})
