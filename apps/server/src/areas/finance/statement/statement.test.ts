import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { chinaTime, fenOf, type StatementFacts, type StatementLine, type StatementOf, StatementRefused } from './statement.rules.ts'
import { readStatement } from './statement.ts'

const DAY = '2026-11-22'
const PAYOUT: StatementOf = { kind: 'PAYOUT', merchantNo: '1900009231', billDate: DAY }
const COLLECTION: StatementOf = { ...PAYOUT, kind: 'COLLECTION' }

const ticked = (...cells: string[]) => cells.map((cell) => `\`${cell}`).join(',')
const FLOW =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号'
const flow = (
  outNo: string,
  yuan: string,
  { at = `${DAY} 12:00:00`, side = '支出', name = '商家转账', by = '1900009231API', memo = '提现，' } = {},
) => ticked(at, `42000${outNo}`, `F${outNo}`, name, name, side, yuan, '1000.00', by, memo, outNo)
const flows = (lines: string[], sums: string) =>
  `\ufeff${[FLOW, ...lines, '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额', sums].join('\r\n')}\r\n`
const GOOD = flows(
  [flow('W1', '99.00'), flow('W2', '0.01'), flow('R1', '5.00', { side: '收入', name: '充值' })],
  ticked('3.0', '1.0', '5.00', '2.0', '99.01'),
)

async function read(
  text: string | Uint8Array,
  of: StatementOf & { sha1?: string } = PAYOUT,
  chunk = 7,
): Promise<{ lines: StatementLine[]; facts: StatementFacts }> {
  const bytes = Buffer.from(text as string)
  const pieces = async function* () {
    for (let from = 0; from < bytes.length; from += chunk) yield bytes.subarray(from, from + chunk)
  }
  const reading = readStatement(pieces(), of)
  const lines: StatementLine[] = []
  for (;;) {
    const next = await reading.next()
    if (next.done) return { lines, facts: next.value }
    lines.push(...next.value)
  }
}
const refusal = (text: string | Uint8Array, of: StatementOf & { sha1?: string } = PAYOUT) =>
  read(text, of).then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof StatementRefused)) throw error
      return `${error.problem}${error.detail.line === undefined ? '' : ` line ${error.detail.line}`}`
    },
  )

test('yuan become fen without a float in between', () => {
  expect(['0.1', '0.29', '1.10', '99', '1234567890123.45', '-0.01', '-0.00'].map(fenOf)).toEqual([
    10, 29, 110, 9_900, 123_456_789_012_345, -1, 0,
  ])
  expect(['', '1.', '.5', '1.005', '1,000.00', '1e3', ' 1', '￥1', '12345678901234'].map(fenOf)).toEqual(Array(9).fill(null))
})

test('times are those of China', () => {
  expect(chinaTime('2026-11-22 00:00:03')?.toISOString()).toBe('2026-11-21T16:00:03.000Z')
  expect(chinaTime('2026-13-22 00:00:03')).toBeNull()
  expect(chinaTime('2026-11-22')).toBeNull()
  // No calendar has it, though a parser of dates takes it for the second of March.
  expect(chinaTime('2026-02-30 12:00:00')).toBeNull()
  expect(chinaTime('2026-11-22 24:00:00'), 'would be booked on the next day').toBeNull()
  expect(chinaTime('2028-02-29 23:59:59')?.toISOString()).toBe('2028-02-29T15:59:59.000Z')
})

test('a fund flow is read with its transfers; what else moved is counted beside', async () => {
  const { lines, facts } = await read(GOOD)
  expect(lines).toEqual([
    { lineNo: 2, outNo: 'W1', channelNo: '42000W1', amountFen: 9_900, at: new Date('2026-11-22T04:00:00Z') },
    { lineNo: 3, outNo: 'W2', channelNo: '42000W2', amountFen: 1, at: new Date('2026-11-22T04:00:00Z') },
  ])
  expect(facts).toMatchObject({ format: 'WECHAT_FUND_FLOW', rows: 3, lines: 2, linesFen: 9_901, otherRows: 1, otherFen: 500 })
  expect(facts.sha1).toBe(createHash('sha1').update(GOOD).digest('hex'))
})

test('however the bytes come in pieces, the same is read', async () => {
  const whole = await read(GOOD, PAYOUT, 1_000_000)
  for (const chunk of [1, 2, 3, 64]) expect(await read(GOOD, PAYOUT, chunk)).toEqual(whole)
})

test('a transfer that came back counts below zero', async () => {
  const { lines } = await read(flows([flow('W1', '99.00', { side: '收入', name: '商家转账退回' })], ticked('1', '1', '99.00', '0', '0.00')))
  expect(lines).toMatchObject([{ outNo: 'W1', amountFen: -9_900 }])
})

test('what merchants typed may hold commas', async () => {
  const { lines } = await read(flows([flow('W1', '1.00', { memo: '九月,十月 提现' })], ticked('1', '0', '0.00', '1', '1.00')))
  expect(lines).toMatchObject([{ outNo: 'W1', amountFen: 100 }])
})

test('a trade statement gives payments and refunds under the channel’s numbers', async () => {
  const head =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
  const row = (no: string, state: string, settled: string, refundNo: string, refunded: string, merchant = '1900009231') =>
    ticked(
      `${DAY} 20:00:00`,
      'wx1',
      merchant,
      '0',
      '',
      no,
      `D${no}`,
      'o1',
      'JSAPI',
      state,
      'OTHERS',
      'CNY',
      settled,
      '0.00',
      refundNo,
      '',
      refunded,
      '0.00',
      '',
      refundNo && 'SUCCESS',
      '代驾',
      '',
      '0.01',
      '0.60%',
      settled,
      refunded,
      '',
    )
  const sums = (...cells: string[]) => [
    '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
    ticked(...cells),
  ]
  const text = [
    head,
    row('T1', 'SUCCESS', '72.50', '0', '0.00'),
    row('T1', 'REFUND', '0.00', 'B1', '10.00'),
    ...sums('2', '72.50', '10.00', '0.00', '0.02', '72.50', '10.00'),
  ].join('\n')
  const { lines, facts } = await read(text, COLLECTION)
  expect(lines.map(({ outNo, amountFen }) => [outNo, amountFen])).toEqual([
    ['T1', 7_250],
    ['B1', -1_000],
  ])
  expect(facts).toMatchObject({ format: 'WECHAT_TRADE', rows: 2, linesFen: 6_250 })
  const foreign = [
    head,
    row('T1', 'SUCCESS', '72.50', '0', '0.00', '1900000001'),
    ...sums('1', '72.50', '0.00', '0.00', '0.02', '72.50', '0.00'),
  ].join('\n')
  expect(await refusal(foreign, COLLECTION)).toBe('statement.foreignMerchant line 2')
})

const CSV = (lines: string[], sum: string) => ['时间,账号,我方单号,流水号,收支,金额(元)', ...lines, sum].join('\n')
test('a bank’s statement in the template, also as programs in China write it', async () => {
  const text = CSV([`${DAY} 10:00:00,1900009231,W1,B1,支出,99.00`, `${DAY} 11:00:00,1900009231,,B2,支出,"3.00"`], '合计,2,0,102.00')
  const expected = {
    lines: [{ outNo: 'W1', channelNo: 'B1', amountFen: 9_900 }],
    facts: { format: 'CSV', rows: 2, otherRows: 1, otherFen: -300 },
  }
  expect(await read(text)).toMatchObject(expected)
  // 时间,账号,我方单号,流水号,收支,金额(元) / 支出 / 合计 in GBK.
  const gbk: Record<string, number[]> = {
    时: [0xca, 0xb1],
    间: [0xbc, 0xe4],
    账: [0xd5, 0xcb],
    号: [0xba, 0xc5],
    我: [0xce, 0xd2],
    方: [0xb7, 0xbd],
    单: [0xb5, 0xa5],
    流: [0xc1, 0xf7],
    水: [0xcb, 0xae],
    收: [0xca, 0xd5],
    支: [0xd6, 0xa7],
    金: [0xbd, 0xf0],
    额: [0xb6, 0xee],
    元: [0xd4, 0xaa],
    出: [0xb3, 0xf6],
    合: [0xba, 0xcf],
    计: [0xbc, 0xc6],
  }
  const bytes = Buffer.from(Array.from(text).flatMap((sign) => gbk[sign] ?? [sign.charCodeAt(0)]))
  expect(await read(bytes)).toMatchObject(expected)
})

test('what is wrong with a statement is said, with the line where there is one', async () => {
  const lines = [flow('W1', '99.00'), flow('W2', '0.01')]
  const sums = ticked('2', '0', '0.00', '2', '99.01')
  const good = flows(lines, sums)
  expect(await refusal(good)).toBe('taken')
  expect(await refusal('')).toBe('statement.unknownFormat line 1')
  expect(await refusal('a,b,c\n1,2,3\n')).toBe('statement.unknownFormat line 1')
  expect(await refusal(flows([lines[0]!, 'garbled'], sums))).toBe('statement.garbledLine line 3')
  expect(await refusal(flows([lines[0]!, flow('W2', '0,01')], sums))).toBe('statement.garbledLine line 3')
  expect(await refusal(flows([lines[0]!, flow('W2', '0.01', { at: '2026-11-21 23:59:59' })], sums))).toBe('statement.otherDay line 3')
  expect(await refusal(flows([lines[0]!, flow('W2', '0.01', { by: '1900009999API' })], sums))).toBe('statement.foreignMerchant line 3')
  expect(await refusal(flows([lines[0]!], sums))).toBe('statement.wrongCount line 4')
  expect(await refusal(flows([lines[0]!, flow('W2', '0.02')], sums))).toBe('statement.wrongSum line 5')
  expect(await refusal(good, { ...PAYOUT, sha1: 'f'.repeat(40) })).toBe('statement.wrongDigest')
  expect(await refusal(good, { ...PAYOUT, sha1: createHash('sha1').update(good).digest('hex').toUpperCase() })).toBe('taken')
  expect(await refusal(`${good}${lines[0]}\n`)).toBe('statement.garbledLine line 6')
})

test('every line that cannot be taken is named, and the sums that cannot fit then are not', async () => {
  const text = flows(
    [flow('W1', '99.00'), 'garbled', flow('W2', '0.01', { at: '2026-11-21 23:59:59' }), flow('W3', '1,00'), flow('W4', '1.00')],
    ticked('5', '0', '0.00', '5', '102.01'),
  )
  const error = await read(text).catch((refused: unknown) => refused)
  expect(error).toMatchObject({
    problem: 'statement.garbledLine',
    detail: {
      line: 3,
      faults: [
        { line: 3, problem: 'statement.garbledLine' },
        { line: 4, problem: 'statement.otherDay' },
        { line: 5, problem: 'statement.garbledLine' },
      ],
    },
  })
  const all = await read(flows(Array<string>(80).fill('garbled'), ticked('80', '0', '0.00', '80', '1.00'))).catch(
    (refused: unknown) => refused,
  )
  expect((all as StatementRefused).detail.faults).toHaveLength(50)
})

test('wherever a statement is cut off it is not taken, and where it is told by its digest that is said', async () => {
  const bytes = Buffer.from(GOOD)
  for (let to = 1; to < bytes.length - 2; to++) {
    const said = await refusal(bytes.subarray(0, to))
    // The last sums may be cut to another number.
    expect(said, `cut at ${to}`).toMatch(to < 300 ? /cutOff|garbledLine|unknownFormat/ : /cutOff|wrongSum|wrongCount|garbledLine/)
  }
})

test('bytes that are none of the encoding name their line', async () => {
  const bytes = Buffer.from(GOOD)
  const at = bytes.indexOf(Buffer.from('`42000W2'))
  bytes[at + 3] = 0xff
  expect(await refusal(bytes)).toBe('statement.garbledLine line 3')
})
