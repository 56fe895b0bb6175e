import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { rightGrantCalls } from '@chauffeur/contract/pricing/right-grant'
import type { WriteContext } from '#platform/http/implement'
import { findRight, mayKeep } from '../right/index.ts'
import { issueMapped } from '../right-coupon/index.ts'
import { rightGrantView } from './right-grant.list.ts'
import { customersAmong, findGrant, insertGrants, revokeGrants } from './right-grant.queries.ts'
import { grantProblem, quantityOf } from './right-grant.rules.ts'

type Calls = typeof rightGrantCalls
type WriteContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

export async function giveRight(input: ParsedInputOf<Calls['give']>, context: WriteContextOf<'give'>) {
  const { tx, operator, scope, audit, fail } = context
  const right = (await findRight(tx, input.rightId)) ?? fail('right.notFound')
  if (!mayKeep(right, scope)) return fail('right.beyondCities')
  const quantity = quantityOf(input)
  const problem = grantProblem(right, quantity)
  if (problem) return fail(problem)
  const wanted = [...new Set(input.customerIds)]
  const known = await customersAmong(tx, wanted)
  const refused = wanted
    .filter((customerId) => known.get(customerId) !== false)
    .map((customerId) => ({ customerId, problem: known.has(customerId) ? 'couponGrant.turnedAway' : 'couponGrant.customerGone' }))
  const granted = await insertGrants(
    tx,
    new Map(wanted.filter((customerId) => known.get(customerId) === false).map((customerId) => [customerId, quantity])),
    { rightId: right.right_id, way: 'HAND', tenantId: operator.tenantId, by: operator },
  )
  const coupons = await issueMapped(tx, right, [...granted.keys()], operator)
  audit({
    object: 'right',
    objectId: right.right_id,
    after: { name: right.name, ...quantity, coupons, granted: Object.fromEntries(granted), refused },
  })
  return { granted: granted.size, refused }
}

export async function revokeRight({ rightGrantId, reason }: ParsedInputOf<Calls['revoke']>, context: WriteContextOf<'revoke'>) {
  const { tx, operator, scope, audit, fail } = context
  const grant = (await findGrant(tx, rightGrantId)) ?? fail('rightGrant.notFound')
  if (!mayKeep(grant, scope)) return fail('right.beyondCities')
  const gone = await revokeGrants(tx, [rightGrantId], { by: operator, reason, unused: false })
  if (!gone.has(rightGrantId)) return fail('rightGrant.inHand')
  audit({ object: 'right', objectId: grant.right_id, before: { state: grant.state }, after: { rightGrantId, state: 'REVOKED', reason } })
  return rightGrantView((await findGrant(tx, rightGrantId))!, context)
}
