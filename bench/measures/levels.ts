import { setTimeout as sleep } from 'node:timers/promises'
import { STANDARD_DRIVER_LEVELS, STANDARD_LEVEL_RULES } from '@chauffeur/contract/driver/level-model'
import { judgeLevels } from '../../apps/server/src/areas/driver/level/index.ts'
import { statesOf } from '../../apps/server/src/areas/driver/state/index.ts'
import { connect } from '../../apps/server/src/platform/database/db.ts'
import { runtimeUrls } from '../../apps/server/src/platform/database/database-roles.ts'
import { wholeTenant } from '../../apps/server/src/platform/database/scope.ts'
import { vaultOf } from '../../apps/server/src/platform/identity/vault.ts'
import type { BenchPostgres } from '../database.ts'
import { type Figure, ms, percentile, printFigures } from '../report.ts'
import { addCities, addDrivers, addTenant, home } from '../world.ts'

const DRIVERS = 50_000
const TARGET_MS = 30_000
const ASKED = 60
const LOOK_MS = 20

/** Everybody of a city judged at once, as when the month ends: most fall, and meanwhile dispatch asks for candidates and locks those it takes. */
export async function levels(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('levels')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const driverIds = await addDrivers(owner, tenant, home.cityId, DRIVERS)
  await owner.query('update drivers set level = 1 + (driver_id % 5), joined_at = current_date - 400')
  await owner.query(
    `insert into setting_versions (tenant_id, kind, content) values ($1, 'driverLevels', $2), ($1, 'driverLevelRules', $3)`,
    [
      tenant.tenantId,
      JSON.stringify({ levels: STANDARD_DRIVER_LEVELS.map((level) => ({ ...level, minAcceptBp: level.level > 1 ? 5_000 : null })) }),
      JSON.stringify({ ...STANDARD_LEVEL_RULES, enabled: true }),
    ],
  )
  await owner.query(
    `insert into driver_level_states (tenant_id, driver_id, exp, cycle_orders, cycle_from)
     select tenant_id, driver_id, (driver_id * 37 % 16000)::integer, (driver_id * 13 % 120)::integer, date_trunc('month', now()) - interval '1 month' from drivers`,
  )
  await owner.query(
    `insert into driver_acceptance_days (tenant_id, driver_id, day, accepted, rejected, expired, first_at)
     select tenant_id, driver_id, current_date - n, driver_id % 40, driver_id % 7, driver_id % 3, now() - n * interval '1 day' from drivers, generate_series(0, 29) n`,
  )
  await owner.query('analyze')
  const urls = await runtimeUrls(ownerUrl)
  const db = connect(urls)
  try {
    const reader = db.reader(wholeTenant(tenant.tenantId))
    const candidates = async (round: number) => {
      const from = (round * 997) % (DRIVERS - ASKED)
      const ids = driverIds.slice(from, from + ASKED)
      const began = performance.now()
      await statesOf(reader, tenant.tenantId, ids)
      const asked = performance.now()
      await owner.query(`update drivers set work_status = 'OFFERED' where driver_id = $1`, [ids[0]])
      return { read: asked - began, taken: performance.now() - asked }
    }
    const before: Awaited<ReturnType<typeof candidates>>[] = []
    for (let round = 0; round < 100; round++) before.push(await candidates(round))
    const during: typeof before = []
    const began = performance.now()
    let going = true
    const work = judgeLevels({ db, vault: vaultOf(urls.secret) }).finally(() => (going = false))
    for (let round = 0; going; round++) {
      during.push(await candidates(round))
      await sleep(LOOK_MS)
    }
    const moved = await work
    const took = performance.now() - began
    const { rows } = await owner.query<{ left: number }>(
      `select count(*)::integer as left from driver_level_states where cycle_from < date_trunc('month', now()) - interval '1 day'`,
    )
    const p99 = (of: typeof before, what: 'read' | 'taken') =>
      percentile(
        of.map((one) => one[what]),
        99,
      )
    const figures: Figure[] = [
      {
        name: `${DRIVERS} drivers judged, ${moved} levels moved, ${rows[0]!.left} left for the next round`,
        ours: ms(took),
        target: `< ${TARGET_MS / 1000} s`,
        met: took < TARGET_MS && rows[0]!.left <= ASKED,
      },
      ...(['read', 'taken'] as const).map((what) => ({
        name: what === 'read' ? `${ASKED} candidates read meanwhile, p99 of ${during.length}` : 'a driver taken meanwhile, p99',
        ours: ms(p99(during, what)),
        baseline: `before: ${ms(p99(before, what))}`,
        target: '< 250 ms',
        met: p99(during, what) < 250,
      })),
    ]
    printFigures('levels: everybody judged when a month ends, while dispatch goes on', figures)
  } finally {
    await db.close()
  }
}
