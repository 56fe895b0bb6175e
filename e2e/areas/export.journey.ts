import { exportCalls } from '@chauffeur/contract/operations/export'
import { orderCalls } from '@chauffeur/contract/order/list'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import readWorkbook from 'read-excel-file/node'
import { expect, inject, test } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const orders = (page: Page) => page.getByRole('grid', { name: '订单列表' }).getByRole('row')
const jobs = (page: Page) => page.getByRole('dialog', { name: '任务' })
const openJobs = async (page: Page) => {
  await page.getByRole('button', { name: /^(任务|\d+ 个任务进行中)$/ }).click()
  await jobs(page).waitFor()
}
const bytesOf = async (download: Download) => readFile(await download.path())
const counted = async (page: Page) =>
  Number(
    (
      await shownPane(page)
        .getByText(/^共 [\d,]+ 条$/)
        .innerText()
    ).replaceAll(/\D/g, ''),
  )

test('a list is exported as it is on the screen without leaving it, and the file holds every row that it counts', async () => {
  const { page } = await visit('/Order/List?serviceStatus=403', { as: 'finance' })
  await orders(page).nth(1).waitFor()
  const total = await counted(page)
  await page.getByRole('button', { name: '导出', exact: true }).waitFor()
  await page.keyboard.press('Alt+x')
  const dialog = page.getByRole('dialog', { name: '导出订单' })
  await dialog.getByText(`导出符合条件的全部 ${total} 条记录`).waitFor()
  await dialog.getByText('服务状态：客户取消').waitFor()
  // Who may not export whole telephones is not asked whether to.
  expect(await dialog.getByText('完整电话号码').count()).toBe(0)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'export-dialog')
  await dialog.getByRole('checkbox', { name: '城市' }).uncheck()
  await dialog.getByRole('button', { name: '开始导出' }).click()
  await dialog.waitFor({ state: 'hidden' })

  const arrived = page.waitForEvent('download')
  await page.getByRole('region', { name: '消息' }).getByRole('button', { name: '下载', exact: true }).click()
  const download = await arrived
  expect(download.suggestedFilename()).toMatch(/^订单.*\.xlsx$/)
  const [sheet] = await readWorkbook(await bytesOf(download))
  const [head, ...rows] = sheet!.data
  expect(head!.slice(0, 3)).toEqual(['订单号', '订单状态', '状态时间'])
  expect(head).not.toContain('城市')
  expect(rows).toHaveLength(total)
  expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['客户取消']))
  expect(new URL(page.url()).hash).toBe('#/Order/List?serviceStatus=403')
})

test('the header shows what I asked for, and what waits can be cancelled and tried again there', async () => {
  const { page, token } = await visit('/Order/List', { as: 'cityops' })
  await orders(page).nth(1).waitFor()
  await openJobs(page)
  // One at a time is written: mine wait for those of the others, and the last of mine for all.
  const others = await Promise.all(['admin', 'finance'].map(async (as) => (await signIn(address, as)).token))
  for (const asker of [...others, token])
    for (let n = 0; n < 4; n++)
      await send(address, exportCalls.create, { list: orderCalls.list.path, format: 'XLSX', reason: `第 ${n} 个` }, asker)
  const last = jobs(page).getByRole('listitem').first()
  await last.getByText('第 3 个').waitFor()
  await last.getByRole('button', { name: '取消' }).click()
  await last.getByText('已取消').waitFor()
  await page.screenshot({ path: join(screenshots, 'jobs-panel.png') })
  await last.getByRole('button', { name: '重试' }).click()
  await last.getByRole('button', { name: '下载', exact: true }).waitFor({ timeout: 60_000 })
  expect(await barriers(page, '.popup')).toEqual([])
  await page.keyboard.press('Escape')
  await jobs(page).waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('任务')
})

test('the export centre says who exported what and who took it; only its asker takes the file', async () => {
  const { page, token } = await visit('/yunYing/exports', { as: 'finance' })
  const { exportId } = await send(
    address,
    exportCalls.create,
    { list: orderCalls.list.path, format: 'CSV', conditions: '城市：杭州', reason: '对账' },
    token,
  )
  const pane = shownPane(page)
  const row = pane.getByRole('row').filter({ hasText: '对账' }).first()
  await row.getByText('已完成').waitFor({ timeout: 60_000 })
  const arrived = page.waitForEvent('download')
  await row.hover()
  await row.getByRole('button', { name: '下载' }).click()
  expect((await bytesOf(await arrived)).toString()).toContain('订单号')
  await row.getByRole('button', { name: '订单', exact: true }).click()
  const details = page.getByRole('dialog', { name: '导出订单' })
  await details.getByRole('table', { name: '下载记录' }).getByRole('row').nth(1).waitFor()
  expect(await barriers(page, '.ant-drawer')).toEqual([])
  await screenshot(page, 'export-details')
  await page.keyboard.press('Escape')
  await screenshot(page, 'export-centre')

  const { page: other } = await visit('/yunYing/exports?everybody=true', { as: 'admin' })
  const seen = shownPane(other).getByRole('row').filter({ hasText: '对账' }).first()
  await seen.waitFor()
  await seen.hover()
  expect(await seen.getByRole('button', { name: '下载' }).count()).toBe(0)
  await expect(send(address, exportCalls.download, { exportId }, (await visit('/', { as: 'admin' })).token)).rejects.toThrow()
})

test('without the authority there is no button, no key, no menu entry, and nothing is asked', async () => {
  const asked: string[] = []
  const { page } = await visit('/Order/List', { as: 'operator' })
  page.on('request', (request) => asked.push(request.url()))
  await page.reload()
  await orders(page).nth(1).waitFor()
  await page.keyboard.press('Alt+x')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: '快捷键' }).waitFor()
  expect(await page.getByText('导出列表').count()).toBe(0)
  await page.keyboard.press('Escape')
  expect(await page.getByRole('button', { name: '导出', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: '导出中心' }).count()).toBe(0)
  expect(asked.filter((url) => url.includes('/ExportData/'))).toEqual([])
})
