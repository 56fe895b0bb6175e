import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import type { DriverLevel, ExpRule, LevelRules } from '@chauffeur/contract/driver/level-model'
import { citiesToKeep, mayKeepFor } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import { type Fail, implement } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { driverLevels, experienceRules, ladderFault, levelMoves, wrongSign } from '../standing/index.ts'
import { tryChange } from './trial.service.ts'

interface Asked {
  db: TenantDb
  scope: Scope
  fail: Fail<'driverLevel.cityUnknown'>
}
/** The city that a setting is of, or is to be for, where this operator may say what holds there: one of an organisation says nothing for all. */
async function ownCity({ db, scope, fail }: Asked, before: { cityId: string | null } | null, cityId: string | undefined) {
  const city = before ? before.cityId : (cityId ?? null)
  return (await mayKeepFor(db, scope, city)) ? city : fail('driverLevel.cityUnknown')
}
const aside = async (db: TenantDb, scope: Scope, operator: OperatorSession) => ({
  cities: await citiesToKeep(db, scope),
  mayChangeTenant: seesEveryCity(scope) && operator.authorities.has('driverLevel.edit'),
})

function checkLadder(levels: readonly DriverLevel[], english: boolean, fail: Fail<'driverLevel.levelsInvalid'>): void {
  const fault = ladderFault(levels)
  if (fault)
    fail(
      'driverLevel.levelsInvalid',
      fieldsOf([{ path: `levels.${fault.at}.${fault.field}`, zh: '与下一级的要求不符', en: 'does not fit the level below' }], english),
    )
}
function checkExp(rules: readonly ExpRule[], english: boolean, fail: Fail<'driverLevel.eventTwice' | 'driverLevel.signWrong'>): void {
  if (new Set(rules.map(({ event }) => event)).size < rules.length) fail('driverLevel.eventTwice')
  const wrong = wrongSign(rules)
  if (wrong >= 0)
    fail(
      'driverLevel.signWrong',
      fieldsOf([{ path: `rules.${wrong}.delta`, zh: '正负与事件不符', en: 'has the wrong sign for this event' }], english),
    )
}
const movesOf = ({ enabled, mostDown, newDriverDays, nightFrom, nightTo }: LevelRules): LevelRules => ({
  enabled,
  mostDown,
  newDriverDays,
  nightFrom,
  nightTo,
})

export const levelSettingRoutes = implement(
  'driver-level',
  driverLevelCalls,
)({
  basic: async ({ db, scope, operator }) => ({
    rows: (await driverLevels.present(db)).map(driverLevels.view),
    defaults: driverLevels.standard,
    ...(await aside(db, scope, operator)),
  }),
  basicHistory: ({ input, db }) => driverLevels.history(db, input.settingId),
  basicTrial: async ({ input: { settingId, cityId, version, levels }, db, scope, request, fail }) => {
    checkLadder(levels, request.english, fail)
    const city = await triedCity(driverLevels, { db, scope, fail }, { settingId, cityId, version })
    return tryChange(db, { kind: 'levels', cityId: city, levels })
  },
  basicSave: async ({ input: { settingId, cityId, version, levels, anyway, changeReason: reason }, db, scope, request, fail, ...by }) => {
    checkLadder(levels, request.english, fail)
    const saved = await driverLevels.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = await ownCity({ db, scope, fail }, before, cityId)
      const tried = anyway ? null : await tryChange(db, { kind: 'levels', cityId: city, levels })
      return tried?.onlyLowest ? fail('driverLevel.leavesNobody', tried) : { cityId: city, content: { levels } }
    })
    return driverLevels.view(saved)
  },
  global: async ({ db, scope, operator }) => ({
    rows: (await levelMoves.present(db)).map(levelMoves.view),
    defaults: levelMoves.standard,
    ...(await aside(db, scope, operator)),
  }),
  globalHistory: ({ input, db }) => levelMoves.history(db, input.settingId),
  globalTrial: async ({ input: { settingId, cityId, version, ...rules }, db, scope, fail }) => {
    const city = await triedCity(levelMoves, { db, scope, fail }, { settingId, cityId, version })
    return tryChange(db, { kind: 'moves', cityId: city, rules: movesOf(rules) })
  },
  globalSave: async ({
    input: { settingId, cityId, version, anyway, changeReason: reason, ...rules },
    db,
    scope,
    fail,
    operator,
    audit,
  }) => {
    const saved = await levelMoves.save(db, { id: settingId, version, reason }, { operator, audit, fail }, async (before) => {
      const city = await ownCity({ db, scope, fail }, before, cityId)
      const tried = anyway ? null : await tryChange(db, { kind: 'moves', cityId: city, rules: movesOf(rules) })
      return tried?.onlyLowest ? fail('driverLevel.leavesNobody', tried) : { cityId: city, content: movesOf(rules) }
    })
    return levelMoves.view(saved)
  },
  upgrade: async ({ db, scope, operator }) => ({
    rows: (await experienceRules.present(db)).map(experienceRules.view),
    defaults: experienceRules.standard,
    ...(await aside(db, scope, operator)),
  }),
  upgradeHistory: ({ input, db }) => experienceRules.history(db, input.settingId),
  upgradeTrial: async ({ input: { settingId, cityId, version, rules }, db, scope, request, fail }) => {
    checkExp(rules, request.english, fail)
    const city = await triedCity(experienceRules, { db, scope, fail }, { settingId, cityId, version })
    return tryChange(db, { kind: 'experience', cityId: city, exp: rules })
  },
  upgradeSave: async ({ input: { settingId, cityId, version, rules, anyway, changeReason: reason }, db, scope, request, fail, ...by }) => {
    checkExp(rules, request.english, fail)
    const saved = await experienceRules.save(db, { id: settingId, version, reason }, { ...by, fail }, async (before) => {
      const city = await ownCity({ db, scope, fail }, before, cityId)
      const tried = anyway ? null : await tryChange(db, { kind: 'experience', cityId: city, exp: rules })
      return tried?.onlyLowest ? fail('driverLevel.leavesNobody', tried) : { cityId: city, content: { rules } }
    })
    return experienceRules.view(saved)
  },
})

interface Kept {
  versions: (db: TenantDb, id: string) => Promise<{ cityId: string | null; version: number }[]>
  present: (db: TenantDb) => Promise<{ cityId: string | null }[]>
}
/** The city of a setting that is tried out, refused as saving would be. */
async function triedCity(
  setting: Kept,
  { db, scope, fail }: Asked & { fail: Fail<'driverLevel.notFound' | 'driverLevel.versionConflict' | 'driverLevel.cityTaken'> },
  { settingId, cityId, version }: { settingId?: string | undefined; cityId?: string | undefined; version?: number | undefined },
): Promise<string | null> {
  if (settingId !== undefined) {
    const newest = (await setting.versions(db, settingId))[0] ?? fail('driverLevel.notFound')
    return newest.version === version ? ownCity({ db, scope, fail }, newest, undefined) : fail('driverLevel.versionConflict')
  }
  const city = await ownCity({ db, scope, fail }, null, cityId)
  const taken = (await setting.present(db)).some((row) => row.cityId === city)
  return taken ? fail('driverLevel.cityTaken') : city
}
