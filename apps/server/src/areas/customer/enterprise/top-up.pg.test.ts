import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FOREIGN, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

type Person = Parameters<World['send']>[2]
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
let made = 0
async function enterprise(of: Record<string, unknown> = {}): Promise<string> {
  const saved = await world.send(enterpriseCalls.saveEnterprise, { name: `预存企业${++made}`, payMode: 'PREPAID', state: 'ACTIVE', ...of })
  expect(saved.code, saved.message).toBe(0)
  return (saved.data as { enterpriseId: string }).enterpriseId
}
const topUp = (enterpriseId: string, reference: string, amountFen: number, as: Person = 'all', key = reference) =>
  world.send(enterpriseCalls.topUp, { enterpriseId, amountFen, way: 'BANK', reference }, as, { 'idempotency-key': key })
const entries = async (enterpriseId: string, as: Person = 'all') =>
  (await world.send(enterpriseCalls.entries, { enterpriseId }, as)).data as {
    total: number
    rows: { changeFen: number; balanceAfterFen: number; allowedActions: string[]; topUp: Record<string, unknown> | null }[]
  }

test('a prepaid enterprise that tops up can pay; sent twice the money arrives once, and the same transfer is not entered again', async () => {
  const enterpriseId = await enterprise()
  const phone = '13833330001'
  await world.send(enterpriseCalls.saveEmployee, { enterpriseId, phone })
  const trip = { cityId: HANGZHOU, phone, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3, enterpriseId }
  expect((await world.send(callCentreCalls.estimate, trip)).error).toBe('enterprise.noCredit')

  const [first, again] = await Promise.all([topUp(enterpriseId, 'BK-1', 50_000), topUp(enterpriseId, 'BK-1', 50_000)])
  expect(first).toMatchObject({ code: 0, data: { balanceFen: 50_000 } })
  expect(again).toEqual(first)
  // Typed in once more, by somebody who does not know.
  expect((await topUp(enterpriseId, 'BK-1', 50_000, 'all', 'other-key')).error).toBe('enterprise.referenceTaken')
  expect((await topUp(enterpriseId, 'BK-2', 0)).code).toBe(400)
  expect((await world.send(enterpriseCalls.enterprise, { enterpriseId })).data).toMatchObject({ balanceFen: 50_000, availableFen: 50_000 })
  expect((await world.send(callCentreCalls.estimate, trip)).code).toBe(0)
  expect(
    await rows(
      `select a.kind, l.side, l.amount_fen from ledger_lines l join ledger_accounts a using (tenant_id, account_id)
       join ledger_entries e using (tenant_id, entry_id) where e.business_type = 'TOP_UP' and e.memo = 'BK-1' order by a.kind`,
    ),
  ).toEqual([
    { kind: 'CASH_BANK', side: 'D', amount_fen: '50000' },
    { kind: 'ENTERPRISE_PREPAID', side: 'C', amount_fen: '50000' },
  ])
})

test('a top-up by mistake is taken back once with its reason, stays in the list, and its transfer may then be entered for whom it was', async () => {
  const enterpriseId = await enterprise()
  const { topUpId } = (await topUp(enterpriseId, 'BK-10', 8_000)).data as { topUpId: string }
  const reverse = (key: string) =>
    world.send(enterpriseCalls.reverseTopUp, { topUpId, reason: '入错企业' }, 'all', { 'idempotency-key': key })
  expect(await reverse('r1')).toMatchObject({ code: 0, data: { balanceFen: 0 } })
  expect((await reverse('r1')).code).toBe(0)
  expect((await reverse('r2')).error).toBe('enterprise.topUpReversed')
  expect(await entries(enterpriseId)).toMatchObject({
    total: 2,
    rows: [
      { changeFen: -8_000, balanceAfterFen: 0, allowedActions: [], topUp: { reversed: true, reverseReason: '入错企业', by: 'all' } },
      { changeFen: 8_000, balanceAfterFen: 8_000, allowedActions: [], topUp: { reference: 'BK-10', way: 'BANK' } },
    ],
  })
  expect(
    await rows(`select count(reversal_of)::int as n from ledger_entries where business_id = $1 and business_type = 'TOP_UP'`, [topUpId]),
  ).toEqual([{ n: 1 }])
  expect((await topUp(await enterprise(), 'BK-10', 8_000, 'all', 'elsewhere')).code).toBe(0)
})

test('nobody enters money for an enterprise out of sight, nor without the authority', async () => {
  const enterpriseId = await enterprise({ name: `${FOREIGN}企业`, cityIds: [SHANGHAI] })
  for (const person of ['hangzhou', 'partner', 'other', 'nowhere'] as const) {
    expect((await topUp(enterpriseId, `X-${person}`, 1_000, person)).error, person).toBe('enterprise.notFound')
    expect((await world.send(enterpriseCalls.entries, { enterpriseId }, person)).error, person).toBe('enterprise.notFound')
  }
  expect((await topUp(enterpriseId, 'X-weak', 1_000, 'weak')).code).toBe(403)
  const { topUpId } = (await topUp(enterpriseId, 'X-all', 1_000)).data as { topUpId: string }
  const reversed = await world.send(enterpriseCalls.reverseTopUp, { topUpId, reason: '试' }, 'hangzhou', { 'idempotency-key': 'foreign' })
  expect(reversed.error).toBe('enterprise.topUpNotFound')
  expect((await entries(enterpriseId)).total).toBe(1)
})

test('who has one of an enterprise’s cities neither tops it up nor takes a top-up of it back, as they may not save its card', async () => {
  for (const cityIds of [[], [HANGZHOU, SHANGHAI]]) {
    const enterpriseId = await enterprise({ cityIds })
    expect((await topUp(enterpriseId, `C-${enterpriseId}`, 1_000, 'hangzhou')).error).toBe('customer.cityUnknown')
    const { topUpId } = (await topUp(enterpriseId, `C-${enterpriseId}`, 1_000, 'all', `all-${enterpriseId}`)).data as { topUpId: string }
    const reversed = await world.send(enterpriseCalls.reverseTopUp, { topUpId, reason: '试' }, 'hangzhou', {
      'idempotency-key': `r-${enterpriseId}`,
    })
    expect(reversed.error).toBe('customer.cityUnknown')
    expect((await entries(enterpriseId, 'hangzhou')).rows).toMatchObject([{ changeFen: 1_000, allowedActions: [] }])
    const narrowed = { enterpriseId, version: 1, name: '改', payMode: 'PREPAID', state: 'ACTIVE', cityIds: [HANGZHOU] }
    expect((await world.send(enterpriseCalls.saveEnterprise, narrowed, 'hangzhou')).error).toBe('customer.cityUnknown')
    expect((await world.send(enterpriseCalls.enterprise, { enterpriseId }, 'hangzhou')).data).toMatchObject({ mayChange: false })
  }
  const own = await enterprise({ cityIds: [HANGZHOU] })
  expect((await topUp(own, 'C-own', 1_000, 'hangzhou')).code).toBe(0)
  expect((await world.send(enterpriseCalls.enterprise, { enterpriseId: own }, 'hangzhou')).data).toMatchObject({ mayChange: true })
})

test('somebody who sees masked numbers saves an enterprise and its contact keeps the telephone', async () => {
  const enterpriseId = await enterprise({ contactName: '许经理', contactPhone: '13900001111' })
  const change = { enterpriseId, version: 1, name: '改名企业', payMode: 'PREPAID', state: 'ACTIVE' }
  expect((await world.send(enterpriseCalls.saveEnterprise, change)).code).toBe(0)
  expect(await rows('select name, contact_phone from enterprises where enterprise_id = $1', [enterpriseId])).toEqual([
    { name: '改名企业', contact_phone: '13900001111' },
  ])
})
