import { type Platform, refuse, whenRefused } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { wholeTenant } from '#platform/database/scope'
import type { SoundDesk } from './sound-upload.http.ts'
import { dropSound, keepsNoSound, readUploadTicket } from '../phone/index.ts'
import { callOfSound, purgeExpired } from './sound.queries.ts'
import { storeBody, storeSound } from './sound.service.ts'

/** Sound that comes without a session, by tickets: uploads of the desk phone's service. */
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
      const sound = await storeBody(platform.files, claim.tenantId, body)
      if (!sound) return false
      const stored = platform.db.write(wholeTenant(claim.tenantId), async (tx) => {
        const call = await callOfSound(tx, claim.callId)
        if (!call) return false
        // Not kept, and not asked for again: the call says why it has none.
        if (await keepsNoSound(tx, claim.callId)) return dropSound(tx, claim.callId).then(() => true)
        const who = { tenantId: claim.tenantId, userId: claim.userId, userName: call.agent_name }
        const of = { callId: claim.callId, source: 'AGENT_CALL' as const }
        await storeSound(tx, who, of, sound, platform, now, refuse)
        return true
      })
      // The service repeats an upload whose answer was lost: the first one counts, and the second is told so.
      return stored.catch(whenRefused(({ failure }) => failure === 'orderSound.already'))
    },
  }
}

/** Removes the sound whose time is over; that it was there, and who heard it, stays. */
export const purgeSounds = ({ db, files }: Pick<Platform, 'db' | 'files'>): Promise<number> =>
  db.acrossTenants(async (tx) => {
    const purged = await purgeExpired(tx, 200)
    await files.remove(
      tx,
      purged.flatMap(({ stored_id }) => stored_id ?? []),
    )
    return purged.length
  })

export const soundPurge: Round = { name: 'phone.purgeSounds', everyS: 600, work: purgeSounds }
