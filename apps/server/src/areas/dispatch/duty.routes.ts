import { driverDutyCalls } from '@chauffeur/contract/driver-duty'
import { implement } from '#platform/implement'
import type { TenantDb } from '#platform/db'
import type { OperatorSession } from '#platform/session'
import { allDutyRules, isOwnCity, saveDutyRules } from './duty.queries.ts'

/** The rules for every city are for those who see every city. */
const seesAll = ({ scope }: OperatorSession) => scope.cities === '*' && scope.orgs === '*'
const mayRule = async (db: TenantDb, operator: OperatorSession, cityId: string | undefined) =>
  cityId ? isOwnCity(db, cityId) : seesAll(operator)

export const driverDutyRoutes = implement(
  'driver-duty',
  driverDutyCalls,
)({
  list: async ({ db, operator }) => ({
    rows: await allDutyRules(db),
    mayChangeTenant: seesAll(operator) && operator.authorities.has('dispatchSettings.edit'),
  }),
  save: async ({ input, db, operator, audit, fail }) => {
    if (!(await mayRule(db, operator, input.cityId))) return fail('driverDuty.otherCity')
    const rules = { ...input, cityId: input.cityId ?? null, receiptFromFen: input.receiptFromFen ?? null }
    const saved = (await saveDutyRules(db, operator, rules)) ?? fail('driverDuty.changedMeanwhile')
    audit({ object: 'driverDutyRules', objectId: input.cityId ?? '0', after: saved })
    return saved
  },
})
