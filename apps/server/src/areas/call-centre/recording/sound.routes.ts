import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { fileLink } from '#platform/files/link'
import { takeOver } from '#platform/files/take-over'
import { implement } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { isExpired, soundAccessList, soundList } from './sound.list.ts'
import { findSound, lockSound } from './sound.queries.ts'
import { keepLonger, note, storeBody, storeSound } from './sound.service.ts'

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
    const store = async () => {
      const sound = (await storeBody(platform.files, operator.tenantId, file?.bytes ?? new Uint8Array(0))) ?? fail('orderSound.notSound')
      const startedAt = input.startedAt ? new Date(input.startedAt) : undefined
      const of = { callId, orderId, source: input.source ?? ('AGENT_CALL' as const), startedAt }
      return storeSound(db, whoOf(operator), of, sound, platform, now, fail)
    }
    const stored =
      recordId && keepDays && reason ? await keepLonger(db, whoOf(operator), { recordId, keepDays, reason }, now, fail) : await store()
    audit({ object: 'soundRecord', objectId: stored.recordId, after: { callId, orderId, keepDays, reason, expireAt: stored.expireAt } })
    return stored
  },
  fileUrl: async ({ input, db, operator, platform, fail, audit }) => {
    if (input.download && !operator.authorities.has('sound.keep')) return fail('orderSound.downloadForbidden')
    const now = new Date()
    // Before it is locked: it is another transaction.
    if ((await findSound(db, input.recordId))?.stored_id === null) await takeOver(platform.db.files, 'sound', input.recordId)
    const record = await lockSound(db, input.recordId)
    if (!record) return fail('orderSound.notFound')
    if (isExpired(record, now) || !record.stored_id) return fail('orderSound.expired')
    await note(db, whoOf(operator), record.record_id, input.download ? 'DOWNLOAD' : 'PLAY')
    audit({ object: 'soundRecord', objectId: record.record_id, after: input.download ? { downloaded: true } : { listened: true } })
    const link = fileLink(
      platform.vault,
      { tenantId: operator.tenantId, fileId: record.stored_id, ...(input.download && { saveAs: `recording-${record.record_id}.wav` }) },
      { now, until: record.expire_at },
    )
    return { ...link, seconds: record.seconds }
  },
  isExpired: async ({ input, db, fail }) => {
    const record = await findSound(db, input.recordId)
    if (!record) return fail('orderSound.notFound')
    return {
      expired: isExpired(record, new Date()),
      storage: record.storage,
      expireAt: record.expire_at.toISOString(),
    }
  },
})
