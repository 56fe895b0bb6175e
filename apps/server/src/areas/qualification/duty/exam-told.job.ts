import { id } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { tellDrivers } from '#areas/message/inbox'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { defineJob } from '#platform/jobs/kind'
import { driversLacking } from '../exam/index.ts'
import { dutyRules } from './duty.setting.ts'

/** Cities for which somebody in sight of them sets a rule: one, or all that have none of their own. */
export async function concerned(db: TenantDb, cityId: string | null): Promise<string[]> {
  if (cityId !== null) return [cityId]
  const [cities, rules] = await Promise.all([tenantCities(db), dutyRules.present(db)])
  const own = new Set(rules.map((rule) => rule.cityId))
  return cities.map(({ city_id }) => city_id).filter((id) => !own.has(id))
}

interface Telling {
  cityId: string | null
  version: number
  examGroupIds: string[]
}
/**
 * Where the rule has asked for an exam ever since: one that was taken back and asked for anew is told by whoever asked for it last. A city that
 * took rules of its own meanwhile took the exam over with them, and tells nobody of what was asked for there already.
 */
async function askStill(db: TenantDb, { cityId, version }: Telling, examGroupId: string): Promise<string[]> {
  const asks = (rows: readonly { examGroups: readonly string[] }[]) =>
    rows.length > 0 && rows.every(({ examGroups }) => examGroups.includes(examGroupId))
  const since = (await dutyRules.historyFor(db, cityId)).rows.filter((row) => row.version >= version)
  const there = asks(since) ? await concerned(db, cityId) : []
  if (cityId !== null) return there
  for (const row of await dutyRules.present(db)) {
    if (row.cityId === null || !row.content.examGroups?.includes(examGroupId)) continue
    const own = (await dutyRules.history(db, row.id)).rows
    const before = since.filter(({ changedAt }) => changedAt <= own.at(-1)!.changedAt)
    if (asks(own) && asks(before)) there.push(row.cityId)
  }
  return there
}

/** In one transaction: short enough that nobody who waits for a row notices. */
const AT_ONCE = 500

/**
 * Tells whom a rule holds back which exam they are asked for: of those who are held back when their turn comes, each once. Where it came to is
 * written with what was told: cut off and begun again, nobody hears it twice.
 */
export const examTold = defineJob<Telling, { exam: number; after: string; told: number }>({
  name: 'qualification.examTold',
  authority: null,
  input: z.object({ cityId: id.nullable(), version: z.number().int(), examGroupIds: z.array(id) }),
  atOnce: { process: 1, tenant: 1 },
  retries: { times: 5, afterS: 5 },
  keepDays: 30,
  run: async (job) => {
    const { examGroupIds } = job.input
    let at = job.checkpoint ?? { exam: 0, after: '0', told: 0 }
    while (at.exam < examGroupIds.length) {
      job.signal.throwIfAborted()
      const examGroupId = examGroupIds[at.exam]!
      const { exam, after, told } = at
      at = await job.write(async (tx) => {
        const cityIds = await askStill(tx, job.input, examGroupId)
        const lacking = cityIds.length > 0 ? await driversLacking(tx, examGroupId, { cityIds, after, most: AT_ONCE }) : []
        const messages = lacking.map(({ driverId, exam: name }) => ({
          driverId,
          event: 'APP_EXAM_ASKED' as const,
          values: { exam: name },
        }))
        await tellDrivers(whole(tx), job.platform.vault, job.tenantId, messages)
        const last = lacking.length === AT_ONCE ? lacking.at(-1)!.driverId : null
        const next = { exam: last === null ? exam + 1 : exam, after: last ?? '0', told: told + lacking.length }
        job.progress(next.told)
        await job.keep(tx, next)
        return next
      })
    }
    return { data: { told: at.told } }
  },
})
