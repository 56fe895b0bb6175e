import { STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { STANDARD_DRIVER_LEVELS as levels, STANDARD_EXP_RULES as rules, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import { pictureContext } from '#areas/qualification/check'
import type { World } from '../world.ts'

export const driverTables = {
  peakSettingId: ['setting_versions', 'setting_id'],
  displaySettingId: ['setting_versions', 'setting_id'],
  levelSettingId: ['setting_versions', 'setting_id'],
  levelMoveSettingId: ['setting_versions', 'setting_id'],
  experienceSettingId: ['setting_versions', 'setting_id'],
  whiteId: ['driver_level_whites', 'white_id'],
  faceWhiteId: ['driver_face_whites', 'white_id'],
  insuranceId: ['driver_insurances', 'insurance_id'],
  driverClaimId: ['driver_claims', 'driver_claim_id'],
  checkId: ['driver_checks', 'check_id'],
  protectionId: ['driver_level_protections', 'protection_id'],
} as const
type Insert = (
  kind: 'whiteId' | 'faceWhiteId' | 'insuranceId' | 'driverClaimId' | 'checkId' | 'protectionId',
  values: Record<string, unknown>,
) => Promise<string>

/** How long a driver was on duty, what moves their level, and what a city goes by. */
export async function driverRows(
  world: World,
  insert: Insert,
  theCitys: (kind: string, content: object) => Promise<string>,
  of: { tenant_id: string; city_id: string; driver_id: string },
  { soon, later, named, ofCity }: { soon: Date; later: Date; named(what: string): string; ofCity(what: string): string },
) {
  const { tenant_id, city_id, driver_id } = of
  const ids = [tenant_id, driver_id, city_id]
  await world.owner.query(
    `insert into driver_online_days (tenant_id, driver_id, city_id, day, day_start, online_s, peak_s, peaks, hour_s, times, first_at, last_at)
     values ($1, $2, $3, '2026-11-10', '2026-11-09T16:00:00Z', 60, 0, '[]', array_fill(0, array[23]) || 60, 1, '2026-11-10T15:59:00Z', '2026-11-10T16:00:00Z')`,
    ids,
  )
  await world.owner.query(
    `insert into driver_experience (tenant_id, driver_id, city_id, event, ref, about, at) values ($1, $2, $3, 'PRAISE', '1', $4, now())`,
    [...ids, named('表扬')],
  )
  await world.owner.query(
    `insert into driver_level_changes (tenant_id, driver_id, city_id, from_level, to_level, cause, facts) values ($1, $2, $3, 1, 2, 'UP', $4)`,
    [
      ...ids,
      JSON.stringify({
        figures: { exp: 500, orders: 20, cancels: 0, cancelBp: 0, ratingX100: 500, acceptBp: null },
        ...{ fromName: '普通', toName: named('铜牌'), checks: [], white: null },
      }),
    ],
  )
  const checkId = await insert('checkId', {
    ...{ tenant_id, driver_id, kind: 'FACE', trigger: 'RANDOM', result: 'FAIL' },
    ...{ reason: named('光线太暗'), provider: 'face.example', live: false, score_bp: 4_200 },
  })
  const sealed = world.app.platform.vault.seal(named('照片'), pictureContext({ tenantId: tenant_id, driverId: driver_id, checkId }))
  await world.owner.query('insert into driver_face_pictures (tenant_id, check_id, driver_id, sealed) values ($1, $2, $3, $4)', [
    ...[tenant_id, checkId, driver_id],
    sealed,
  ])
  const insuranceId = await insert('insuranceId', {
    ...{ tenant_id, driver_id, product: 'ACCIDENT', insurer: named('保险公司'), policy_no: named('P'), payer: 'PLATFORM' },
    ...{ valid_from: soon, valid_until: later, coverage_fen: 50_000_000, premium_fen: 12_000 },
  })
  return {
    driverClaimId: await insert('driverClaimId', {
      ...{ tenant_id, driver_id, insurance_id: insuranceId, loss_at: soon, amount_fen: 80_000, what: named('追尾') },
    }),
    peakSettingId: await theCitys('peakTimes', { windows: [], targetOnlineS: null, targetPeakS: null }),
    displaySettingId: await theCitys('driverDisplay', { looks: [{ minVersion: '', ...STANDARD_LOOK }] }),
    levelSettingId: await theCitys('driverLevels', { levels }),
    levelMoveSettingId: await theCitys('driverLevelRules', STANDARD_LEVEL_RULES),
    experienceSettingId: await theCitys('driverExperience', { rules }),
    insuranceId,
    whiteId: await insert('whiteId', {
      tenant_id,
      driver_id,
      effect: 'NO_DOWNGRADE',
      valid_from: soon,
      valid_until: later,
      reason: named('白名单'),
    }),
    faceWhiteId: await insert('faceWhiteId', { tenant_id, driver_id, valid_from: soon, valid_until: later, reason: named('免核验') }),
    checkId,
    protectionId: await insert('protectionId', { tenant_id, city_id, valid_from: soon, valid_until: soon, reason: ofCity('保护') }),
  }
}
