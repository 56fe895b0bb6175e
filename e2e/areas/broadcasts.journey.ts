import { customerCalls } from '@chauffeur/contract/customer/profile'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { expect, inject, test } from 'vitest'
import { HANGZHOU } from '../harness/places.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** Customers, most of whom agreed to marketing, and one of whom refused it since. */
async function people(token: string) {
  const phones = Array.from({ length: 5 }, (_, n) => `1390907${String(Date.now() % 1_000).padStart(3, '0')}${n}`)
  for (const [n, phone] of phones.entries()) {
    const { customerId } = await send(address, customerCalls.update, { phone, name: `群发客户${n}`, cityId: HANGZHOU.cityId }, token)
    if (n < 4) await send(address, customerCalls.consent, { customerId, kind: 'MARKETING', given: true, source: '电话' }, token)
  }
  await send(address, optOutCalls.add, { phone: phones[0]!, said: '来电要求' }, token)
  return phones
}

test('a broadcast is written with who gets it counted, approved by another person, watched and stopped by a key', async () => {
  const { page, token } = await visit('/yunYing/broadcasts', { as: 'admin', width: 1280, height: 800 })
  await people(token)
  const name = `周末优惠 ${Date.now()}`
  // Without a provider the screen says so, with the way there.
  await expect.poll(() => shownPane(page).getByRole('link', { name: '去设置短信服务商' }).count()).toBe(1)
  await screenshot(page, 'broadcasts-no-provider')
  await shownPane(page).getByRole('button', { name: '新建群发' }).click()
  const form = page.getByRole('dialog', { name: '新建群发' })
  await form.getByLabel('名称').fill(name)
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  await page.keyboard.press('Escape')
  await form.getByRole('textbox', { name: '内容' }).fill('${name}您好，周末代驾八折，退订回T')
  await form.getByRole('button', { name: /^保存/ }).click()
  // The law's line is added by itself, once.
  await form.getByText('内容里不用写退订说明，系统会加在末尾').waitFor()
  await form.getByRole('textbox', { name: '内容' }).fill('${name}您好，周末代驾八折')
  await form.getByText('【归航代驾】张先生您好，周末代驾八折拒收请回复R').waitFor()
  await form.getByRole('button', { name: '统计人数' }).click()
  await form.getByRole('status').getByText('可发送').waitFor()
  await form
    .getByRole('status')
    .getByText(/已退订 \d+ 人/)
    .waitFor()
  await page.mouse.move(0, 0)
  await settled(page)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'broadcast-form')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await shownPane(page).getByRole('link', { name }).click()
  await shownPane(page).getByRole('button', { name: '提交审核' }).click()
  await shownPane(page).getByText('待审核').first().waitFor()
  // Whoever wrote it is not offered to approve it.
  expect(await shownPane(page).getByRole('button', { name: '批准' }).count()).toBe(0)

  const { broadcastId } = (await send(address, broadcastCalls.list, { keyword: name }, token)).rows[0]!
  const { page: second } = await visit(`/yunYing/broadcast?broadcastId=${broadcastId}`, { as: 'cityops' })
  await shownPane(second).getByRole('button', { name: '批准' }).click()
  const approval = second.getByRole('dialog', { name: `批准群发 ${name}` })
  await approval.getByText('与提交时相同').waitFor()
  await screenshot(second, 'broadcast-approve')
  await approval.getByRole('button', { name: '批准并立即发送' }).click()
  await approval.waitFor({ state: 'hidden' })
  // Without a provider of messages it waits for one, and says so.
  await shownPane(second)
    .getByText(/没有可用的短信服务商/)
    .waitFor()
  await screenshot(second, 'broadcast-sending')

  await shownPane(page).getByText('发送中').first().waitFor()
  await page.keyboard.press('s')
  await shownPane(page).getByText('已停止').first().waitFor()
  const stopped = await send(address, broadcastCalls.detail, { broadcastId }, token)
  expect(stopped).toMatchObject({ state: 'STOPPED', sent: 0, stoppedByName: expect.any(String) })
  expect(stopped.waiting).toBe(stopped.recipients)
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'broadcast-stopped')
  await shownPane(page).getByRole('button', { name: '结束' }).click()
  const end = page.getByRole('dialog', { name: `结束群发 ${name}` })
  await end.getByLabel('原因').fill('写错了')
  await end.getByRole('button', { name: '结束' }).click()
  await end.waitFor({ state: 'hidden' })
  await shownPane(page).getByText('已结束（未发完）').first().waitFor()

  await page.goto(`${address}/#/yunYing/optOuts`)
  await shownPane(page)
    .getByRole('row', { name: /来电要求/ })
    .first()
    .waitFor()
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'opt-outs')
})
