import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import type { TenantTx } from '#platform/database/db'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import type { ChangedBy } from '#platform/setting/setting'
import { type DutyRules, dutyRules } from './duty.setting.ts'
import { askedExams, holdsBack, mindExams, tellAsked } from './exam-rule.service.ts'

interface Change {
  /** Null: the tenant's own. */
  cityId: string | null
  version: number
  reason: string | undefined
}
type SaveContext = ChangedBy<'driverDuty.versionConflict' | 'driverDuty.otherCity'>

/** Saves rules of duty for a city, or what holds where none has its own, for who may say that; `changed` says what becomes of those that hold there now. */
export async function saveDutyRules(
  tx: TenantTx,
  scope: Scope,
  { cityId, version, reason }: Change,
  by: SaveContext,
  changed: (held: DutyRules) => DutyRules | Promise<DutyRules>,
) {
  if (!(await mayKeepFor(tx, scope, cityId))) return by.fail('driverDuty.otherCity')
  return dutyRules.saveFor(tx, { cityId, version, reason }, by, await changed(await dutyRules.contentFor(tx, cityId)))
}
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }

export const driverDutyRoutes = implement(
  'driver-duty',
  driverDutyCalls,
)({
  list: async ({ db, operator, scope }) => ({
    rows: (await dutyRules.present(db)).map(dutyRules.view),
    exams: await askedExams(db),
    cities: await citiesToKeep(db, scope),
    mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('dispatchSettings.edit'),
  }),
  history: ({ input, db }) => dutyRules.historyFor(db, input.cityId ?? null),
  trial: async ({ input: { cityId = null, examGroups }, db, scope, fail }) => {
    if (!(await mayKeepFor(db, scope, cityId))) return fail('driverDuty.otherCity')
    return { cities: await holdsBack(db, cityId, examGroups) }
  },
  save: async ({
    input: { cityId = null, version, changeReason: reason, receiptFromFen = null, excludeAll = false, ...rules },
    db,
    scope,
    platform,
    ...by
  }) => {
    let before: readonly string[] = []
    const saved = await saveDutyRules(db, scope, { cityId, version, reason }, by, async (held) => {
      before = held.examGroups
      await mindExams(db, { cityId, held: before, wanted: rules.examGroups ?? before, excludeAll }, by.fail)
      return { ...held, ...given(rules), receiptFromFen }
    })
    const asked = { cityId, held: before, wanted: rules.examGroups ?? before, version: saved.version }
    await tellAsked(db, platform, by.operator.tenantId, asked)
    return dutyRules.view(saved)
  },
})
