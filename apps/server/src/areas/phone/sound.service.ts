import { maskPhone } from '#platform/mask'
import type { TenantTx } from '#platform/db'
import type { SetAside } from '#platform/set-aside'
import type { PhoneCallDb } from './call.queries.ts'
import {
  callOfSound,
  firstOrderOf,
  insertPieces,
  insertSound,
  keepSound,
  lockSound,
  noteAccess,
  orderOfSound,
  PIECE_BYTES,
  soundOfCall,
} from './sound.queries.ts'
import { daysAfter, HEAD_BYTES, keptUntil, wavOf } from './sound.rules.ts'

interface Who {
  tenantId: string
  userId: string
  userName: string
}
interface Stored {
  recordId: string
  seconds: number
  expireAt: string
}
type StoreRefusal = 'orderSound.noTarget' | 'orderSound.notSound' | 'orderSound.already'

/** Stores a recording with a call of this operator's own, or with an order in sight; what it is, is read from its content. */
export async function storeSound(
  tx: TenantTx,
  who: Who,
  sound: { callId?: string | undefined; orderId?: string | undefined; source: string; startedAt?: Date | undefined; body: SetAside },
  keepDays: number,
  now: Date,
): Promise<Stored | { refusal: StoreRefusal }> {
  const { body } = sound
  const wav = wavOf(await beginningOf(body), body.bytes)
  if (!wav) return { refusal: 'orderSound.notSound' }
  const target = sound.callId ? await callTarget(tx, who, sound.callId) : await orderTarget(tx, sound.orderId)
  if (!target) return { refusal: 'orderSound.noTarget' }
  if (target.call_id && (await soundOfCall(tx, target.call_id))) return { refusal: 'orderSound.already' }
  const expireAt = daysAfter(now, keepDays)
  const { started_at, ...rest } = target
  const { record_id } = await insertSound(tx, {
    ...rest,
    tenant_id: who.tenantId,
    source: sound.source,
    started_at: sound.startedAt ?? started_at,
    seconds: wav.seconds,
    bytes: body.bytes,
    sha256: body.sha256,
    expire_at: expireAt,
    created_by: who.userId,
  })
  await insertPieces(tx, who.tenantId, record_id, body.pieces(PIECE_BYTES))
  await note(tx, who, record_id, 'STORE')
  return { recordId: record_id, seconds: wav.seconds, expireAt: expireAt.toISOString() }
}

async function beginningOf(body: SetAside): Promise<Uint8Array> {
  for await (const head of body.pieces(HEAD_BYTES)) return head
  return new Uint8Array(0)
}

async function callTarget(tx: TenantTx, who: Who, callId: string) {
  const call = await callOfSound(tx, callId)
  if (call?.agent_id !== who.userId) return null
  const order = await firstOrderOf(tx, callId)
  return {
    call_id: callId,
    order_id: null,
    city_id: order?.city_id ?? call.city_id,
    org_id: order?.org_id ?? null,
    agent_id: call.agent_id,
    ...partiesOf(call),
    started_at: call.answered_at ?? call.started_at,
  }
}
function partiesOf(call: PhoneCallDb) {
  const far = maskPhone(call.phone)
  return call.direction === 'IN' ? { from_party: far, to_party: call.agent_name } : { from_party: call.agent_name, to_party: far }
}

async function orderTarget(tx: TenantTx, orderId: string | undefined) {
  const order = orderId ? await orderOfSound(tx, orderId) : undefined
  if (!order) return null
  const { order_id, city_id, org_id } = order
  const parties = { from_party: maskPhone(order.contact_phone), to_party: '' }
  return { call_id: null, order_id, city_id, org_id, agent_id: null, ...parties, started_at: order.created_at }
}

/** Keeps a recording longer than its time, with the reason. */
export async function keepLonger(
  tx: TenantTx,
  who: Who,
  of: { recordId: string; keepDays: number; reason: string },
  now: Date,
): Promise<Stored | { refusal: 'orderSound.notFound' | 'orderSound.expired' }> {
  const record = await lockSound(tx, of.recordId)
  if (!record) return { refusal: 'orderSound.notFound' }
  if (record.storage === 'PURGED' || record.expire_at <= now) return { refusal: 'orderSound.expired' }
  const expireAt = keptUntil(record.expire_at, now, of.keepDays)
  await keepSound(tx, of.recordId, expireAt, of.reason)
  await note(tx, who, of.recordId, 'KEEP', of.reason)
  return { recordId: of.recordId, seconds: record.seconds, expireAt: expireAt.toISOString() }
}

export const note = (tx: TenantTx, who: Who, recordId: string, action: 'STORE' | 'PLAY' | 'KEEP', reason = '') =>
  noteAccess(tx, { tenant_id: who.tenantId, record_id: recordId, action, user_id: who.userId, user_name: who.userName, reason })
