import { driverDutyCalls } from '@chauffeur/contract/driver/duty'
import { findCity } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import type { TenantDb } from '#platform/database/db'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import { allDutyRules, saveDutyRules } from './duty.queries.ts'

const mayRule = async (db: TenantDb, scope: Scope, cityId: string | undefined) =>
  cityId ? (await findCity(db, cityId)) !== undefined : seesEveryCity(scope)

const rulesFor = async (db: TenantDb, cityId: string | null) => (await allDutyRules(db)).find((row) => row.cityId === cityId) ?? null

export const driverDutyRoutes = implement(
  'driver-duty',
  driverDutyCalls,
)({
  list: async ({ db, operator, scope }) => ({
    rows: await allDutyRules(db),
    mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('dispatchSettings.edit'),
  }),
  save: async ({ input, db, operator, scope, audit, fail }) => {
    if (!(await mayRule(db, scope, input.cityId))) return fail('driverDuty.otherCity')
    const rules = { ...input, cityId: input.cityId ?? null, receiptFromFen: input.receiptFromFen ?? null }
    const saved =
      (await saveDutyRules(db, operator, rules)) ?? fail('driverDuty.versionConflict', { current: await rulesFor(db, rules.cityId) })
    audit({ object: 'driverDutyRules', objectId: input.cityId ?? '0', after: saved })
    return saved
  },
})
