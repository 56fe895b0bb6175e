import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()

test('employees are brought in from a file: columns, preview, result, refused rows to take away, and undone', async () => {
  const { page } = await visit('/Customer/Enterprises', { as: 'finance' })
  await shownPane(page).getByRole('grid').getByRole('link').first().click()
  await shownPane(page).getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入企业员工' })
  await dialog.getByRole('button', { name: '选择文件' }).waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('批量导入')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: '选择文件' }).waitFor()
  // In GB 18030, as a spreadsheet of this country writes it: 手机,姓名,限额.
  const head = Buffer.from([0xca, 0xd6, 0xbb, 0xfa, 0x2c, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xcf, 0xde, 0xb6, 0xee, 0x0a])
  const rows = Buffer.from('13955500001,A,300\n13955500002,B,\nabc,C,\n13955500001,D,\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: 'staff.csv', mimeType: 'text/csv', buffer: Buffer.concat([head, rows]) })
  await dialog.getByText('可导入 2 行，不会导入 2 行').waitFor()
  await screenshot(page, 'import-preview')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: '导入 2 行' }).click()
  await dialog.getByText('已导入 2 行，未导入 2 行').waitFor({ timeout: 30_000 })
  await dialog.getByRole('table', { name: '未导入的行' }).getByText('与前面的行重复').waitFor()
  await screenshot(page, 'import-result')

  const arrived = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '下载未导入的行' }).click()
  const refused = (await readFile(await (await arrived).path())).toString()
  expect(refused.trim().split(/\r?\n/)).toHaveLength(3)
  expect(refused).toContain('手机,姓名,限额,未导入原因 Reason')

  await dialog.getByRole('button', { name: '撤销导入' }).click()
  await dialog.getByRole('button', { name: '确认撤销' }).click()
  await dialog.getByText('已撤销 2 行').waitFor({ timeout: 30_000 })
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await shownPane(page).getByText('13955500001').count()).toBe(0)
})

test('new drivers are brought in from a file by the template, and invited', async () => {
  const { page } = await visit('/yunYing/drivers', { as: 'admin', width: 1280, height: 800 })
  await settled(page)
  const pane = shownPane(page)
  const template = page.waitForEvent('download')
  await pane.getByRole('button', { name: '下载模板' }).click()
  const head = (await readFile(await (await template).path())).toString().trim()
  await screenshot(page, 'drivers-list')
  await pane.getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入新司机' })
  await dialog.getByRole('checkbox', { name: '导入后给新司机发送邀请短信' }).click()
  await screenshot(page, 'drivers-import')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  const heads = head.split(',')
  const row = (cells: Record<string, string>) => heads.map((name) => cells[name.replace('\uFEFF', '')] ?? '').join(',')
  const papers = { 姓名: '赵远', 准驾车型: 'C1', 初次领证日期: '2012-05-01', 驾驶证有效期: '2032-05-01', 城市: '杭州' }
  const [good, bad] = ['330106199003070014', '330106199003070010'].map((idCardNo, n) =>
    row({ ...papers, 身份证号: idCardNo, 手机号: `1391111000${n}` }),
  )
  const sheet = Buffer.from(`${head}\n${good}\n${bad}\n`)
  await dialog.locator('input[type=file]').setInputFiles({ name: 'drivers.csv', mimeType: 'text/csv', buffer: sheet })
  await dialog.getByText('可导入 1 行，不会导入 1 行').waitFor()
  await screenshot(page, 'drivers-import-preview')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await dialog.getByRole('button', { name: '导入 1 行' }).click()
  await dialog.getByText('已导入 1 行，未导入 1 行').waitFor({ timeout: 30_000 })
  await dialog
    .getByText(/身份证号不正确/)
    .first()
    .waitFor()
  await dialog.getByRole('button', { name: '撤销导入' }).click()
  await dialog.getByRole('button', { name: '确认撤销' }).click()
  await dialog.getByText('已撤销 1 行').waitFor({ timeout: 30_000 })
  await dialog.getByRole('button', { name: '完成' }).click()
  await dialog.waitFor({ state: 'hidden' })
})
