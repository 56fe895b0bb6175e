import { channelCalls } from '@chauffeur/contract/partner/channel'
import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { rightCalls } from '@chauffeur/contract/pricing/right'
import { rightCouponCalls } from '@chauffeur/contract/pricing/right-coupon'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'
const DAY = 86_400_000
const NAME = 'Together ride'

test('coupons that come with several rights are chosen, previewed and set with a result for each, and set by a sheet', async () => {
  const { page, token } = await visit('/', { as: 'admin', theme: 'light', locale: 'en', width: 1280 })
  const { rows: channels } = await send(address, channelCalls.list, { pageSize: 50 }, token)
  const [own, other] = [channels[0]!.channelId, channels[1]!.channelId]
  const right = (rightNo: string, channelId: string) =>
    send(
      address,
      rightCalls.create,
      {
        rightNo,
        name: `${NAME} ${rightNo}`,
        channelId,
        unit: 'TIMES',
        coverKind: 'FULL',
        excess: 'CUSTOMER_PAYS',
        validFrom: new Date(Date.now() - DAY).toISOString(),
        validTo: new Date(Date.now() + 60 * DAY).toISOString(),
        cityIds: [HANGZHOU.cityId],
      },
      token,
    )
  const [first, second] = [await right('TOGETHER-1', own), await right('TOGETHER-2', other)]
  const template = await send(
    address,
    couponTemplateCalls.save,
    { name: 'Wash', type: 'CASH', faceFen: 1_000, daysAfterGrant: 10, funder: 'PARTNER', funderChannelId: own },
    token,
  )
  await send(
    address,
    couponTemplateCalls.move,
    { couponTemplateId: template.couponTemplateId, version: template.version, event: 'turnOn' },
    token,
  )

  await page.goto(`${address}/#/Marketing/Rights?keyword=TOGETHER-`)
  const pane = shownPane(page)
  await pane.getByRole('row', { name: /TOGETHER-2/ }).waitFor()
  for (const no of [1, 2])
    await pane
      .getByRole('row', { name: new RegExp(`TOGETHER-${no}`) })
      .getByRole('checkbox')
      .check()
  await settled(page)
  expect(await barriers(page, PANE)).toEqual([])
  await screenshot(page, 'rights-chosen-light-en')
  await pane.getByRole('button', { name: 'Coupons with them (2)' }).click()
  const drawer = page.getByRole('dialog', { name: 'Coupons that come with 2 rights' })
  await drawer.getByRole('combobox').click()
  await page.getByTitle('Wash').last().click()
  await page.keyboard.press('Escape')
  await drawer.getByRole('button', { name: 'Preview' }).click()
  await drawer.getByRole('row', { name: /TOGETHER-1.*Fits/ }).waitFor()
  await drawer.getByRole('row', { name: /TOGETHER-2.*Left as it is/ }).waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'rights-coupons-preview-light-en')
  expect((await send(address, rightCouponCalls.view, { rightId: first.rightId }, token)).rows).toEqual([])
  await drawer.getByRole('button', { name: 'Set 1' }).click()
  await drawer.getByText('Set', { exact: true }).waitFor()
  await screenshot(page, 'rights-coupons-set-light-en')
  await drawer.getByRole('button', { name: 'Close' }).last().click()
  expect((await send(address, rightCouponCalls.view, { rightId: first.rightId }, token)).rows).toMatchObject([{ name: 'Wash' }])

  // The same by cells pasted out of a sheet: none comes with the first any more, the second is not the partner's who pays.
  const { page: chinese } = await visit('/Marketing/Rights?keyword=TOGETHER-', { as: 'admin' })
  await shownPane(chinese).getByRole('button', { name: '按表格设置随发券' }).click()
  const sheet = chinese.getByRole('dialog', { name: '导入权益随发优惠券' })
  await sheet.getByLabel('粘贴的内容').fill('权益编号\t优惠券\nTOGETHER-1\t无\nTOGETHER-2\tWash\n')
  await sheet.getByRole('button', { name: '下一步' }).click()
  await sheet
    .getByText(/优惠券须由该权益的合作渠道承担/)
    .first()
    .waitFor()
  expect(await barriers(chinese, '[role="dialog"]')).toEqual([])
  await screenshot(chinese, 'rights-coupons-sheet')
  await sheet.getByRole('button', { name: /^导入 / }).click()
  await sheet.getByText(/已导入 1 行/).waitFor()
  await screenshot(chinese, 'rights-coupons-sheet-done')
  expect((await send(address, rightCouponCalls.view, { rightId: first.rightId }, token)).rows).toEqual([])
  expect((await send(address, rightCouponCalls.view, { rightId: second.rightId }, token)).rows).toEqual([])
})
