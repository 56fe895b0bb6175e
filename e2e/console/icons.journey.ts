import { expect, test } from 'vitest'
import { visitors } from '../harness/visit.ts'

const visit = visitors()

test('an icon is found by its name and its name is copied', async () => {
  const { page } = await visit('/icons', { as: 'operator' })
  await page.getByRole('list', { name: '图标' }).getByRole('button').nth(20).waitFor()
  await page.getByRole('textbox', { name: '图标名称' }).fill('car')
  await expect.poll(() => page.getByRole('list', { name: '图标' }).getByRole('button').allInnerTexts()).toContain('CarOutlined')
  const names = await page.getByRole('list', { name: '图标' }).getByRole('button').allInnerTexts()
  expect(names.every((name) => /car/i.test(name))).toBe(true)
  await page.getByText('实底', { exact: true }).click()
  await page.getByRole('button', { name: 'CarFilled' }).click()
  await page.getByText('已复制 CarFilled').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('CarFilled')
  await page.getByRole('textbox', { name: '图标名称' }).fill('nothing like this')
  await page.getByText('没有这样的图标').waitFor()
})
