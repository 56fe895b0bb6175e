import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { each } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { channelsDue } from './statement.queries.ts'
import { boundsOf, monthBefore } from './statement.rules.ts'
import { makeStatement } from './statement.service.ts'

const timer = { type: 'TIMER' as const, id: null, name: '' }
const NOTHING = new Error('nothing to settle')

/** Drafts the statements of the month that is over, for each channel that has none. */
export async function makeStatements(platform: Platform, now = new Date()): Promise<number> {
  const month = monthBefore(now)
  const due = await platform.db.acrossTenants((tx) => channelsDue(tx, month, boundsOf(month)))
  await each(due, ({ tenantId, channelId }) =>
    platform.db
      .write(wholeTenant(tenantId), async (tx) => {
        // A number is not used up by a statement of nothing.
        if ((await makeStatement(tx, { tenantId, channelId, month }, timer)) === null) throw NOTHING
      })
      .catch((error: unknown) => {
        if (error !== NOTHING) throw error
      }),
  )
  return due.length
}

export const statementRound: Round = { name: 'partner.statements', everyS: 1_800, work: (platform) => makeStatements(platform) }
