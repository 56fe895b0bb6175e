import { expect, test } from 'vitest'
import { dayInChina } from '../../apps/server/src/platform/values/local-clock.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()

const ACCOUNT = '6222000099998888'
/** Yesterday by the clock of the channels. */
const DAY = dayInChina(new Date(Date.now() - 24 * 3_600_000))
const head = '时间,账号,我方单号,流水号,收支,金额(元)'
const line = (no: string, yuan: string, day = DAY) => `${day} 12:00:00,${ACCOUNT},${no},B${no},支出,${yuan}`
const file = (lines: string[], sums: string) => ({
  name: 'bank.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([head, ...lines, sums].join('\n')),
})

test('a bank statement with faults is refused line by line; mended it is matched, and its differences are settled, a write-off by two', async () => {
  const { page } = await visit('/Financial/BusinessTurnover/BatchMultipleTransactions', { as: 'finance' })
  const bring = async (brought: ReturnType<typeof file>) => {
    await shownPane(page).getByRole('button', { name: '上传账单' }).click()
    const form = page.getByRole('dialog', { name: '上传账单' })
    await form.getByLabel('商户号或银行账号').fill(ACCOUNT)
    await form.getByLabel('账单日').fill(DAY)
    await form.getByLabel('账单日').press('Enter')
    await form.locator('input[type=file]').setInputFiles(brought)
    await form.getByText('bank.csv').waitFor()
    await form.getByRole('button', { name: /上传并对账/ }).click()
    return page.getByRole('dialog', { name: '上传账单' })
  }
  const refused = await bring(file(['garbled', line('E2E1', '700.00', '2020-01-01')], '合计,2,0.00,700.00'))
  await refused.getByText('第 2 行').waitFor({ timeout: 30_000 })
  await refused.getByText('第 3 行').waitFor()
  await screenshot(page, 'recon-faults')
  await refused.locator('.ui-dialog-footer').getByRole('button', { name: '关闭' }).click()

  const taken = await bring(file([line('E2E1', '700.00'), line('E2E2', '3.50')], '合计,2,0.00,703.50'))
  await taken.getByText('未处理差异 2 笔').waitFor({ timeout: 30_000 })
  await taken.getByRole('link', { name: '查看批次' }).click()
  await shownPane(page)
    .getByRole('heading', { name: `${DAY} 付款对账` })
    .waitFor()
  await settled(page)
  expect(await barriers(page, '.tab-pane[data-active="true"]')).toEqual([])
  await screenshot(page, 'recon-batch')

  // One item: ours and theirs side by side; the channel's word is adopted, its sum typed.
  const item = async (no: string) => {
    await shownPane(page).getByRole('grid').getByText(no, { exact: true }).click()
    return page.getByRole('dialog').filter({ hasText: no }).first()
  }
  const drawer = await item('E2E1')
  await drawer.getByRole('table', { name: '我方与渠道对照' }).waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'recon-item')
  await drawer.getByRole('button', { name: '处理差异' }).click()
  const settling = page.getByRole('dialog', { name: '处理差异 E2E1' })
  await settling.getByText('以渠道为准', { exact: true }).click()
  await settling.getByLabel('原因').fill('银行确认为手工代付')
  await settling.getByLabel('输入金额确认').fill('70')
  await settling.getByRole('button', { name: /确认处理/ }).click()
  await settling.getByText('与 ¥700.00 不一致').waitFor()
  await screenshot(page, 'recon-settle')
  await settling.getByLabel('输入金额确认').fill('700')
  await settling.getByRole('button', { name: /确认处理/ }).click()
  await page.getByText('已处理', { exact: true }).first().waitFor()
  await settling.waitFor({ state: 'hidden' })

  await (await item('E2E2')).getByRole('button', { name: '处理差异' }).click()
  const writing = page.getByRole('dialog', { name: '处理差异 E2E2' })
  await writing.getByText('核销', { exact: true }).click()
  await writing.getByLabel('原因').fill('银行手续费')
  await writing.getByLabel('输入金额确认').fill('3.5')
  await writing.getByRole('button', { name: /确认处理/ }).click()
  await page.getByText('已提交，等待另一位同事复核').waitFor()

  const batch = `/Financial/BusinessTurnover/BatchMultipleTransactionsDetail?${new URL(page.url().replace('#', '')).searchParams}`
  const second = await visit(batch, { as: 'admin', theme: 'light', locale: 'en' })
  await shownPane(second.page).getByRole('grid').getByText('E2E2', { exact: true }).click()
  const proposed = second.page.getByRole('dialog').filter({ hasText: 'E2E2' }).first()
  await proposed.getByRole('table').first().waitFor()
  await settled(second.page)
  await screenshot(second.page, 'recon-item-light-en')
  await proposed.getByRole('button', { name: 'Decide', exact: true }).click()
  const deciding = second.page.getByRole('dialog', { name: 'Decide the write-off of E2E2' })
  await deciding.getByText('Write it off at our gain or loss').click()
  await deciding.getByLabel('Amount, to confirm').fill('3.5')
  await deciding.getByRole('button', { name: /^Decide/ }).click()
  await second.page.getByText('Written off').first().waitFor()

  await second.page.goto(second.page.url().replace(/#.*/, '#/Financial/BusinessTurnover/BatchMultipleTransactions'))
  await settled(second.page)
  if (DAY.slice(0, 7) !== dayInChina(new Date()).slice(0, 7))
    await shownPane(second.page).getByRole('button', { name: 'Month before' }).click()
  await shownPane(second.page)
    .getByRole('button', { name: `${DAY}: Settled` })
    .waitFor({ timeout: 30_000 })
  expect(await barriers(second.page, '.tab-pane[data-active="true"]')).toEqual([])
  await screenshot(second.page, 'recon-month-light-en')
  await shownPane(second.page)
    .getByRole('button', { name: `${DAY}: Settled` })
    .press('Enter')
  const found = shownPane(second.page).getByRole('grid').last()
  // Payments through WeChat may have a batch of that day too.
  await expect.poll(async () => [...new Set(await found.getByRole('link').allTextContents())]).toEqual([DAY])
  expect(await found.getByText(ACCOUNT, { exact: true }).count()).toBe(1)
})

test('single payments are listed', async () => {
  const { page } = await visit('/Financial/BusinessTurnover/SingleTransactions', { as: 'finance' })
  await settled(page)
  await shownPane(page).getByRole('heading', { name: '单笔付款' }).waitFor()
  expect(await barriers(page, '.tab-pane[data-active="true"]')).toEqual([])
  await screenshot(page, 'recon-singles')
})
