import { DatabaseClient } from '../../apps/server/src/platform/database/database-client.ts'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { channelCalls } from '@chauffeur/contract/partner/channel'
import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { partnerCalls } from '@chauffeur/contract/partner/api'
import { partnerGrantCalls } from '@chauffeur/contract/partner/grants'
import { keyCalls } from '@chauffeur/contract/partner/key'
import { partnerStatementCalls } from '@chauffeur/contract/partner/statement'
import { rightCalls } from '@chauffeur/contract/pricing/right'
import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import type { Envelope } from '@chauffeur/contract/kernel/envelope'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { signIn } from '../harness/account.ts'
import { typeTrip } from '../harness/desk.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { ACROSS_HANGZHOU, driven } from '../harness/ride.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'
const DAY = 86_400_000
const RIDES = 10_000
const PRICE = 4_321
const NAME = 'Bank ride'
const phoneOf = (n: number) => `1770000${String(n).padStart(4, '0')}`
/** One telephone for each ride of the file; nobody of them has ridden before. */
const phones = Array.from({ length: RIDES }, (_, n) => phoneOf(n))

async function inDatabase<T>(work: (client: DatabaseClient) => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: inject('ownerUrl') })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** As the partner's program asks, signed as its guide says. */
async function signed<C extends Call>(call: C, body: object, { keyId, secret }: { keyId: string; secret: string }): Promise<AnswerOf<C>> {
  const [timestamp, nonce, text] = [Math.floor(Date.now() / 1_000), randomBytes(16).toString('hex'), JSON.stringify(body)]
  const told = ['POST', call.path, timestamp, nonce, createHash('sha256').update(text).digest('hex')].join('\n')
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(told).digest('hex')
  const authorization = `CHAUFFEUR-HMAC-SHA256 key=${keyId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`
  const response = await fetch(`${address}${call.path}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: text,
  })
  const envelope = (await response.json()) as Envelope<AnswerOf<C>>
  expect(envelope.code, envelope.message).toBe(0)
  return envelope.data as AnswerOf<C>
}

const menuAction = async (page: Page, name: RegExp | string) => {
  const row = shownPane(page).getByRole('row', { name: new RegExp(NAME) })
  await row.hover()
  await row.getByRole('button', { name: `${NAME} 的更多操作` }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('a bank buys ten thousand rides: configured, approved by another, granted by file, used at the desk and by its program, one failed in audit, and the month settled to the fen', {
  timeout: 180_000,
}, async () => {
  const channelId = await inDatabase(
    async (client) =>
      (await client.query<{ channel: string }>(`select channel_id::text as channel from users where username = 'partner'`)).rows[0]!
        .channel,
  )
  const { page, token } = await visit('/Marketing/Rights', { as: 'admin' })
  const rightNo = 'BANK-10000'
  const { rightId } = await send(
    address,
    rightCalls.create,
    {
      rightNo,
      name: NAME,
      channelId,
      unit: 'TIMES',
      coverKind: 'FULL',
      excess: 'CUSTOMER_PAYS',
      validFrom: new Date(Date.now() - 60 * DAY).toISOString(),
      validTo: new Date(Date.now() + 60 * DAY).toISOString(),
      cityIds: [HANGZHOU.cityId],
      priceToPartnerFen: PRICE,
    },
    token,
  )
  await page.goto(`${address}/#/Marketing/Rights?keyword=${rightNo}`)
  await menuAction(page, /^提交审核/)
  await page.getByRole('dialog').getByRole('button', { name: '提交审核' }).click()
  await shownPane(page)
    .getByRole('row', { name: new RegExp(NAME) })
    .getByText('待审核')
    .waitFor()

  const { page: finance } = await visit(`/Marketing/Rights?keyword=${rightNo}`, { as: 'finance' })
  await shownPane(finance)
    .getByRole('row', { name: new RegExp(NAME) })
    .hover()
  await shownPane(finance)
    .getByRole('button', { name: `审核 ${NAME}` })
    .click()
  const decision = finance.getByRole('dialog', { name: `审核 ${NAME}` })
  await decision.getByLabel('审核说明').fill('合同已核对')
  await decision.getByRole('button', { name: /^保存/ }).click()
  await decision.waitFor({ state: 'hidden' })
  await shownPane(finance)
    .getByRole('row', { name: new RegExp(NAME) })
    .getByText('启用中')
    .waitFor()

  // Ten thousand telephones of nobody, by file.
  await page.reload()
  await menuAction(page, /^按名单发放/)
  const file = page.getByRole('dialog', { name: `按名单发放 ${NAME}` })
  await file.locator('input[type=file]').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`电话,次数\n${phones.map((phone) => `${phone},1`).join('\n')}\n`),
  })
  await file.getByRole('button', { name: /^导入 10,?000 行/ }).click({ timeout: 30_000 })
  await file.getByText(/已导入 10,?000 行/).waitFor({ timeout: 60_000 })
  await screenshot(page, 'right-file-10000')
  await file.getByRole('button', { name: '完成' }).click()
  expect(await send(address, rightCalls.view, { rightId }, token)).toMatchObject({ granted: RIDES, used: 0 })

  // Three at the desk, the first of them typed there; one by the bank's program for a customer it grants a ride itself.
  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  const { page: desk, token: operator } = await visit(`/400/home?telPhone=${phoneOf(0)}`, { as: 'operator' })
  await typeTrip(desk, HANGZHOU.wulin.name, HANGZHOU.eastStation.name)
  await expect.poll(() => desk.getByRole('region', { name: '费用预估' }).innerText()).toMatch(new RegExp(NAME))
  await screenshot(desk, 'right-desk')
  await desk.keyboard.press('F9')
  await desk.getByRole('list', { name: '订单时间线' }).waitFor()
  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone: phoneOf(0) }, operator)
  const trips = [await driven(address, driver, liveOrders[0]!.orderNo)]
  for (const phone of [phoneOf(1), phoneOf(2)]) {
    await driver.goTo(HANGZHOU.wulin)
    const { rights } = await send(address, callCentreCalls.customerInfo, { phone }, operator)
    const { rightGrantId } = rights.find(({ name }) => name === NAME)!
    const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone, rightGrantId }, operator)
    trips.push(await driven(address, driver, orders[0]!.orderNo))
  }
  const key = await send(address, keyCalls.make, { channelId, note: 'bank' }, token)
  const asked = { partnerGrantId: 'B-1', rightNo, phone: '17700109999', partnerUserId: 'VIP-1', times: 1 }
  const granted = await signed(partnerGrantCalls.grant, asked, key)
  expect(await signed(partnerGrantCalls.grant, asked, key)).toEqual(granted)
  await driver.goTo(HANGZHOU.wulin)
  const placed = await signed(
    partnerCalls.place,
    { ...ACROSS_HANGZHOU, phone: asked.phone, partnerBookingId: 'B-RIDE-1', rightGrantId: granted.rightGrantId },
    key,
  )
  trips.push(await driven(address, driver, placed.orders[0]!.orderNo))
  await driver.goHome()

  // All looked at by the rules; what was taken by chance passes, the third turns out to be none.
  const act = async (orderId: string, action: 'PASS' | 'FLAG' | 'FAIL' | 'APPEAL' | 'FINAL_FAIL', by: string, more: object = {}) => {
    const { version } = await send(address, rightAuditCalls.view, { orderId }, by)
    return send(address, rightAuditCalls.audit, { orderId, action, version, note: '核对轨迹', ...more }, by)
  }
  const { token: chief } = await signIn(address, 'admin')
  const { token: other } = await signIn(address, 'finance')
  for (const { orderId } of trips) {
    await expect
      .poll(async () => (await send(address, rightAuditCalls.view, { orderId }, chief)).screenedAt, { timeout: 20_000 })
      .not.toBeNull()
    const { state } = await send(address, rightAuditCalls.view, { orderId }, chief)
    if (state === 10) await act(orderId, 'PASS', chief)
  }
  const { orderId: suspicious, orderNo } = trips[2]!
  await act(suspicious, 'FLAG', chief).catch(() => undefined)
  // Whether it was looked at by chance or not: it fails, and for good.
  const { state } = await send(address, rightAuditCalls.view, { orderId: suspicious }, chief)
  if (state === 10 || state === 20) {
    await act(suspicious, 'FAIL', chief, { reason: 'NO_TRIP' })
    await act(suspicious, 'APPEAL', chief, { side: 'DRIVER' })
  } else await act(suspicious, 'APPEAL', chief, { side: 'PARTNER' })
  const { token: third } = await signIn(address, 'platform')
  await act(suspicious, 'FINAL_FAIL', other, { reason: 'NO_TRIP' }).catch(() => act(suspicious, 'FINAL_FAIL', third, { reason: 'NO_TRIP' }))
  expect((await send(address, rightAuditCalls.view, { orderId: suspicious }, chief)).state).toBe(60)
  // The month of these trips is over.
  await inDatabase((client) =>
    client.query(
      `update right_uses set settled_at = date_trunc('month', now(), 'Asia/Shanghai') - interval '1 hour' where order_id = any ($1::bigint[])`,
      [trips.map(({ orderId }) => orderId)],
    ),
  )

  await page.goto(`${address}/#/Financial/PartnerStatements`)
  await shownPane(page).getByRole('button', { name: '生成结算单' }).first().click()
  const form = page.getByRole('dialog', { name: '生成结算单' })
  await form.getByRole('combobox', { name: /合作渠道/ }).click()
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().waitFor()
  const { rows: found } = await send(address, channelCalls.find, { ids: [channelId] }, token)
  await form.getByRole('combobox', { name: /合作渠道/ }).fill(found[0]!.name)
  await page.getByRole('option', { name: found[0]!.name }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'statement-make')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  const pane = shownPane(page)
  await pane.getByRole('tab', { name: '逐笔明细' }).waitFor()
  const DUE = PRICE * 3
  await pane.getByRole('grid', { name: '结算明细' }).getByText(trips[0]!.orderNo).waitFor()
  expect(await pane.getByText(orderNo).count()).toBe(0)
  await pane.getByText('VIP-1').waitFor()
  await settled(page)
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'statement-draft')
  await pane.getByRole('button', { name: '发送给合作方' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发送给合作方' }).click()
  await pane.getByText('待合作方确认').first().waitFor()

  // The bank's own account sees it, disputes a ride and, once that is decided, confirms.
  const { page: bank } = await visit('/', { as: 'partner', theme: 'light', locale: 'en', width: 1280 })
  await bank.goto(`${address}/#/Financial/PartnerStatements`)
  await settled(bank)
  expect(await barriers(bank, PANE)).toEqual([])
  await screenshot(bank, 'statements-partner-light-en')
  await shownPane(bank).getByRole('grid').getByRole('link').first().click()
  const line = shownPane(bank).getByRole('row', { name: new RegExp(trips[1]!.orderNo) })
  await line.hover()
  await line.getByRole('button', { name: `Dispute ${trips[1]!.orderNo}` }).click()
  const dispute = bank.getByRole('dialog', { name: `Dispute ${trips[1]!.orderNo}` })
  await dispute.getByText('Not the price of the contract').click()
  await dispute.getByRole('textbox').fill('Agreed at 40.00')
  expect(await barriers(bank, '[role="dialog"]')).toEqual([])
  await screenshot(bank, 'statement-dispute-light-en')
  await dispute.getByRole('button', { name: /^Save/ }).click()
  await dispute.waitFor({ state: 'hidden' })

  await page.reload()
  const disputed = pane.getByRole('row', { name: new RegExp(trips[1]!.orderNo) })
  await disputed.hover()
  await disputed.getByRole('button', { name: `处理异议 ${trips[1]!.orderNo}` }).click()
  const decide = page.getByRole('dialog', { name: `处理异议 ${trips[1]!.orderNo}` })
  await decide.getByText('调整金额', { exact: true }).click()
  await decide.getByLabel('调整后金额').fill('40')
  await decide.getByRole('textbox', { name: '说明' }).fill('按补充协议')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'statement-decide')
  await decide.getByRole('button', { name: /^保存/ }).click()
  await decide.waitFor({ state: 'hidden' })
  await pane.getByText('异议处理').waitFor()
  const AGREED = DUE - PRICE + 4_000
  await screenshot(page, 'statement-corrected')

  await bank.reload()
  await shownPane(bank).getByRole('button', { name: 'Confirm statement' }).click()
  await bank.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await shownPane(bank).getByText('Confirmed by the partner').first().waitFor()
  await screenshot(bank, 'statement-confirmed-light-en')

  await page.reload()
  await pane.getByRole('button', { name: '定稿入账' }).click()
  await page.getByRole('dialog').getByText('¥126.42').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '定稿入账' }).click()
  await pane.getByRole('button', { name: '登记付款' }).click()
  const pay = page.getByRole('dialog', { name: /^登记付款/ })
  await pay.getByLabel('到账日期').fill(new Date().toISOString().slice(0, 10))
  await page.keyboard.press('Enter')
  await pay.getByLabel('转账流水号').fill('ICBC20261123001')
  await screenshot(page, 'statement-pay')
  await pay.getByRole('button', { name: /^确认入账/ }).click()
  await pay.waitFor({ state: 'hidden' })
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await pane.getByRole('button', { name: '打印', exact: true }).first().click()
  await page.emulateMedia({ media: 'print' })
  await page.getByText('应收合计 ¥126.42，共 4 行').waitFor()
  await screenshot(page, 'statement-printed')
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await pane.getByRole('tab', { name: '汇总与付款' }).click()
  await pane.getByText('ICBC20261123001').waitFor()
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'statement-paid')

  const { rows } = await send(address, partnerStatementCalls.list, { channelId }, token)
  expect(rows).toMatchObject([{ state: 'FINAL', totalFen: AGREED, paidFen: AGREED, lineCount: 4 }])
  expect(AGREED).toBe(12_642)
  const owed = () =>
    inDatabase(async (client) => {
      const { rows: accounts } = await client.query<{ fen: string }>(
        `select balance_fen as fen from ledger_accounts where owner_type = 'PARTNER' and kind = 'PARTNER_RECEIVABLE' and owner_id = $1`,
        [channelId],
      )
      return accounts.map(({ fen }) => Number(fen))
    })
  expect(await owed()).toEqual([0])

  // It was entered by mistake: somebody else takes it back.
  const { page: second } = await visit('/', { as: 'finance', theme: 'light', locale: 'en', width: 1280 })
  await second.goto(page.url())
  await shownPane(second).getByRole('tab', { name: 'Sums and payments' }).click()
  await shownPane(second).getByRole('button', { name: 'Take back' }).click()
  const back = second.getByRole('dialog', { name: 'Take payment back' })
  await back.getByRole('textbox', { name: 'Reason' }).fill('Of another bank')
  expect(await barriers(second, '[role="dialog"]')).toEqual([])
  await screenshot(second, 'statement-take-back-light-en')
  await back.getByRole('button', { name: /^Take back/ }).click()
  await back.waitFor({ state: 'hidden' })
  await shownPane(second).getByText('Of another bank').first().waitFor()
  await settled(second)
  expect(await barriers(second, PANE)).toEqual([])
  await screenshot(second, 'statement-taken-back-light-en')
  expect(await owed()).toEqual([AGREED])
})
