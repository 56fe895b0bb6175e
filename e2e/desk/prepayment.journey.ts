import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { orderCancelCalls } from '@chauffeur/contract/order/cancel-rules'
import { expect, inject, test } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const SHANGHAI = {
  cityId: '310000',
  pickupLat: 31.2304,
  pickupLng: 121.4737,
  pickupAddress: '人民广场',
  dropoffLat: 31.24,
  dropoffLng: 121.5,
  dropoffAddress: '陆家嘴',
}

/** Only while this order is placed, so that nobody else's of the city waits. */
async function placedToPrepay(token: string, phone: string) {
  const turn = async (on: boolean) => {
    const { rows } = await send(address, citySwitchCalls.view, { cityId: SHANGHAI.cityId }, token)
    const { version } = rows[0]!.switches.find(({ key }) => key === 'prePay')!
    await send(address, citySwitchCalls.save, { cityId: SHANGHAI.cityId, key: 'prePay', on, version }, token)
  }
  await turn(true)
  try {
    const { orders } = await send(address, callCentreCalls.place, { ...SHANGHAI, phone }, token)
    return orders[0]!
  } finally {
    await turn(false)
  }
}

test('an order waits until its prepayment is entered on its page; cancelled, finance finds what is to be returned and enters it', async () => {
  const { token } = await signIn(address, 'admin')
  const { orderId, orderNo } = await placedToPrepay(token, '13912340077')
  const { page } = await visit(`/Order/Detail?orderId=${orderId}`, { as: 'admin', width: 1280, height: 900 })
  const pane = shownPane(page)
  await pane.getByText('待预付至').waitFor()
  await pane.getByText('等待预付', { exact: true }).first().waitFor()
  await screenshot(page, 'prepay-waits')
  const { page: list } = await visit('/Order/List?awaitsPrepay=true', {
    as: 'admin',
    locale: 'en',
    theme: 'light',
    width: 1280,
    height: 720,
  })
  await shownPane(list)
    .getByRole('row', { name: new RegExp(orderNo) })
    .getByText('Awaiting prepayment')
    .waitFor()
  await screenshot(list, 'prepay-list')
  await pane.getByRole('button', { name: '登记预付款' }).click()
  const form = page.getByRole('dialog', { name: `登记预付款 ${orderNo}` })
  const sum = /¥?([\d.,]+)/.exec((await form.getByText(/^应预付/).innerText()).replace('应预付', ''))![1]!
  await form.getByLabel('到账金额').fill(sum.replace(',', ''))
  await form.getByLabel('流水号').fill(`4200${Date.now()}`)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'prepay-form')
  await form.getByRole('button', { name: /^确认收款/ }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.getByText('已收，待抵扣').waitFor()
  await screenshot(page, 'prepay-held')

  const judged = await send(address, orderCancelCalls.judgeCancel, { orderId }, token)
  await send(address, orderCancelCalls.cancel, { orderId, quoteId: judged.quoteId!, reason: '不走了' }, token)
  const { page: finance } = await visit('/Financial/Prepayments', { as: 'finance', locale: 'en', theme: 'light', width: 1280, height: 720 })
  const row = shownPane(finance).getByRole('row', { name: new RegExp(orderNo) })
  await row.getByText('To be refunded').waitFor()
  await screenshot(finance, 'prepayments')
  await row.hover()
  await row.getByRole('button', { name: /Record the refund/ }).click()
  const back = finance.getByRole('dialog', { name: `Record the refund of ${orderNo}` })
  await back.getByLabel('Amount refunded').fill(sum.replace(',', ''))
  await back.getByLabel('Refund no.').fill(`5030${Date.now()}`)
  await screenshot(finance, 'prepayment-return')
  await back.getByRole('button', { name: /^Record the refund/ }).click()
  await back.waitFor({ state: 'hidden' })
  await row.getByText('Refunded', { exact: true }).first().waitFor()
  await screenshot(finance, 'prepayments-returned')
})
