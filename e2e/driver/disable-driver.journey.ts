import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { expect, inject, test } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

test('who disables a driver is told what becomes of the money, chooses, and reads it on the driver’s page', async () => {
  const { token } = await signIn(address, 'cityops')
  const { rows } = await send(address, driverCalls.list, { workStatus: 'OFFLINE', disabled: false, pageSize: 1 }, token)
  const { driverId, name, driverNo } = rows[0]!
  const { page } = await visit(`/yunYing/driverDetail?driverId=${driverId}`, { as: 'cityops' })
  const pane = shownPane(page)
  await pane.getByRole('button', { name: '停用' }).click()
  const dialog = page.getByRole('dialog', { name: `停用司机 ${name} ${driverNo}` })
  expect(await dialog.getByRole('radio', { name: /^冻结/ }).isChecked()).toBe(true)
  await dialog.getByRole('radio', { name: /^不冻结/ }).check()
  await dialog.getByRole('radio', { name: /^冻结/ }).check()
  await screenshot(page, 'driver-disable')
  expect(await barriers(page)).toEqual([])
  await dialog.getByLabel('停用理由').fill('涉嫌刷单')
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await pane.getByText('余额已冻结，不能登录和提现').waitFor()
  await screenshot(page, 'driver-disabled')
  await pane.getByRole('button', { name: '启用' }).click()
  const back = page.getByRole('dialog', { name: `启用司机 ${name} ${driverNo}` })
  await back.getByText('启用后司机可以登录、上线和提现。').waitFor()
  await back.getByLabel('启用理由').fill('查无此事')
  await back.getByRole('button', { name: '启用', exact: true }).click()
  await pane.getByText('余额已冻结，不能登录和提现').waitFor({ state: 'hidden' })
  await page.keyboard.press('Alt+z')
  await page.getByText('已撤销').waitFor()
  await pane.getByText(/涉嫌刷单.*余额已冻结，不能登录和提现/).waitFor()
  await send(address, driverFileCalls.disable, { driverId, disable: false, reason: '查无此事' }, token)
})
