import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { smsServiceCalls, type SmsServiceView } from '@chauffeur/contract/message/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driverInvitationCalls } from '@chauffeur/contract/driver/invitation'
import { driverAt } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
const log: string[] = []
beforeAll(async () => {
  world = await makeWorld({ logTo: log, settings: { publicUrl: 'https://console.example.com' } })
})
afterAll(() => world.close())

const post = async (url: string, payload: string, type = 'application/json') =>
  (await world.app.http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })).statusCode

test('the keys in the addresses for replies and delivery reports are in no log, whatever goes wrong there', async () => {
  const { path } = (await world.send(optOutCalls.renewDoor, { version: 0 })).data as { path: string }
  const gateway = { provider: 'ALIYUN', keyId: 'LTAI5tTEST', key: 'a-secret-of-the-provider', signName: '归航代驾' }
  const { reportUrl } = (await world.send(smsServiceCalls.save, gateway)).data as SmsServiceView
  const report = new URL(reportUrl).pathname
  const keys = [path.split('/').at(-1)!, report.split('/').at(-1)!]
  expect(keys.every((key) => key.length >= 32)).toBe(true)
  for (const url of [path, report]) {
    for (const [body, type] of [
      ['{"phone":"13511100001","text":"TD"}'],
      ['{"phone":'],
      ['x'.repeat(1_100_000)],
      ['<a/>', 'application/xml'],
    ] as [string, string?][])
      await post(url, body, type)
    await post(`${url}/more`, '{}')
  }
  // Something fails in the middle of it: that is in the log, its address is not.
  const { db, sms } = world.app.platform
  const [across, of] = [db.acrossTenants, sms.of]
  const fails = (): Promise<never> => Promise.reject(new Error('planted fault'))
  db.acrossTenants = fails
  sms.of = fails
  try {
    expect(await post(path, '{"phone":"13511100001","text":"TD"}')).toBe(500)
    expect(await post(report, '[{"phone_number":"13511100001","success":true,"biz_id":"1","out_id":"1-1-1"}]')).toBe(500)
  } finally {
    ;[db.acrossTenants, sms.of] = [across, of]
  }
  expect(log.filter((line) => line.includes('planted fault'))).toHaveLength(2)
  for (const secret of [...keys, gateway.key]) expect(log.join('')).not.toContain(secret)
  const { rows } = await world.owner.query<{ said: string }>(`select coalesce(string_agg(l::text, ' '), '') as said from operation_logs l`)
  for (const secret of [...keys, gateway.key]) expect(rows[0]!.said).not.toContain(secret)
})

test('with no provider that is enabled screens are told so, and whoever invites a driver hands the link over', async () => {
  const ready = async (as: 'all' | 'other' | 'partner' | 'nowhere') =>
    ((await world.send(smsServiceCalls.ready, {}, as)).data as { ready: boolean }).ready
  const { rows } = (await world.send(smsServiceCalls.list)).data as { rows: SmsServiceView[] }
  expect([await ready('all'), await ready('nowhere'), await ready('other')]).toEqual([true, true, false])
  for (const { smsServiceId, version } of rows) await world.send(smsServiceCalls.enable, { smsServiceId, version, enabled: false })
  expect(await ready('all')).toBe(false)
  const { driverId } = await driverAt(world, 0)
  const invited = await world.send(driverInvitationCalls.invite, { driverId })
  expect(invited).toMatchObject({ code: 0, data: { link: expect.stringMatching(/^\/driver/) } })
})
