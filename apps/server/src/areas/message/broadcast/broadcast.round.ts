import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { broadcastMoves, dueBroadcasts, reportedBroadcasts } from './broadcast.queries.ts'
import { askToSend } from './decide.service.ts'
import { noteReports, settle } from './recipient.queries.ts'

const AT_ONCE = 20
/** Reports of one broadcast that are written down in one transaction. */
const REPORTS = 2_000

/** Begins what is due, and goes on with what its job left: at its time, after quiet hours, or where the job failed. */
export async function beginDue(platform: Platform): Promise<void> {
  const read = (except: string[], limit: number) => platform.db.acrossTenants((tx) => dueBroadcasts(tx, except, limit))
  await eachDue({ read, idOf: ({ broadcastId }) => broadcastId, limit: AT_ONCE }, ({ tenantId, broadcastId }) =>
    platform.db.write(wholeTenant(tenantId), async (tx) => {
      const row = await broadcastMoves.lock(tx, broadcastId)
      if (row && (row.state === 'APPROVED' || row.state === 'SENDING') && (row.next_at === null || row.next_at <= new Date()))
        await askToSend(tx, platform, row)
    }),
  )
  platform.poke()
}

/** Writes down what providers reported of what went out, also where its broadcast was stopped or is over. */
export async function noteNews({ db }: Pick<Platform, 'db'>): Promise<void> {
  const read = (except: string[], limit: number) => db.acrossTenants((tx) => reportedBroadcasts(tx, except, limit))
  await eachDue({ read, idOf: ({ broadcastId }) => broadcastId, limit: AT_ONCE }, async ({ tenantId, broadcastId, settles }) => {
    const once = () =>
      db.write(wholeTenant(tenantId), async (tx) => {
        await broadcastMoves.lock(tx, broadcastId)
        if (settles) await settle(tx, broadcastId)
        return noteReports(tx, broadcastId, REPORTS)
      })
    while ((await once()) === REPORTS);
  })
}

export const broadcastRounds: readonly Round[] = [
  { name: 'message.broadcasts', everyS: 5, work: beginDue },
  { name: 'message.broadcastReports', everyS: 10, work: noteNews },
]
