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
/** Whether the rule has asked for an exam ever since: one that was taken back and asked for anew is told by whoever asked for it last. */
async function asksStill(db: TenantDb, { cityId, version }: Telling, examGroupId: string): Promise<boolean> {
  const { rows } = await dutyRules.historyFor(db, cityId)
  const since = rows.filter((row) => row.version >= version)
  return since.length > 0 && since.every((row) => row.examGroups.includes(examGroupId))
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
    const { cityId, examGroupIds } = job.input
    let at = job.checkpoint ?? { exam: 0, after: '0', told: 0 }
    while (at.exam < examGroupIds.length) {
      job.signal.throwIfAborted()
      const examGroupId = examGroupIds[at.exam]!
      const { exam, after, told } = at
      at = await job.write(async (tx) => {
        const lacking = (await asksStill(tx, job.input, examGroupId))
          ? await driversLacking(tx, examGroupId, { cityIds: await concerned(tx, cityId), after, most: AT_ONCE })
          : []
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
