import { eachDue } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import type { Platform } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { dueGroups, lockGroup, removeLapsed } from './group.queries.ts'
import { applyRule } from './segment.queries.ts'

/** A rule says anew who belongs so often, and at once where it was changed. */
const EVERY_S = 3_600

/** Members whose time is over go; rules are looked at again. */
export async function keepGroups({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.acrossTenants(removeLapsed)
  await eachDue(
    { read: (except, limit) => db.acrossTenants((tx) => dueGroups(tx, EVERY_S, except, limit)), idOf: ({ groupId }) => groupId, limit: 20 },
    ({ tenantId, groupId, sight }) =>
      db.write({ ...wholeTenant(tenantId), ...sight }, async (tx) => {
        const group = await lockGroup(tx, groupId)
        if (group?.rule) await applyRule(tx, groupId, group.rule)
      }),
  )
}

export const groupRound: Round = { name: 'customer.groups', everyS: 30, work: keepGroups }
