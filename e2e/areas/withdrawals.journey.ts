import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { dayInChina } from '../../apps/server/src/platform/values/local-clock.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, goToInQueue, shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** A driver of the city who earned enough has asked for a sum, to be paid to a card, or to their WeChat account. */
async function applies(cityId: string, amountFen: number, openId?: string) {
  for (;;) {
    const driver = await driverIn(address, cityId, HANGZHOU.wulin)
    await driver.goHome()
    const { withdrawableFen } = await driver.ask(withdrawalCalls.wallet, {})
    if (withdrawableFen < amountFen) continue
    const card = { way: 'BANK' as const, bankName: '工商银行', accountNo: `62220202001122${String(amountFen).padStart(5, '0')}` }
    const account = openId ? { way: 'WX_SINGLE' as const, accountNo: openId } : card
    await driver.ask(withdrawalCalls.saveAccount, { holderName: driver.name, ...account })
    const { withdrawNo } = await driver.ask(withdrawalCalls.apply, { amountFen, way: account.way })
    return { withdrawNo, name: driver.name }
  }
}

interface Applied {
  withdrawNo: string
  name: string
}
let [small, second, unwanted, byHand, confirmed, silent]: Applied[] = []
beforeAll(async () => {
  small = await applies(HANGZHOU.cityId, 3_000)
  second = await applies(HANGZHOU.cityId, 2_000)
  unwanted = await applies(HANGZHOU.cityId, 1_500)
  byHand = await applies(String(SHANGHAI), 2_500)
  // What becomes of these the channel reads in the numbers of their accounts.
  confirmed = await applies(HANGZHOU.cityId, 1_200, 'oJourney1--confirm-0')
  silent = await applies(HANGZHOU.cityId, 1_300, 'oJourney2--answer-FAULT_PAID')
  const { token } = await signIn(address, 'admin')
  const { defaults } = await send(address, payoutCalls.ways, {}, token)
  const channels = { ...defaults.channels, BANK: 'BY_HAND' as const }
  await send(address, payoutCalls.saveWays, { ...defaults, channels, cityId: String(SHANGHAI) }, token)
})

/** The last day of which the channel has a statement, by its clock: it is there from ten in the morning of the next on. */
const DAY = new Date(Date.now() - (24 + 10 - 8) * 3_600_000).toISOString().slice(0, 10)
const aheadMs = Date.parse(`${DAY}T12:00:00+08:00`) - Date.now()
/** Plays the channel's clock and what its merchant does there. */
async function playChannel(what: string, given: object) {
  const answer = await fetch(`${inject('channel')}/control/${what}`, { method: 'POST', body: JSON.stringify(given) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { voucherNo?: string }
}
/** `npm run ledger:check`, beside the running server on its database: what it says, and its exit code. */
const ledgerCheck = () =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/bootstrap.mjs'), 'ledger-check'], {
    env: { ...process.env, DATABASE_URL: inject('ownerUrl') },
  }).then(
    ({ stdout }) => ({ exit: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ exit: code, said: stdout + stderr }),
  )

const life = (page: Page) => shownPane(page).getByRole('region', { name: /^W/ })
test("finance's day: the queue is worked by keys, what was approved is paid by WeChat, in a bank's file and by hand; one unknown resolves itself, one fails and is paid again; the statement is fetched, its difference settled, and the books are sound", {
  timeout: 300_000,
}, async () => {
  const { page: finance } = await visit('/Financial/WithdrawalQueue', { as: 'finance' })
  const said = shownPane(finance).getByRole('list', { name: '刚才处理的' })
  await life(finance).waitFor()
  for (const { withdrawNo } of [small!, second!, byHand!, confirmed!, silent!]) {
    await goToInQueue(finance, withdrawNo)
    await life(finance).getByText('首次提现').first().waitFor()
    if (withdrawNo === small!.withdrawNo) {
      expect(await barriers(finance)).toEqual([])
      await screenshot(finance, 'withdrawal-queue')
    }
    // A risk is approved with a reason only.
    await finance.keyboard.press('a')
    await finance.getByRole('dialog').getByLabel('原因').fill('已电话核实本人')
    await finance.keyboard.press('Enter')
    await said.getByText(`${withdrawNo} 已通过`).waitFor()
  }
  await goToInQueue(finance, unwanted!.withdrawNo)
  await finance.keyboard.press('r')
  await finance.getByRole('dialog').getByText('立即回到').waitFor()
  await finance.getByRole('dialog').getByLabel('原因').fill('账户姓名与司机不符')
  await finance.keyboard.press('Enter')
  await said.getByText(`${unwanted!.withdrawNo} 已驳回`).waitFor()

  // Who approved does not pay, and is told so.
  await shownPane(finance)
    .getByText(/^待打款/)
    .first()
    .click()
  await goToInQueue(finance, small!.withdrawNo)
  await life(finance).getByText('您审核过这笔，打款须由另一位同事完成').waitFor()
  await screenshot(finance, 'withdrawal-not-mine')

  const { page: admin, token } = await visit('/Financial/DriverWithdrawals?states=30', { as: 'admin' })
  const row = (no: string) => shownPane(admin).getByRole('row', { name: new RegExp(no) })
  await playChannel('clock', { aheadMs })
  // Somebody paid in the merchant's own console: the statement has what the books do not.
  const { voucherNo } = await playChannel('spend', { amountFen: 350 })
  for (const { withdrawNo } of [small!, second!, byHand!, confirmed!, silent!]) await row(withdrawNo).getByRole('checkbox').check()
  await screenshot(admin, 'withdrawal-list')
  await shownPane(admin).getByRole('button', { name: '批量打款（5）' }).click()
  const bulk = admin.getByRole('dialog', { name: '批量打款' })
  await bulk.getByText('将打款 5 笔，申请合计 ¥100.00').waitFor()
  await bulk.getByLabel('输入申请合计以确认').fill('10')
  await bulk.getByLabel('输入申请合计以确认').press('Enter')
  await bulk.getByText('与合计 ¥100.00 不一致').waitFor()
  await screenshot(admin, 'withdrawal-bulk')
  expect(await barriers(admin, '[role="dialog"]')).toEqual([])
  await bulk.getByLabel('输入申请合计以确认').fill('100')
  await bulk.getByRole('button', { name: /^打款 5 笔/ }).click()
  await bulk.getByText('已结束：5 笔完成，0 笔未完成').waitFor(BY_THE_STREAM)
  await bulk.getByRole('table', { name: '每笔结果' }).getByText('打款中').first().waitFor(BY_THE_STREAM)
  await screenshot(admin, 'withdrawal-bulk-done')
  await bulk.getByRole('button', { name: '完成' }).click()

  // By the bank's file: one is paid, one the bank refuses.
  await admin.goto(`${address}/#/Financial/BankFiles`)
  await shownPane(admin).getByRole('button', { name: '生成批次' }).click()
  await drawerField(admin, '城市').click()
  await choose(admin, '杭州')
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /^生\s?成/ })
    .click()
  const file = shownPane(admin).getByRole('table', { name: '银行代发' }).getByRole('row').nth(1)
  await file.getByText('待回 2').waitFor()
  await file.getByRole('button', { name: '下载 CSV' }).click()
  const { rows } = await send(address, withdrawalReviewCalls.list, { states: [40], pageNo: 1, pageSize: 50 }, token)
  const outNo = (no: string) => rows.find(({ withdrawNo }) => withdrawNo === no)!.outNo
  await file.getByRole('button', { name: '导入银行结果' }).click()
  const results = admin.getByRole('dialog', { name: /^导入银行结果/ })
  const chinaNow = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  const lines = `付款单号,结果,交易时间,原因\n${outNo(small!.withdrawNo)},成功,${chinaNow},\n${outNo(second!.withdrawNo)},失败,,户名不符\n`
  await results.locator('input[type=file]').setInputFiles({ name: 'result.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await results.getByRole('button', { name: '导入 2 行' }).click()
  await results.getByText('已导入 2 行').waitFor(BY_THE_STREAM)
  await results.getByRole('button', { name: '完成' }).click()
  await file.getByText('成功 1').waitFor()
  await file.getByText('失败 1').waitFor()
  await screenshot(admin, 'bank-files')
  expect(await barriers(admin)).toEqual([])
  await file.getByRole('button').first().click()
  // Understood, and in the bank's own words.
  await admin.getByRole('dialog').getByText('银行卡户名或卡号有误').waitFor()
  await admin.getByRole('dialog').getByText('户名不符', { exact: true }).waitFor()
  await screenshot(admin, 'bank-lines')
  await admin.keyboard.press('Escape')

  // What failed says why and who mends it, and is paid again under a new number by the one who may.
  await admin.goto(`${address}/#/Financial/WithdrawalQueue`)
  await shownPane(admin)
    .getByText(/^打款失败/)
    .first()
    .click()
  await goToInQueue(admin, second!.withdrawNo)
  await life(admin)
    .getByText(/渠道答复：银行卡户名或卡号有误/)
    .waitFor()
  await life(admin).getByText('银行原话：户名不符').waitFor()
  await screenshot(admin, 'withdrawal-failed')
  await admin.keyboard.press('t')
  await admin.getByRole('dialog').getByLabel('原因').fill('司机已更正户名')
  await admin.keyboard.press('Enter')
  await shownPane(admin).getByText('已用新单号重新提交渠道（第 2 次）').waitFor()

  // By hand: one person enters the voucher, another confirms it.
  await shownPane(admin)
    .getByText(/^打款中/)
    .first()
    .click()
  await goToInQueue(admin, byHand!.withdrawNo)
  await admin.keyboard.press('e')
  const voucher = admin.getByRole('dialog', { name: /^登记线下打款/ })
  await voucher.getByLabel('凭证号').fill('HZ20261123001')
  await voucher.locator('input[type=file]').setInputFiles({ name: 'voucher.png', mimeType: 'image/png', buffer: ONE_PIXEL })
  await screenshot(admin, 'withdrawal-voucher')
  await voucher.getByRole('button', { name: /^登\s?记/ }).click()
  await life(admin).getByText('等待另一位同事确认').first().waitFor()

  await shownPane(finance)
    .getByText(/^打款中/)
    .first()
    .click()
  await goToInQueue(finance, byHand!.withdrawNo)
  await finance.keyboard.press('f')
  await shownPane(finance).getByText('凭证已确认，这笔已到账').first().waitFor()

  // The whole life of one, from the list.
  await finance.goto(`${address}/#/Financial/DriverWithdrawals?keyword=${small!.withdrawNo}`)
  await shownPane(finance)
    .getByRole('row', { name: new RegExp(small!.withdrawNo) })
    .getByRole('button')
    .first()
    .click()
  const drawer = finance.getByRole('dialog', { name: small!.withdrawNo })
  await drawer.getByRole('list', { name: '经过' }).getByText('到账').waitFor()
  await drawer.getByRole('table', { name: '记账' }).getByText('提现在途').first().waitFor()
  await drawer.getByRole('table', { name: '付款记录' }).getByText('已到账').waitFor()
  await screenshot(finance, 'withdrawal-life')
  await drawer.getByRole('button', { name: '查看完整账号' }).click()
  await finance.getByRole('dialog', { name: '查看完整账号' }).getByLabel('原因').fill('司机来电核对')
  await finance.keyboard.press('Enter')
  await finance.getByText('6222020200112203000').waitFor()

  // Through WeChat: one was confirmed; of the other the channel said nothing, was asked again, and had paid it, once.
  for (const { withdrawNo } of [confirmed!, silent!]) {
    await admin.goto(`${address}/#/Financial/DriverWithdrawals?keyword=${withdrawNo}`)
    const paid = shownPane(admin).getByRole('row', { name: new RegExp(withdrawNo) })
    await paid.getByText('已到账').first().waitFor({ timeout: 60_000 })
    await paid.getByRole('button').first().click()
    const whole = admin.getByRole('dialog', { name: withdrawNo })
    const events = whole.getByRole('list', { name: '经过' })
    await events.getByText('到账').first().waitFor()
    if (withdrawNo === silent!.withdrawNo) await events.getByText('渠道没有答复，继续查询').waitFor()
    expect(await whole.getByRole('table', { name: '付款记录' }).getByRole('row').count()).toBe(2)
    await screenshot(admin, withdrawNo === silent!.withdrawNo ? 'withdrawal-resolved' : 'withdrawal-wechat')
    await admin.keyboard.press('Escape')
    await whole.waitFor({ state: 'hidden' })
  }

  await playChannel('clock', { aheadMs: 0 })
  await finance.goto(`${address}/#/Financial/BusinessTurnover/BatchMultipleTransactions`)
  // Without what is still open over the list.
  await finance.reload()
  await settled(finance)
  const monthBack = DAY.slice(0, 7) !== dayInChina(new Date()).slice(0, 7)
  if (monthBack) await shownPane(finance).getByRole('button', { name: '上个月' }).click()
  await shownPane(finance).getByRole('button', { name: '拉取账单', exact: true }).click()
  const fetching = finance.getByRole('dialog', { name: '拉取账单' })
  await fetching.getByLabel('账单日').waitFor()
  expect(await barriers(finance, '[role="dialog"]')).toEqual([])
  await screenshot(finance, 'day-fetch')
  await fetching.getByRole('button', { name: '拉取账单并对账' }).click()
  await fetching.waitFor({ state: 'hidden' })
  await shownPane(finance)
    .getByRole('button', { name: new RegExp(`^${DAY}：有差异`) })
    .click(BY_THE_STREAM)
  await shownPane(finance).getByRole('grid').last().getByRole('link').first().click()
  await shownPane(finance).getByText('有差异').first().waitFor()
  await screenshot(finance, 'day-differs')
  await shownPane(finance).getByRole('grid').getByText(voucherNo!, { exact: true }).click()
  await finance.getByRole('dialog').filter({ hasText: voucherNo! }).first().getByRole('button', { name: '处理差异' }).click()
  const settling = finance.getByRole('dialog', { name: `处理差异 ${voucherNo}` })
  await settling.getByText('以渠道为准', { exact: true }).click()
  await settling.getByLabel('原因').fill('商户平台手工转账')
  await settling.getByLabel('输入金额确认').fill('3.5')
  await settling.getByRole('button', { name: /确认处理/ }).click()
  await settling.waitFor({ state: 'hidden' })
  await finance.goto(`${address}/#/Financial/BusinessTurnover/BatchMultipleTransactions`)
  await shownPane(finance)
    .getByRole('button', { name: `${DAY}：差异已处理` })
    .waitFor(BY_THE_STREAM)
  await screenshot(finance, 'day-settled')

  // Each fen that left is explained.
  const { exit, said: found } = await ledgerCheck()
  expect(found).toMatch(/ sound$/m)
  expect(exit, found).toBe(0)
})

const ONE_PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
