import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { type customerAppCalls, DATA_A_DAY } from '@chauffeur/contract/customer/app'
import type { RequestKind } from '@chauffeur/contract/privacy/request'
import { findRequest, heldOfCustomer, isNothing, openFor, readsSince, type RequestDb, requestMoves } from '#areas/privacy/request'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { customerActor, type CustomerSession } from '#platform/identity/session'

type Calls = typeof customerAppCalls

/** A request as its own customer sees it. */
export const ownRequestView = (row: RequestDb) => ({
  requestId: row.privacy_request_id,
  kind: row.kind,
  state: row.state,
  channel: row.channel,
  openedAt: row.opened_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
  closing: row.closing,
})

const opening = (customer: CustomerSession, kind: RequestKind, requestId: string) => ({
  tenantId: customer.tenantId,
  who: { customerId: customer.customerId },
  kind,
  channel: 'API' as const,
  identity: 'SIGNED_IN' as const,
  identityNote: '',
  actor: customerActor(customer),
  requestId,
})

/** Everything that is held, at once; kept as a request that is answered. */
export async function ownData(
  tx: TenantTx,
  customer: CustomerSession,
  { platform, requestId, fail }: { platform: Platform; requestId: string; fail: Fail<'customer.dataTooOften'> },
) {
  if ((await readsSince(tx, customer.customerId)) >= DATA_A_DAY) return fail('customer.dataTooOften')
  const asked = { ...opening(customer, 'ACCESS', requestId), words: '', wanted: undefined }
  // One that the business's people are working on stays theirs: they answer it too.
  let theirs = false
  const row = await openFor(tx, asked, async (other) => {
    theirs = true
    return other as never
  })
  if (!theirs) {
    const locked = (await requestMoves.lock(tx, row.privacy_request_id))!
    const move = { event: 'finish' as const, actor: customerActor(customer), requestId }
    await requestMoves.move(tx, locked, { ...move, set: { closed_at: new Date() } })
  }
  return { madeAt: new Date().toISOString(), sections: await heldOfCustomer(tx, platform.vault, customer.customerId) }
}

/** Asks the business to correct what it holds, or to erase the person. */
export async function askFor(
  tx: TenantTx,
  customer: CustomerSession,
  { kind, words = '', wanted }: ParsedInputOf<Calls['ask']>,
  { requestId, fail }: { requestId: string; fail: Fail<'privacyRequest.waiting' | 'privacyRequest.nothingAsked'> },
) {
  if (kind === 'CORRECT' && isNothing(wanted)) return fail('privacyRequest.nothingAsked')
  const asked = { ...opening(customer, kind, requestId), words, wanted }
  const row = await openFor(tx, asked, async (other) => fail('privacyRequest.waiting', { current: ownRequestView(other) }))
  return ownRequestView(row)
}

/** The customer takes their request back, as long as it is not answered. */
export async function takeBack(
  tx: TenantTx,
  customer: CustomerSession,
  id: string,
  { requestId, fail }: { requestId: string; fail: Fail<'privacyRequest.notFound' | 'privacyRequest.wrongState'> },
) {
  const locked = await requestMoves.lock(tx, id)
  if (!locked || (await findRequest(tx, id))?.owner_id !== customer.customerId) return fail('privacyRequest.notFound')
  const moved = await requestMoves.move(tx, locked, {
    event: 'withdraw',
    actor: customerActor(customer),
    requestId,
    set: { closed_at: new Date() },
  })
  if (!moved) return fail('privacyRequest.wrongState')
  return ownRequestView((await findRequest(tx, id))!)
}
