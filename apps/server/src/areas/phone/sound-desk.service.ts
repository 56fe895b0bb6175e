import type { Platform } from '#platform/implement'
import type { Running } from '#platform/jobs/ticks'
import { wholeTenant } from '#platform/scope'
import type { SoundDesk } from '#platform/sound-routes'
import { readPlayTicket, readUploadTicket } from './sound-ticket.service.ts'
import { callOfSound, findSound, PIECE_BYTES, readPiece } from './sound.queries.ts'
import { storeSound } from './sound.service.ts'

/** Sound that comes and goes without a session, by tickets: uploads of the desk phone's service, and the player. */
export function soundDesk(platform: Platform): SoundDesk {
  return {
    claimOf: (ticket) => {
      const claim = readUploadTicket(platform.vault, ticket, new Date())
      return claim && { recording: `${claim.tenantId}/${claim.callId}`, sender: `${claim.tenantId}/${claim.userId}` }
    },
    take: async (ticket, body) => {
      const now = new Date()
      const claim = readUploadTicket(platform.vault, ticket, now)
      if (!claim) return false
      const stored = await platform.db.write(wholeTenant(claim.tenantId), async (tx) => {
        const call = await callOfSound(tx, claim.callId)
        if (!call) return null
        const who = { tenantId: claim.tenantId, userId: claim.userId, userName: call.agent_name }
        const sound = { callId: claim.callId, source: 'AGENT_CALL', body }
        return storeSound(tx, who, sound, platform.settings.soundKeepDays, now)
      })
      // The service repeats an upload whose answer was lost: the first one counts, and the second is told so.
      return stored !== null && (!('refusal' in stored) || stored.refusal === 'orderSound.already')
    },
    open: async (ticket) => {
      const now = new Date()
      const claim = readPlayTicket(platform.vault, ticket, now)
      if (!claim) return null
      const db = platform.db.reader(wholeTenant(claim.tenantId))
      const record = await findSound(db, claim.recordId)
      if (record?.storage !== 'STORED' || record.expire_at <= now) return null
      return {
        bytes: record.bytes,
        read: async function* (from, to) {
          for (let at = from; at < to; ) {
            const seq = Math.floor(at / PIECE_BYTES)
            const piece = await readPiece(db, claim.recordId, seq)
            const start = at - seq * PIECE_BYTES
            const part = piece.subarray(start, Math.min(piece.length, to - seq * PIECE_BYTES))
            yield part
            at += part.length
          }
        },
      }
    },
  }
}

const EVERY_S = 600

/** Removes the sound whose time is over; that it was there, and who heard it, stays. */
export async function purgeSounds(platform: Platform): Promise<number> {
  const { rows } = await platform.db.platform.query(
    `with due as (select tenant_id, record_id from sound_records where storage = 'STORED' and expire_at <= now() order by expire_at limit 200 for update skip locked),
       gone as (delete from sound_pieces p using due where p.tenant_id = due.tenant_id and p.record_id = due.record_id),
       noted as (insert into sound_access_logs (tenant_id, record_id, action, user_name) select tenant_id, record_id, 'PURGE', '系统' from due)
     update sound_records r set storage = 'PURGED' from due where r.tenant_id = due.tenant_id and r.record_id = due.record_id returning r.record_id`,
  )
  return rows.length
}

export const startSoundPurge = (platform: Platform, onError: (error: unknown) => void): Running =>
  platform.ticks.every({ name: 'phone.purgeSounds', everyS: EVERY_S, work: () => purgeSounds(platform), onError })
