import { createHash, createPrivateKey, createPublicKey, publicEncrypt, randomUUID, sign, verify } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Channel, type ChannelOptions, startChannel } from '../src/channel.ts'
import { FAIL_REASONS } from '../src/faults.ts'
import type { StatementFault } from '../src/statement.ts'

const BILLS = '/v3/fund-app/mch-transfer/transfer-bills'
let folder: string
let channel: Channel
const start = async (options: ChannelOptions = {}) => {
  channel = await startChannel({ folder, standard: { confirmMs: 0 }, ...options })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'channel-'))
  await start()
})
afterEach(async () => {
  await channel.stop()
  rmSync(folder, { recursive: true })
})

/** A request as a merchant signs it, who has read `client.json` and the documentation. */
async function ask(
  method: 'GET' | 'POST',
  target: string,
  given?: object,
  change: { timestampS?: number; nonce?: string; body?: string } = {},
) {
  const { mchId, certificateSerial, privateKey } = channel.client
  const body = given ? JSON.stringify(given) : ''
  const timestamp = change.timestampS ?? Math.floor(Date.now() / 1_000)
  const nonce = change.nonce ?? randomUUID()
  const signature = sign(
    'sha256',
    Buffer.from(`${method}\n${target}\n${timestamp}\n${nonce}\n${body}\n`),
    createPrivateKey(privateKey),
  ).toString('base64')
  const authorization = `WECHATPAY2-SHA256-RSA2048 mchid="${mchId}",nonce_str="${nonce}",signature="${signature}",timestamp="${timestamp}",serial_no="${certificateSerial}"`
  const sent = change.body ?? body
  const response = await fetch(`${channel.url}${target}`, {
    method,
    headers: { authorization, 'wechatpay-serial': channel.client.platformKeys[0]!.id },
    ...(method === 'POST' && { body: sent }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = response.headers.get('content-type')?.startsWith('application/json')
    ? (JSON.parse(bytes.toString('utf8')) as Record<string, unknown>)
    : {}
  return { status: response.status, headers: response.headers, bytes, json }
}
const order = (change: object = {}) => ({
  appid: channel.client.appId,
  out_bill_no: 'W1',
  transfer_scene_id: '1005',
  openid: 'o1',
  transfer_amount: 9_900,
  transfer_remark: '提现',
  transfer_scene_report_infos: [
    { info_type: '岗位类型', info_content: '代驾司机' },
    { info_type: '报酬说明', info_content: '代驾服务报酬' },
  ],
  ...change,
})
const sealed = (text: string) =>
  publicEncrypt({ key: channel.client.platformKeys[0]!.pem, oaepHash: 'sha1' }, Buffer.from(text)).toString('base64')
const control = async (method: string, path: string, given?: object) => {
  const response = await fetch(`${channel.url}/control/${path}`, { method, ...(given && { body: JSON.stringify(given) }) })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const DAY_MS = 86_400_000
const today = () => new Date(channel.now() + 8 * 3_600_000).toISOString().slice(0, 10)

test('an order that is signed is taken, and the answer is signed by the channel', async () => {
  const { status, json, headers, bytes } = await ask('POST', BILLS, order())
  expect(status).toBe(200)
  expect(json).toMatchObject({ out_bill_no: 'W1', state: 'SUCCESS' })
  const [timestamp, nonce, signature] = ['timestamp', 'nonce', 'signature'].map((name) => headers.get(`wechatpay-${name}`) ?? '')
  const text = Buffer.concat([Buffer.from(`${timestamp}\n${nonce}\n`), bytes, Buffer.from('\n')])
  expect(verify('sha256', text, createPublicKey(channel.client.platformKeys[0]!.pem), Buffer.from(signature ?? '', 'base64'))).toBe(true)
})

test('a request that is old, changed on its way, sent a second time or not signed is not done', async () => {
  const now = Math.floor(Date.now() / 1_000)
  expect((await ask('POST', BILLS, order(), { timestampS: now - 301 })).json).toMatchObject({ code: 'SIGN_ERROR' })
  expect((await ask('POST', BILLS, order(), { body: JSON.stringify(order({ transfer_amount: 99_000 })) })).json).toMatchObject({
    code: 'SIGN_ERROR',
  })
  expect((await ask('GET', `${BILLS}/out-bill-no/W1`, undefined, { nonce: 'once', timestampS: now })).status).toBe(404)
  expect((await ask('GET', `${BILLS}/out-bill-no/W1`, undefined, { nonce: 'once', timestampS: now })).status).toBe(401)
  expect((await fetch(`${channel.url}${BILLS}`, { method: 'POST', body: '{}' })).status).toBe(401)
  expect(channel.book.bills.size).toBe(0)
})

test.each<[string, object, string]>([
  ['another app', { appid: 'wx1' }, 'APPID_MCHID_NOT_MATCH'],
  ['a number that is none', { out_bill_no: 'W-1' }, 'PARAM_ERROR'],
  ['no reports of its scene', { transfer_scene_report_infos: [] }, 'PARAM_ERROR'],
  ['a scene that was not granted', { transfer_scene_id: '1000' }, 'INVALID_REQUEST'],
  ['nine fen', { transfer_amount: 9 }, 'INVALID_REQUEST'],
  ['half a fen', { transfer_amount: 10.5 }, 'INVALID_REQUEST'],
  ['2000 yuan without a name', { transfer_amount: 200_000 }, 'PARAM_ERROR'],
  ['a name that is not sealed', { user_name: '张三' }, 'PARAM_ERROR'],
  ['a memo that is too long', { transfer_remark: '长'.repeat(33) }, 'PARAM_ERROR'],
])('an order with %s is refused', async (_, change, code) => {
  expect((await ask('POST', BILLS, order(change))).json).toMatchObject({ code })
  expect(channel.book.bills.size).toBe(0)
})

test('the name is opened', async () => {
  await ask('POST', BILLS, order({ transfer_amount: 200_000, user_name: sealed('欧阳娜娜') }))
  expect(channel.book.bills.get('W1')).toMatchObject({ userName: '欧阳娜娜', state: 'SUCCESS' })
})

test('each published reason can be asked for by the account’s number; what failed moved no money', async () => {
  const before = channel.book.balanceFen
  for (const [at, reason] of FAIL_REASONS.entries()) {
    const { json } = await ask('POST', BILLS, order({ out_bill_no: `F${at}`, openid: `o1--fail-${reason}` }))
    expect(json).toMatchObject({ state: 'FAIL', fail_reason: reason })
  }
  expect(channel.book.balanceFen).toBe(before)
  expect(channel.book.heldFen).toBe(0)
})

test('a rule goes before the account, the account before the sum, the sum before the standard', async () => {
  await control('PUT', 'faults', { byAmount: true, rules: [{ outBillNo: 'A', fail: 'TRANSFER_RISK' }] })
  const outcome = async (change: object) => (await ask('POST', BILLS, order(change))).json.fail_reason
  expect(await outcome({ out_bill_no: 'A', openid: 'o1--fail-ACCOUNT_FROZEN', transfer_amount: 1_094 })).toBe('TRANSFER_RISK')
  expect(await outcome({ out_bill_no: 'B', openid: 'o1--fail-ACCOUNT_FROZEN', transfer_amount: 1_094 })).toBe('ACCOUNT_FROZEN')
  expect(await outcome({ out_bill_no: 'C', transfer_amount: 1_094 })).toBe('NAME_NOT_CORRECT')
  expect(await outcome({ out_bill_no: 'D', transfer_amount: 1_000 })).toBeUndefined()
})

test('after a restart keys, bills and the account are what they were, also where the last line was cut off', async () => {
  await ask('POST', BILLS, order())
  const { client, book } = channel
  await channel.stop()
  appendFileSync(join(folder, 'book.jsonl'), '{"bill":{"outBillNo":"W2"')
  await start()
  expect({ ...channel.client, baseUrl: '' }).toEqual({ ...client, baseUrl: '' })
  expect(JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8'))).toEqual(channel.client)
  expect([...channel.book.bills]).toEqual([...book.bills])
  expect(channel.book.flows).toEqual(book.flows)
  await ask('POST', BILLS, order({ out_bill_no: 'W3' }))
  const before = channel.book
  await channel.stop()
  await start()
  expect([...channel.book.bills]).toEqual([...before.bills])
  expect(new Set([...channel.book.bills.values()].map(({ transferBillNo }) => transferBillNo)).size).toBe(2)
})

test('somebody plays the user, the clock and the bank', async () => {
  await control('PUT', 'faults', { standard: { confirmMs: null } })
  expect((await ask('POST', BILLS, order())).json).toMatchObject({ state: 'WAIT_USER_CONFIRM' })
  expect((await control('POST', 'confirm/W1')).status).toBe(200)
  expect((await control('POST', 'confirm/W1')).status).toBe(409)
  await ask('POST', BILLS, order({ out_bill_no: 'W2' }))
  await control('POST', 'clock', { aheadMs: DAY_MS })
  await control('POST', 'balance', { addFen: 100 })
  const { json } = await control('GET', 'book')
  expect(json.bills).toMatchObject([
    { outBillNo: 'W1', state: 'SUCCESS' },
    { outBillNo: 'W2', state: 'FAIL', failReason: 'OVERDUE_CLOSE' },
  ])
  expect(json).toMatchObject({ balanceFen: 100_000_000 - 9_900 + 100, heldFen: 0 })
  expect((await fetch(`${channel.url}/control/book`, { headers: { origin: 'https://example.com' } })).status).toBe(403)
})

const statement = async (day: string) => {
  const { json } = await ask('GET', `/v3/bill/fundflowbill?bill_date=${day}&account_type=OPERATION`)
  const at = new URL(String(json.download_url))
  const { bytes, headers } = await ask('GET', `${at.pathname}${at.search}`)
  expect(headers.get('wechatpay-signature')).toBeNull()
  return { text: bytes.toString('utf8'), isWhole: createHash('sha1').update(bytes).digest('hex') === json.hash_value }
}

test('a day’s statement sums up what the book has', async () => {
  await ask('POST', BILLS, order({ transfer_amount: 12_345 }))
  await ask('POST', BILLS, order({ out_bill_no: 'W2', openid: 'o1--fail-ACCOUNT_FROZEN' }))
  const day = today()
  channel.aheadMs = 2 * DAY_MS
  const { text, isWhole } = await statement(day)
  expect(isWhole).toBe(true)
  expect(text.trimEnd().split('\r\n').at(-1)).toBe('`2.0,`1.0,`1000000.00,`1.0,`123.45')
  expect((await ask('GET', '/v3/bill/fundflowbill?bill_date=2020-01-01&account_type=OPERATION')).status).toBe(400)
  expect((await ask('GET', `/v3/bill/fundflowbill?bill_date=${today()}&account_type=OPERATION`)).json).toMatchObject({
    code: 'STATEMENT_CREATING',
  })
})

test.each<[StatementFault, (found: { text: string; isWhole: boolean }, right: string) => boolean]>([
  ['CUT_OFF', ({ text, isWhole }, right) => !isWhole && right.startsWith(text.slice(0, -1))],
  ['WRONG_DIGEST', ({ text, isWhole }, right) => !isWhole && text === right],
  ['OTHER_MERCHANT', ({ text, isWhole }) => isWhole && text.includes('`1900009999API')],
  ['GARBLED_LINE', ({ text, isWhole }) => isWhole && text.includes('`123,45')],
  ['LINE_TWICE', ({ text, isWhole }) => isWhole && text.split('`W1').length === 3],
  ['LINE_MISSING', ({ text, isWhole }) => isWhole && !text.includes('`W1')],
  ['OTHER_AMOUNT', ({ text, isWhole }) => isWhole && text.includes('`支出,`123.46')],
])('a statement goes wrong when it is asked to: %s', async (fault, isSo) => {
  await ask('POST', BILLS, order({ transfer_amount: 12_345 }))
  const day = today()
  channel.aheadMs = 2 * DAY_MS
  const right = (await statement(day)).text
  await control('PUT', 'statement', { day, fault })
  expect(isSo(await statement(day), right)).toBe(true)
  await control('PUT', 'statement', { day, fault: null })
  expect((await statement(day)).text).toBe(right)
})

test('what customers paid and got back stands in the trade statement, and nobody gets back more than they paid', async () => {
  const { transactionNo } = (await control('POST', 'collect', { amountFen: 7_250 })).json
  const { refundNo } = (await control('POST', 'refund', { transactionNo, amountFen: 1_000 })).json
  expect((await control('POST', 'refund', { transactionNo, amountFen: 6_251 })).status).toBe(409)
  const day = today()
  channel.aheadMs = 2 * DAY_MS
  const trades = async () => (await ask('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`)).json
  const of = async ({ download_url }: Record<string, unknown>) => {
    const at = new URL(String(download_url))
    return (await ask('GET', `${at.pathname}${at.search}`)).bytes
  }
  const said = await trades()
  const file = await of(said)
  expect(createHash('sha1').update(file).digest('hex')).toBe(said.hash_value)
  const lines = file.toString('utf8').trimEnd().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain(`\`${String(transactionNo)}`)
  expect(lines[2]).toContain(`\`REFUND,`)
  expect(lines[2]).toContain(`\`${String(refundNo)}`)
  expect(lines.at(-1)).toBe('`2.0,`72.50,`10.00,`0.00,`0.37500,`72.50,`10.00')
  // The account of the transfers is another.
  expect((await statement(day)).text).not.toContain(String(transactionNo))
  await channel.stop()
  await start()
  channel.aheadMs = 2 * DAY_MS
  expect((await of(await trades())).toString('utf8')).toBe(file.toString('utf8'))
})
