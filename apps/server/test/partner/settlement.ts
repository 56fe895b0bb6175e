import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import { type PartnerStatement, partnerStatementCalls as calls, type StatementLineRow } from '@chauffeur/contract/partner/statement'
import { afterEach, beforeEach, expect } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { screenUses } from '#areas/order/right-audit'
import { boundsOf, monthBefore } from '../../src/areas/partner/settlement/statement.rules.ts'
import { bill, one, placed, right, world } from '../discounts.ts'
import type { Person } from '../world.ts'

export const PRICE = 2_500
let rules = 0
/** Whether every use is looked at by a person. */
const everyUse = async (looked: boolean) => {
  await world.owner.query(`delete from setting_versions where kind = 'rightAuditRules'`)
  await world.owner.query(
    `insert into setting_versions (tenant_id, kind, setting_id, version, content) values ($1, 'rightAuditRules', $2, 1, $3)`,
    [
      world.tenantA,
      800_000 + ++rules,
      JSON.stringify({
        ...STANDARD_AUDIT_RULES,
        riskRules: Object.fromEntries(Object.entries(STANDARD_AUDIT_RULES.riskRules).map(([rule, of]) => [rule, { ...of, on: false }])),
        sampleBp: looked ? 10_000 : 0,
      }),
    ],
  )
}
/** A month that is over, so many before the last one. */
export const monthAgo = (n: number): string => {
  const last = monthBefore(new Date())
  const [year, no] = last.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, no - 1 - n, 1)).toISOString().slice(0, 7)
}
/** Whose statements are made. */
export const settling = { channelId: '' }
let channels = 0
export async function newChannel(): Promise<string> {
  const made = await one(`insert into channels (tenant_id, name, code) values ($1, $2, $2) returning channel_id`, [
    world.tenantA,
    `SET${++channels}`,
  ])
  return made.channel_id as string
}
/** Gives each test a channel of its own, and asks after it whether the books are sound. */
export function withStatements(): void {
  beforeEach(async () => {
    settling.channelId = await newChannel()
    await everyUse(false)
  })
  afterEach(async () => {
    const { checked } = await checkLedger(world.app.platform.db)
    expect(checked.flatMap(({ findings }) => findings)).toEqual([])
  })
}

/** A use of a right of the channel in a month: billed, and looked at by the rules. */
export async function used(month: string, of: { price?: number; looked?: boolean; channel?: string } = {}): Promise<string> {
  const rightGrantId = await right({ cover: { kind: 'CAP', capFen: 1_000_000 } })
  await world.owner.query(
    'update right_configs set channel_id = $2, price_to_partner_fen = $3 where right_id = (select right_id from right_grants where right_grant_id = $1)',
    [rightGrantId, of.channel ?? settling.channelId, of.price ?? PRICE],
  )
  const orderId = await placed({ rightGrantId })
  await bill(orderId)
  await everyUse(of.looked ?? false)
  await screenUses(world.app.platform)
  const at = new Date(boundsOf(month).to.getTime() - 3_600_000)
  await world.owner.query('update right_uses set settled_at = $2 where order_id = $1', [orderId, at])
  return orderId
}
export const act = async (orderId: string, action: string, as: Person = 'all', more: object = {}) =>
  world.send(
    rightAuditCalls.audit,
    {
      orderId,
      action,
      version: (await one('select version from right_order_audits where order_id = $1', [orderId])).version,
      note: '说明',
      ...more,
    },
    as,
  )
/** Passed before, and found not to be a trip after the partner said so. */
export async function failsForGood(orderId: string) {
  for (const [action, as, more] of [
    ['FLAG', 'all', {}],
    ['FAIL', 'all', { reason: 'NO_TRIP' }],
    ['APPEAL', 'all', { side: 'DRIVER' }],
    ['FINAL_FAIL', 'platform', { reason: 'NO_TRIP' }],
  ] as const) {
    const done = await act(orderId, action, as, more)
    expect(done.code, `${action} ${done.message}`).toBe(0)
  }
}
export const answered = (answer: { code: number; message?: string; data?: unknown }): PartnerStatement => {
  expect(answer.code, answer.message).toBe(0)
  return answer.data as PartnerStatement
}
export const make = async (month: string, as: Person = 'all') => world.send(calls.make, { channelId: settling.channelId, month }, as)
export const made = async (month: string) => answered(await make(month))
export const at = ({ partnerStatementId, version }: PartnerStatement) => ({ partnerStatementId, version })
export const linesOf = async ({ partnerStatementId }: { partnerStatementId: string }, as: Person = 'all') =>
  ((await world.send(calls.lines, { partnerStatementId, pageSize: 200 }, as)).data as { rows: StatementLineRow[] }).rows
export const send = async (statement: PartnerStatement) => answered(await world.send(calls.send, at(statement)))
export async function final(statement: PartnerStatement): Promise<PartnerStatement> {
  const sent = statement.state === 'DRAFT' ? await send(statement) : statement
  const confirmed = answered(await world.send(calls.confirm, { ...at(sent), note: '邮件确认' }))
  return answered(await world.send(calls.finalize, at(confirmed), 'platform'))
}
export const owes = async () =>
  Number(
    (
      await one(
        `select coalesce(sum(balance_fen), 0) as fen from ledger_accounts where owner_type = 'PARTNER' and kind = 'PARTNER_RECEIVABLE' and owner_id = $1`,
        [settling.channelId],
      )
    ).fen,
  )
