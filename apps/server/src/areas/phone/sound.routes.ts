import { orderSoundCalls, type SoundAction, type SoundRecord, type SoundSource } from '@chauffeur/contract/order-sound'
import { implement } from '#platform/implement'
import { inMemory } from '#platform/set-aside'
import { pageOf } from '#platform/page'
import type { OperatorSession } from '#platform/session'
import { playTicket } from './sound-ticket.service.ts'
import { findSound, listAccess, listSounds, lockSound, type SoundDb, type SoundListRow } from './sound.queries.ts'
import { keepLonger, note, storeSound } from './sound.service.ts'

const whoOf = (operator: OperatorSession) => ({ tenantId: operator.tenantId, userId: operator.userId, userName: operator.realName })
const isExpired = (row: Pick<SoundDb, 'storage' | 'expire_at'>, now: Date) => row.storage === 'PURGED' || row.expire_at <= now

const view = (row: SoundListRow, now: Date): SoundRecord => ({
  recordId: row.record_id,
  source: row.source as SoundSource,
  callId: row.call_id,
  orders: row.orders,
  fromParty: row.from_party,
  toParty: row.to_party,
  startedAt: row.started_at.toISOString(),
  seconds: row.seconds,
  bytes: row.bytes,
  storage: row.storage as SoundRecord['storage'],
  expireAt: row.expire_at.toISOString(),
  expired: isExpired(row, now),
  keepReason: row.keep_reason,
})

export const orderSoundRoutes = implement(
  'order-sound',
  orderSoundCalls,
)({
  recordList: async ({ input, db }) => {
    const now = new Date()
    const { rows, counted } = await listSounds(db, input, input)
    return pageOf(
      rows.map((row) => view(row, now)),
      counted,
      input,
    )
  },
  log: async ({ input, db, fail }) => {
    if (!(await findSound(db, input.recordId))) return fail('orderSound.notFound')
    const { rows, counted } = await listAccess(db, input.recordId, input)
    return pageOf(
      rows.map((row) => ({ action: row.action as SoundAction, userName: row.user_name, reason: row.reason, at: row.at.toISOString() })),
      counted,
      input,
    )
  },
  storePlus: async ({ input, db, operator, platform, fail, audit }) => {
    const now = new Date()
    const { recordId, keepDays, reason, callId, orderId, file } = input
    const stored =
      recordId && keepDays && reason
        ? await keepLonger(db, whoOf(operator), { recordId, keepDays, reason }, now)
        : await storeSound(
            db,
            whoOf(operator),
            {
              callId,
              orderId,
              source: input.source ?? 'AGENT_CALL',
              startedAt: input.startedAt ? new Date(input.startedAt) : undefined,
              body: inMemory(file?.bytes ?? new Uint8Array(0)),
            },
            platform.settings.soundKeepDays,
            now,
          )
    if ('refusal' in stored) return fail(stored.refusal)
    audit({ object: 'soundRecord', objectId: stored.recordId, after: { callId, orderId, keepDays, reason, expireAt: stored.expireAt } })
    return stored
  },
  fileUrl: async ({ input, db, operator, platform, fail, audit }) => {
    const now = new Date()
    const record = await lockSound(db, input.recordId)
    if (!record) return fail('orderSound.notFound')
    if (isExpired(record, now)) return fail('orderSound.expired')
    await note(db, whoOf(operator), record.record_id, 'PLAY')
    audit({ object: 'soundRecord', objectId: record.record_id, after: { listened: true } })
    const { path, validUntil } = playTicket(platform.vault, { tenantId: operator.tenantId, recordId: record.record_id }, now)
    return { url: path, seconds: record.seconds, validUntil }
  },
  isExpired: async ({ input, db, fail }) => {
    const record = await findSound(db, input.recordId)
    if (!record) return fail('orderSound.notFound')
    return {
      expired: isExpired(record, new Date()),
      storage: record.storage as SoundRecord['storage'],
      expireAt: record.expire_at.toISOString(),
    }
  },
})
