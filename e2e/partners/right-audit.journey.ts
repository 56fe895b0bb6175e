import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { holderOfRight, ridesOf } from '../harness/ride.ts'
import { goToInQueue, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'

test('a rule is tried on past trips and switched on; what it catches is failed by keys, the money goes back, and an appeal is decided by another', async () => {
  const holder = await holderOfRight(address, 2)
  const [past] = await ridesOf(address, [holder])
  const { page: chief, token } = await visit('/Order/RightAuditRules', { as: 'admin' })
  const { holds: before } = await send(address, rightAuditRulesCalls.rules, {}, token)
  const rules = shownPane(chief)
  await rules.getByRole('button', { name: '修改规则' }).click()
  const form = chief.getByRole('dialog', { name: '修改全部城市的审核规则' })
  const large = form.getByRole('group', { name: '权益抵扣金额大' })
  await large.getByRole('switch', { name: '启用' }).click()
  await large.getByLabel('抵扣达到').fill('10')
  // Nobody is looked at by chance: what waits was caught.
  await form.getByLabel('抽查比例').fill('0')
  await form.getByRole('button', { name: '用最近 30 天的订单试算' }).press('Enter')
  await form.getByText(/单中会命中/).waitFor()
  await form.getByRole('table', { name: '会命中的订单' }).getByRole('link', { name: past!.orderNo }).waitFor()
  expect(await barriers(chief, '[role="dialog"]')).toEqual([])
  await screenshot(chief, 'right-audit-trial')
  await form.getByLabel('修改原因').fill('大额权益都要看')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await rules
    .getByRole('row', { name: /权益抵扣金额大/ })
    .getByText('启用')
    .waitFor()

  const { page: reviewer, token: byHand } = await visit('/Order/RightAuditQueue', { as: 'cityops' })
  const [caught] = await ridesOf(address, [holder])
  const { orderId, orderNo } = caught!
  const queue = shownPane(reviewer)
  const looked = queue.getByRole('region', { name: orderNo })
  // Others that the rule caught or that were taken by chance may wait before it.
  await goToInQueue(reviewer, orderNo)
  await looked.getByText('由我处理').waitFor()
  await looked.getByRole('list', { name: '为什么审核' }).getByText('权益抵扣金额大').waitFor()
  await settled(reviewer)
  expect(await barriers(reviewer, PANE)).toEqual([])
  await screenshot(reviewer, 'right-audit-case')
  await reviewer.keyboard.press('r')
  const verdict = reviewer.getByRole('dialog', { name: `不通过 ${orderNo}` })
  await verdict.getByText('没有真实行程').waitFor()
  await reviewer.keyboard.press('2')
  expect(await barriers(reviewer, '[role="dialog"]')).toEqual([])
  await reviewer.keyboard.press('Control+Enter')
  await queue.getByText(`${orderNo} 未通过，款项已冲回`).waitFor()

  // Taken back by entries: the partner does not pay, the driver does not keep it.
  await chief.goto(`${address}/#/Order/RightAudit?keyword=${orderNo}`)
  await shownPane(chief).getByRole('grid').getByText(orderNo).click()
  const drawer = chief.getByRole('dialog', { name: orderNo })
  await drawer.getByText(/^合作方不付 ¥[\d.]+：司机 ¥/).waitFor()
  await drawer.getByRole('button', { name: '登记申诉' }).click()
  const appeal = chief.getByRole('dialog', { name: `登记申诉 ${orderNo}` })
  await appeal.getByLabel('说明').fill('司机称确有行程')
  await chief.keyboard.press('Enter')
  await drawer.getByText('申诉中', { exact: true }).waitFor()
  // Who entered it decides nothing about it, and neither does who reviewed it.
  expect(await drawer.getByRole('button', { name: /^终审/ }).count()).toBe(0)
  await screenshot(chief, 'right-audit-appeal')

  const { page: final } = await visit('/Order/RightAuditQueue', { as: 'finance', theme: 'light', locale: 'en' })
  await shownPane(final)
    .getByText(/^Appeals 1$/)
    .click()
  const again = shownPane(final).getByRole('region', { name: orderNo })
  await again.getByRole('button', { name: /^Fail finally/ }).waitFor()
  await settled(final)
  await screenshot(final, 'right-audit-final-light-en')
  await final.keyboard.press('r')
  const last = final.getByRole('dialog', { name: orderNo })
  await last.getByLabel('Note').fill('轨迹与行程不符')
  await final.keyboard.press('Control+Enter')
  await shownPane(final)
    .getByText(/failed finally/)
    .waitFor()

  const { state, reversed, final: decided, allowedActions } = await send(address, rightAuditCalls.view, { orderId }, token)
  expect({ state, decided: decided !== null, allowedActions }).toEqual({ state: 60, decided: true, allowedActions: [] })
  expect(reversed!.driverFen + reversed!.platformFen + reversed!.shortFen).toBe(reversed!.partnerFen)
  await chief.goto(`${address}/#/Order/RightAuditRules`)
  await chief.reload()
  await expect
    .poll(() =>
      shownPane(chief)
        .getByRole('row', { name: /权益抵扣金额大/ })
        .innerText(),
    )
    // What else it caught meanwhile is open, and says nothing of how right it is.
    .toMatch(/\d+\s+\d+\s+0\s+1\s+100%/)
  await screenshot(chief, 'right-audit-rules')

  const { ownVersion } = await send(address, rightAuditRulesCalls.rules, {}, token)
  const { riskRules, sampleBp, rightSamples, appealDays } = before
  const asBefore = { riskRules, sampleBp, rightSamples, appealDays, version: ownVersion, changeReason: '试用结束' }
  await send(address, rightAuditRulesCalls.save, asBefore, token)
  // The first trip may have been taken by chance: it waits for nobody.
  const first = await send(address, rightAuditCalls.view, { orderId: past!.orderId }, byHand)
  if (first.allowedActions.includes('PASS'))
    await send(address, rightAuditCalls.audit, { orderId: past!.orderId, action: 'PASS', version: first.version }, byHand)
})
