import { expect, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()

test('single payments are listed', async () => {
  const { page } = await visit('/Financial/BusinessTurnover/SingleTransactions', { as: 'finance' })
  await settled(page)
  await shownPane(page).getByRole('heading', { name: '单笔付款' }).waitFor()
  expect(await barriers(page, '.tab-pane[data-active="true"]')).toEqual([])
  await screenshot(page, 'recon-singles')
})
