import { orderSoundCalls, type SoundRecord } from '@chauffeur/contract/order-sound'
import { implement } from '#platform/implement'
import { inMemory } from '#platform/set-aside'
import type { OperatorSession } from '#platform/session'
import { playTicket } from './sound-ticket.service.ts'
import { isExpired, soundAccessList, soundList } from './sound.list.ts'
import { findSound, lockSound } from './sound.queries.ts'
import { keepLonger, note, storeSound } from './sound.service.ts'

const whoOf = (operator: OperatorSession) => ({ tenantId: operator.tenantId, userId: operator.userId, userName: operator.realName })

export const orderSoundRoutes = implement(
  'order-sound',
  orderSoundCalls,
)({
  recordList: soundList.page,
  log: soundAccessList.page,
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
