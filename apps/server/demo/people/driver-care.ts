import { bulletinCalls } from '@chauffeur/contract/message/bulletin'
import { driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { driverClaimAppCalls } from '@chauffeur/contract/qualification/claim-app'
import { driverInsuranceCalls } from '@chauffeur/contract/qualification/insurance'
import type pg from 'pg'
import type { RuntimeUrls } from '#platform/upkeep/migrate'
import { byCalls } from '../by-calls.ts'

const DAY = 86_400_000
const BULLETINS = [
  {
    title: '元旦前后夜间高峰安排',
    body: '12 月 31 日 20:00 至次日 3:00 为高峰时段，请提前给折叠车充电，穿好反光背心，在热闹地段附近等单。',
    days: 30,
  },
  {
    title: '接车照片要求',
    body: '接车前请拍车头、车尾、左右两侧和里程表，照片要能看清车牌。光线不足时请打开手机闪光灯。',
    days: 90,
  },
]
const INSURED = 12

interface Driver {
  id: string
  no: string
}
/** Drivers who work, by their numbers. */
const workingDrivers = async (client: pg.ClientBase, tenantId: string): Promise<Driver[]> =>
  (
    await client.query<Driver>(
      `select d.driver_id::text as id, d.driver_no as no from drivers d where d.tenant_id = $1 and not d.wallet_frozen
         and exists (select from orders o where o.tenant_id = d.tenant_id and o.driver_id = d.driver_id) order by d.driver_id limit ${INSURED}`,
      [tenantId],
    )
  ).rows
const has = async (client: pg.ClientBase, statement: string, values: unknown[]) =>
  ((await client.query(statement, values)).rowCount ?? 0) > 0

/**
 * What the first business says to its drivers, how some of them are insured, and two accidents: one entered at the desk and with the insurer, one
 * that a driver reported. A start that was cut off is gone on with.
 */
export async function makeDriverCare(client: pg.ClientBase, urls: RuntimeUrls): Promise<void> {
  const { rows } = await client.query<{ tenant: string; admin: string }>(
    'select tenant_id::text as tenant, admin_user_id::text as admin from tenants order by tenant_id limit 1',
  )
  const { tenant, admin } = rows[0]!
  const drivers = await workingDrivers(client, tenant)
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  await byCalls(client, urls, null, async ({ signedIn, send }) => {
    const token = await signedIn('OPERATOR', tenant, admin)
    for (const { title, body, days } of BULLETINS)
      if (!(await has(client, 'select from bulletins where tenant_id = $1 and title = $2', [tenant, title])))
        await send(bulletinCalls.save, { title, body, until: at(days) }, token)

    for (const [n, { id, no }] of drivers.entries()) {
      if (await has(client, 'select from driver_insurances where tenant_id = $1 and driver_id = $2', [tenant, id])) continue
      const product = n % 3 === 2 ? 'LIABILITY' : 'ACCIDENT'
      await send(
        driverInsuranceCalls.save,
        {
          ...{ driverNo: no, product, insurer: n % 2 === 0 ? '平安产险' : '人保财险', policyNo: `PA2026${String(100_000 + n * 7_919)}` },
          // Two of them end within days: whoever looks after drivers sees them first.
          ...{ payer: n % 4 === 3 ? 'DRIVER' : 'PLATFORM', from: at(-200 - n), until: at(n < 2 ? 5 + n : 165 - n) },
          ...{ coverageFen: 50_000_000, premiumFen: 12_000 + n * 600 },
        },
        token,
      )
    }

    const claimed = (driver: Driver) =>
      has(client, 'select from driver_claims where tenant_id = $1 and driver_id = $2', [tenant, driver.id])
    const policyOf = async (driver: Driver, lossAt: string) =>
      (await send(driverClaimCalls.covering, { driverNo: driver.no, lossAt }, token)).policies[0]!.insuranceId
    const [entered, own] = drivers
    if (entered && !(await claimed(entered))) {
      const lossAt = at(-9)
      const insuranceId = await policyOf(entered, lossAt)
      const said = { driverNo: entered.no, insuranceId, lossAt, amountFen: 186_000, what: '到达目的地倒车时碰擦立柱，右后保险杠破损' }
      const { driverClaimId, version } = await send(driverClaimCalls.report, said, token)
      await send(driverClaimCalls.move, { driverClaimId, version, event: 'file', reportNo: 'BX20261115' }, token)
    }
    if (own && !(await claimed(own))) {
      const lossAt = at(-1)
      const said = { insuranceId: await policyOf(own, lossAt), lossAt, amountFen: 42_000, what: '路口等灯时被后车追尾，后备箱轻微变形' }
      await send(driverClaimAppCalls.reportOwn, said, await signedIn('DRIVER', tenant, own.id))
    }
  })
}
