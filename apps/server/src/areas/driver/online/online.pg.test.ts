import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverOnlineCalls, type OnlineDay } from '@chauffeur/contract/driver/online'
import { exportCalls } from '@chauffeur/contract/operations/export'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverAt, type TestDriver } from '#test/drivers'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { keepOnlineTime } from './online.round.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const keep = () => keepOnlineTime(world.app.platform)
const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
/** Where they stand says nothing here, only when their telephone sent it. */
const sign = (driverId: string, at: Date) =>
  world.owner.query(
    `insert into driver_positions (tenant_id, driver_id, lat, lng, received_at) select tenant_id, driver_id, 30, 120, $2 from drivers where driver_id = $1
     on conflict (tenant_id, driver_id) do update set received_at = excluded.received_at`,
    [driverId, at],
  )
const sessions = async (driverId: string) =>
  (
    await world.owner.query<{ began_at: Date; seen_at: Date; ended_at: Date | null; end_reason: string | null }>(
      'select began_at, seen_at, ended_at, end_reason from driver_duty_sessions where driver_id = $1 order by began_at',
      [driverId],
    )
  ).rows
const goes = (driver: TestDriver, way: 'goOnline' | 'goOffline') => world.send(dispatchCalls[way], {}, driver.token)
/** A driver with sessions of before, straight into the table. */
async function worked(spans: readonly [Date, Date][], of: { cityId?: string; orgId?: string } = {}): Promise<string> {
  const driverId = await addDriver(world, of)
  await world.owner.query('delete from driver_duty_sessions where driver_id = $1', [driverId])
  for (const [from, to] of spans)
    await world.owner.query(
      `insert into driver_duty_sessions (tenant_id, driver_id, city_id, began_at, seen_at, ended_at, end_reason)
       select tenant_id, driver_id, city_id, $2, $3, $3, 'OFF_DUTY' from drivers where driver_id = $1`,
      [driverId, from, to],
    )
  return driverId
}
const listed = async (input: Record<string, unknown>, who: Person = 'all') =>
  ((await world.send(driverOnlineCalls.list, input, who)).data as { rows: OnlineDay[] }).rows
const onDay = async (driverId: string, day: string) => (await listed({ driverId })).find((row) => row.day === day)
const at = (clock: string) => new Date(`${clock}+08:00`)

test('a session begins and ends with duty, whoever ends it, and stays as it is then', async () => {
  const driver = await driverAt(world, null, 'OFFLINE')
  await world.owner.query('update drivers set online_since = null where driver_id = $1', [driver.driverId])
  await world.owner.query('delete from driver_duty_sessions where driver_id = $1', [driver.driverId])
  expect((await goes(driver, 'goOnline')).code).toBe(0)
  await goes(driver, 'goOnline')
  expect(await sessions(driver.driverId)).toMatchObject([{ ended_at: null }])
  expect((await goes(driver, 'goOffline')).code).toBe(0)
  await goes(driver, 'goOnline')
  await world.owner.query(`update drivers set disabled_reason = '证件过期' where driver_id = $1`, [driver.driverId])
  expect((await sessions(driver.driverId)).map((session) => session.end_reason)).toEqual(['OFF_DUTY', 'DISABLED'])
  const change = 'update driver_duty_sessions set ended_at = ended_at + interval $$1 hour$$ where driver_id = $1'
  await expect(world.owner.query(change, [driver.driverId])).rejects.toThrow(/stays as it is/)
  await expect(
    world.app.platform.db.runtime
      .query(`select set_config('app.tenant', $1, false)`, [world.tenantA])
      .then(() => world.app.platform.db.runtime.query('update driver_duty_sessions set counted = true')),
  ).rejects.toThrow(/permission denied/)
})

test('a telephone that dies ends it at its last sign, and the next sign begins another', async () => {
  const driverId = await addDriver(world, { status: 'ONLINE_IDLE' })
  await world.owner.query('delete from driver_duty_sessions where driver_id = $1', [driverId])
  const began = ago(90)
  await world.owner.query('update drivers set online_since = $2 where driver_id = $1', [driverId, began])
  await sign(driverId, ago(85))
  await keep()
  expect(await sessions(driverId)).toMatchObject([{ began_at: began, end_reason: 'SILENT' }])
  expect((await sessions(driverId))[0]!.ended_at!.getTime()).toBeCloseTo(ago(85).getTime(), -4)
  await keep()
  expect(await sessions(driverId)).toHaveLength(1)
  const back = ago(2)
  await sign(driverId, back)
  await keep()
  expect((await sessions(driverId))[1]).toMatchObject({ began_at: back, ended_at: null })
  // The next sign goes on with it; what lies between the two is nobody's time.
  await sign(driverId, ago(1))
  await keep()
  expect(await sessions(driverId)).toHaveLength(2)
  const total = (await listed({ driverId })).reduce((sum, { onlineS }) => sum + onlineS, 0)
  expect(total).toBeGreaterThanOrEqual(6 * 60 - 2)
  expect(total).toBeLessThanOrEqual(6 * 60 + 2)
})

test('a server that was gone does not give the time between two signs away', async () => {
  const driverId = await addDriver(world, { status: 'ONLINE_IDLE' })
  await world.owner.query('delete from driver_duty_sessions where driver_id = $1', [driverId])
  await world.owner.query('update drivers set online_since = $2 where driver_id = $1', [driverId, ago(60)])
  const again = ago(1)
  await sign(driverId, again)
  await keep()
  expect(await sessions(driverId)).toMatchObject([{ end_reason: 'SILENT' }, { began_at: again, ended_at: null }])
  // Off duty long after the last sign is off duty since then.
  await world.owner.query('update driver_positions set received_at = $2 where driver_id = $1', [driverId, again])
  await world.owner.query(`update drivers set online_since = null, work_status = 'OFFLINE' where driver_id = $1`, [driverId])
  expect((await sessions(driverId))[1]).toMatchObject({ end_reason: 'OFF_DUTY' })
})

test('days are counted as somebody would who looks every second: over midnight, by hour and by window, against targets that held then', async () => {
  const set = (input: Record<string, unknown>, who: Person = 'all') => world.send(driverOnlineCalls.updatePeakTime, input, who)
  const windows = [{ name: '晚高峰', weekMask: 127, from: '21:00:00', to: '24:00:00' }]
  const saved = await set({ cityId: HANGZHOU, windows, targetOnlineS: 7_200, targetPeakS: 3_600 })
  expect(saved).toMatchObject({ code: 0, data: { version: 1 } })
  // As if it had held for a month.
  await world.owner.query(`update setting_versions set effective_from = $1 where kind = 'peakTimes'`, [at('2026-10-01T00:00:00')])
  const driverId = await worked([
    [at('2026-11-10T20:15:30'), at('2026-11-11T01:10:10')],
    [at('2026-11-11T23:59:59'), at('2026-11-12T00:00:01')],
  ])
  await keep()
  const { rows: naive } = await world.owner.query<{ day: string; hour: number; s: number; peak: number }>(
    `select to_char(t at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, extract(hour from t at time zone 'Asia/Shanghai')::integer as hour, count(*)::integer as s,
       count(*) filter (where extract(hour from t at time zone 'Asia/Shanghai') >= 21)::integer as peak
     from driver_duty_sessions s cross join generate_series(date_trunc('second', began_at), date_trunc('second', ended_at) - interval '1 second', interval '1 second') t
     where driver_id = $1 group by 1, 2`,
    [driverId],
  )
  const rows = await listed({ driverId })
  expect(rows.map(({ day }) => day)).toEqual(['2026-11-12', '2026-11-11', '2026-11-10'])
  for (const row of rows) {
    const mine = naive.filter(({ day }) => day === row.day)
    expect(row.hourS).toEqual(Array.from({ length: 24 }, (_, hour) => mine.find((one) => one.hour === hour)?.s ?? 0))
    expect(row).toMatchObject({ onlineS: mine.reduce((sum, { s }) => sum + s, 0), peakS: mine.reduce((sum, { peak }) => sum + peak, 0) })
  }
  expect(await onDay(driverId, '2026-11-10')).toMatchObject({
    attended: true,
    peaks: [{ name: '晚高峰', onlineS: 3 * 3_600 }],
    firstAt: '2026-11-10T12:15:30.000Z',
  })
  expect(await onDay(driverId, '2026-11-11')).toMatchObject({ attended: false, times: 2, targetOnlineS: 7_200 })
  expect((await listed({ driverId, attended: true, dayFrom: at('2026-11-10T00:00:00').toISOString() })).map(({ day }) => day)).toEqual([
    '2026-11-10',
  ])
  expect((await world.send(driverOnlineCalls.adapMatch, { cityId: HANGZHOU, day: '2026-11-10' }, 'hangzhou')).data).toMatchObject({
    drivers: 1,
    due: 1,
    attended: 1,
    onlineS: 13_470,
    hours: expect.arrayContaining([
      expect.objectContaining({ hour: 20, drivers: 1, onlineS: 2_670, peakS: 0 }),
      expect.objectContaining({ hour: 21, peakS: 3_600 }),
    ]),
  })
  // A change counts from the next midnight on: a day that is over stays as it was counted.
  expect(
    (await set({ settingId: (saved.data as { settingId: string }).settingId, version: 1, windows: [], changeReason: '取消' })).code,
  ).toBe(0)
  await world.owner.query('update driver_duty_sessions set counted = false where driver_id = $1', [driverId])
  await keep()
  expect(await onDay(driverId, '2026-11-10')).toMatchObject({ attended: true, peakS: 3 * 3_600 })
  expect((await world.send(driverOnlineCalls.export, { driverId, format: 'CSV' }, 'all')).code).toBe(0)
  expect((await world.send(exportCalls.list, {}, 'all')).data).toMatchObject({ total: 1 })
})

test('who runs a city sees its drivers and sets its peak times, never those of all cities', async () => {
  const far = await worked([[at('2026-11-10T20:00:00'), at('2026-11-10T21:00:00')]], { cityId: SHANGHAI, orgId: world.shanghaiOrg })
  await keep()
  expect(await listed({ driverId: far })).toHaveLength(1)
  expect(await listed({ driverId: far }, 'hangzhou')).toEqual([])
  const set = (input: Record<string, unknown>) => world.send(driverOnlineCalls.updatePeakTime, { windows: [], ...input }, 'hangzhou')
  for (const input of [{}, { cityId: SHANGHAI }]) expect((await set(input)).error).toBe('driverOnline.cityUnknown')
  expect((await world.send(driverOnlineCalls.adapMatch, { cityId: SHANGHAI }, 'hangzhou')).error).toBe('driverOnline.cityUnknown')
  expect((await world.send(driverOnlineCalls.getPeakTime, {}, 'hangzhou')).data).toMatchObject({ mayChangeTenant: false })
  const turned = await set({ cityId: HANGZHOU, windows: [{ name: '夜', weekMask: 1, from: '23:00:00', to: '01:00:00' }] })
  expect(turned).toMatchObject({ error: 'driverOnline.windowInvalid', data: { fields: [{ path: 'windows.0.to' }] } })
})
