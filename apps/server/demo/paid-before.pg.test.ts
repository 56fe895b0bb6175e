import { checkLedger } from '#areas/finance/ledger'
import { defaultSettings } from '#platform/process/settings'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { freshDatabase } from '#test/harness/fresh-database'
import { installedFor, startChannel } from '#test/harness/wechat-channel'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { payBefore } from './paid-before.ts'
import { seedDemo } from './seed.ts'

test('two drivers were paid on the last day that has a statement, in this order of things, and the channel knows of one payment more', async () => {
  const [database, channel] = [await freshDatabase(), await startChannel()]
  await seedDemo({ seed: 7, orders: 600, customers: 200, drivers: 40, acts: false, log: () => {}, ownerUrl: database.ownerUrl })
  const urls = await runtimeUrls(database.ownerUrl)
  const client = new pg.Client({ connectionString: urls.platform })
  await client.connect()
  const merchant = installedFor(channel)
  const settings = { ...defaultSettings, wechatPay: merchant }
  const app = await buildApp({ urls, settings, logger: pino({ level: 'silent' }), engine: false, jobs: false })
  const { rows: drivers } = await client.query<{ driver: string; name: string; fen: number; city: string }>(
    `select d.driver_id::text as driver, d.name, d.city_id::text as city, a.balance_fen::int as fen from ledger_accounts a
       join drivers d on d.tenant_id = a.tenant_id and d.driver_id = a.owner_id
     where a.tenant_id = 1 and a.kind = 'DRIVER_AVAILABLE' and a.balance_fen >= 4000 order by a.balance_fen desc`,
  )
  // What a driver is owed at this hour is chance: the city where most are owed something has two of them at any.
  const [ofCity] = [...Map.groupBy(drivers, ({ city }) => city).values()].sort((one, other) => other.length - one.length)
  const paying = {
    client,
    platform: app.platform,
    tenantId: '1',
    merchant,
    cityId: ofCity![0]!.city,
    drivers: ofCity!,
    approver: { userId: '1', name: '管理员' },
  }
  await payBefore(paying)
  // A start that was cut off is gone on with.
  await payBefore(paying)

  const { rows: paid } = await client.query<{ out_no: string; ordered: boolean; day: string }>(
    `select out_no, created_at < audited_at and audited_at < paid_at and paid_at < now() as ordered, to_char(paid_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
     from withdrawals where state = 50`,
  )
  const day = new Date(Date.now() - 26 * 3_600_000).toISOString().slice(0, 10)
  expect(paid).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ ordered: true, day })))
  const left = channel.book.flows.filter(({ direction }) => direction === '支出')
  expect(left).toHaveLength(3)
  expect(paid.every(({ out_no }) => left.some(({ voucherNo }) => voucherNo === out_no))).toBe(true)
  expect(channel.aheadMs).toBe(0)
  const { checked } = await checkLedger(app.platform.db)
  expect(checked.filter(({ findings }) => findings.length > 0)).toEqual([])
  await Promise.all([app.close(), client.end(), channel.stop()])
  await database.drop()
}, 90_000)
