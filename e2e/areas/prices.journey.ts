import { templateCalls } from '@chauffeur/contract/pricing/template'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

test('a price template that was half typed is there again after a reload, and its times may be typed as they come', async () => {
  const { page, token } = await visit('/', { as: 'admin', width: 1280 })
  const { rows } = await send(address, templateCalls.templateList, { cityId: HANGZHOU.cityId, ownerType: 'CITY', pageSize: 20 }, token)
  const { templateId } = rows.find(({ mode }) => mode === 'PER_KM')!
  const open = async () => {
    await page.goto(`${address}/#/priceTemplateInfo?templateId=${templateId}`)
    await shownPane(page).getByRole('button', { name: '修改', exact: true }).click()
    return page.getByRole('dialog', { name: /^修改价格模板/ })
  }
  let form = await open()
  await form.getByLabel('每步价格').fill('4.35')
  await screenshot(page, 'price-template')
  expect(await barriers(page)).toEqual([])
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  form = await open()
  await form.getByText('已恢复上次没有保存的内容').waitFor()
  expect(await form.getByLabel('每步价格').inputValue()).toBe('4.35')

  const bands = await form.getByRole('button', { name: /^删除第/ }).count()
  for (let left = bands; left > 1; left--) await form.getByRole('button', { name: `删除第 ${left} 个时段` }).click()
  await form.getByLabel('开始').fill('0')
  await form.getByLabel('结束').fill('2130')
  await form.getByRole('button', { name: '增加时段' }).click()
  await form.getByLabel('开始').nth(1).fill('21:30')
  await form.getByLabel('结束').nth(1).fill('24')
  await page.keyboard.press('Control+Enter')
  await form.waitFor({ state: 'hidden' })
  const { rules } = await send(address, templateCalls.templateGet, { templateId }, token)
  expect(rules.stepFen).toBe(435)
  expect(rules.bands.map(({ from, to }) => [from, to])).toEqual([
    ['00:00:00', '21:30:00'],
    ['21:30:00', '24:00:00'],
  ])
})
