import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterEach, beforeEach, expect } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { screenUses } from '#areas/order/right-audit'
import { bill, one, placed, right, withCustomers, world } from '../discounts.ts'
import type { World } from '../world.ts'

export const standard = STANDARD_AUDIT_RULES
let saved = 0
export const rulesAre = async (change: Partial<typeof standard>) => {
  await world.owner.query(`delete from setting_versions where kind = 'rightAuditRules'`)
  await world.owner.query(
    `insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, 'rightAuditRules', $2, 1, $3)`,
    [world.tenantA, 900_000 + ++saved, JSON.stringify({ ...standard, sampleBp: 0, ...change })],
  )
}
const everyUse = { sampleBp: 10_000 }
export type As = Parameters<World['send']>[2]
export type Case = AnswerOf<typeof rightAuditCalls.view>
export const rowOf = (orderId: string) => one('select * from right_order_audits where order_id = $1', [orderId])
export const act = async (orderId: string, action: string, as: As = 'all', more: object = {}) =>
  world.send(rightAuditCalls.audit, { orderId, action, version: (await rowOf(orderId)).version, ...more }, as)
export const done = async (...given: Parameters<typeof act>) => {
  const answer = await act(...given)
  expect(answer.code, `${given[1]} ${answer.message}`).toBe(0)
  return answer.data as Case
}
export const view = async (orderId: string, as: As = 'all') => (await world.send(rightAuditCalls.view, { orderId }, as)).data as Case
export const fails = (orderId: string, reason = 'NO_TRIP', as: As = 'all') => done(orderId, 'FAIL', as, { reason })
export const balances = async (orderId: string) => {
  const { rows } = await world.owner.query<{ kind: string; fen: string }>(
    `select a.kind, sum(case when l.side = 'D' then l.amount_fen else -l.amount_fen end) as fen
     from ledger_entries e join ledger_lines l on l.entry_id = e.entry_id join ledger_accounts a on a.account_id = l.account_id
     where e.business_type = 'ORDER' and e.business_id = $1 group by 1`,
    [orderId],
  )
  return Object.fromEntries(rows.map(({ kind, fen }) => [kind, Number(fen)]))
}
/** A trip that a right paid for, wholly unless the right covers less, and whose bill is filed. */
export async function used(of: Parameters<typeof right>[0] = {}): Promise<{ orderId: string; rightGrantId: string }> {
  const rightGrantId = await right({ cover: { kind: 'CAP', capFen: 1_000_000 }, ...of })
  const orderId = await placed({ rightGrantId })
  await bill(orderId)
  return { orderId, rightGrantId }
}
/** The same, and the rules put it into audit. */
export async function waiting(of: Parameters<typeof right>[0] = {}) {
  await rulesAre(everyUse)
  const made = await used(of)
  await screenUses(world.app.platform)
  return made
}

/** Each test finds no rules and no case that waits, and leaves sound books. */
export function withRightAudits(): void {
  withCustomers({ jobs: false })
  beforeEach(async () => {
    await world.owner.query(`delete from setting_versions where kind = 'rightAuditRules'`)
    await world.owner.query('update right_order_audits set screened_at = now() where screened_at is null')
    await world.owner.query(
      `update right_order_audits set state = ${A.passed}, claimed_by = null, claimed_until = null where state in (${A.waiting}, ${A.inReview}, ${A.appeal})`,
    )
  })
  afterEach(async () => {
    const { checked } = await checkLedger(world.app.platform.db)
    expect(checked.flatMap(({ findings }) => findings)).toEqual([])
  })
}
