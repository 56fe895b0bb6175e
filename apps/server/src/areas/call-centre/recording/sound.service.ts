import type { SoundSource } from '@chauffeur/contract/order/sound'
import { maskPhone } from '#platform/identity/mask'
import type { TenantTx } from '#platform/database/db'
import { FileRefused, type Files, type StoredFile } from '#platform/files/files'
import { HEAD_BYTES } from '#platform/files/kinds'
import type { Fail, Platform } from '#platform/http/implement'
import { switchesOf } from '#areas/operations/city'
import { whole } from '#platform/database/whole-tenant'
import { keepsNoSound, type PhoneCallDb } from '../phone/index.ts'
import { callOfSound, firstOrderOf, insertSound, keepSound, lockSound, noteAccess, orderOfSound, soundOfCall } from './sound.queries.ts'
import { daysAfter, keptUntil, wavOf } from './sound.rules.ts'

interface SoundUser {
  tenantId: string
  userId: string
  userName: string
}
interface Stored {
  recordId: string
  seconds: number
  expireAt: string
}

interface Sound {
  file: StoredFile
  seconds: number
}
/** Takes a recording in, before any lock; null for what is none, which its content says. */
export async function storeBody(files: Files, tenantId: string, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<Sound | null> {
  try {
    const file = await files.put({ tenantId, kind: 'RECORDING' }, body)
    const head = await files.readAll(file, { from: 0, to: Math.min(HEAD_BYTES, file.bytes) })
    const wav = wavOf(head, file.bytes)
    return wav && { file, seconds: wav.seconds }
  } catch (error) {
    if (error instanceof FileRefused && error.reason !== 'TOO_LARGE') return null
    throw error
  }
}

/** Keeps a recording with a call of this operator's own, or with an order in sight. */
export async function storeSound(
  tx: TenantTx,
  who: SoundUser,
  of: { callId?: string | undefined; orderId?: string | undefined; source: SoundSource; startedAt?: Date | undefined },
  { file, seconds }: Sound,
  { files, settings }: Platform,
  now: Date,
  fail: Fail<'orderSound.noTarget' | 'orderSound.already' | 'orderSound.cityOff'>,
): Promise<Stored> {
  const target = (of.callId ? await callTarget(tx, who, of.callId) : await orderTarget(tx, of.orderId)) ?? fail('orderSound.noTarget')
  if (target.call_id && (await soundOfCall(tx, target.call_id))) return fail('orderSound.already')
  if (await isOff(tx, target)) return fail('orderSound.cityOff')
  const expireAt = daysAfter(now, settings.soundKeepDays)
  const { started_at, ...rest } = target
  const { record_id } = await insertSound(tx, {
    ...rest,
    tenant_id: who.tenantId,
    source: of.source,
    started_at: of.startedAt ?? started_at,
    seconds,
    bytes: file.bytes,
    sha256: file.sha256,
    stored_id: file.fileId,
    expire_at: expireAt,
    created_by: who.userId,
  })
  await files.keep(tx, file.fileId)
  await note(tx, who, record_id, 'STORE')
  return { recordId: record_id, seconds, expireAt: expireAt.toISOString() }
}

/** Keeps what was spoken over a privacy number with its order; gives the record. */
export async function storePrivacySound(
  tx: TenantTx,
  call: {
    tenant_id: string
    order_id: string
    city_id: string
    org_id: string | null
    caller_masked: string
    called_masked: string
    started_at: Date | null
    answered_at: Date | null
    created_at: Date
  },
  { file, seconds }: Sound,
  { files, settings }: Pick<Platform, 'files' | 'settings'>,
  now: Date,
): Promise<string> {
  const { tenant_id, order_id, city_id, org_id } = call
  const { record_id } = await insertSound(tx, {
    tenant_id,
    source: 'PRIVACY_CALL',
    call_id: null,
    order_id,
    city_id,
    org_id,
    agent_id: null,
    from_party: call.caller_masked,
    to_party: call.called_masked,
    started_at: call.answered_at ?? call.started_at ?? call.created_at,
    seconds,
    bytes: file.bytes,
    sha256: file.sha256,
    stored_id: file.fileId,
    expire_at: daysAfter(now, settings.soundKeepDays),
    created_by: null,
  })
  await files.keep(tx, file.fileId)
  await noteAccess(tx, { tenant_id, record_id, action: 'STORE', user_id: null, user_name: '系统', reason: '' })
  return record_id
}

/** By what the city said when the call or the trip began. */
async function isOff(tx: TenantTx, of: { call_id: string | null; city_id: string | null; started_at: Date }): Promise<boolean> {
  if (of.call_id) return keepsNoSound(tx, of.call_id)
  return of.city_id !== null && cityKeepsNoSound(tx, of.city_id, of.started_at)
}
/** Whether a city had switched recording off at an instant. */
export const cityKeepsNoSound = async (tx: TenantTx, cityId: string, at: Date): Promise<boolean> =>
  !(await switchesOf(whole(tx), cityId, ['soundRecord'], at)).soundRecord

async function callTarget(tx: TenantTx, who: SoundUser, callId: string) {
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
  who: SoundUser,
  of: { recordId: string; keepDays: number; reason: string },
  now: Date,
  fail: Fail<'orderSound.notFound' | 'orderSound.expired'>,
): Promise<Stored> {
  const record = (await lockSound(tx, of.recordId)) ?? fail('orderSound.notFound')
  if (record.storage === 'PURGED' || record.expire_at <= now) return fail('orderSound.expired')
  const expireAt = keptUntil(record.expire_at, now, of.keepDays)
  await keepSound(tx, of.recordId, expireAt, of.reason)
  await note(tx, who, of.recordId, 'KEEP', of.reason)
  return { recordId: of.recordId, seconds: record.seconds, expireAt: expireAt.toISOString() }
}

export const note = (tx: TenantTx, who: SoundUser, recordId: string, action: 'STORE' | 'PLAY' | 'DOWNLOAD' | 'KEEP', reason = '') =>
  noteAccess(tx, { tenant_id: who.tenantId, record_id: recordId, action, user_id: who.userId, user_name: who.userName, reason })
