import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { sendSms } from '#platform/provider/sms'
import { sendWaiting } from '#platform/sending/sender'
import { type ProviderServer, providerServer } from '#test/harness/provider-server'
import { HANGZHOU, makeWorld, type World } from '#test/world'
import { settle } from './recipient.queries.ts'

let world: World
let gateway: ProviderServer
beforeAll(async () => {
  gateway = await providerServer()
  world = await makeWorld({ settings: { sms: { url: gateway.url, token: '', statusUrl: '', reportKey: '', priceX100: 450 } } })
})
afterAll(async () => {
  await world.close()
  await gateway.stop()
})

test('one answer that is long in coming holds up none of the many messages behind it', async () => {
  const PEOPLE = 120
  let release = () => {}
  gateway.answers.splice(0, gateway.answers.length, { after: new Promise<void>((resolve) => (release = resolve)) }, {})
  await world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) => {
    for (let n = 0; n < PEOPLE; n++)
      await sendSms(tx, world.app.platform.vault, {
        ...{ tenantId: world.tenantA, phone: `1355000${String(n).padStart(4, '0')}`, purpose: 'BROADCAST', once: true },
        ...{ body: '周末代驾八折', validS: 600, about: { event: 'BROADCAST', cityId: HANGZHOU } },
      })
  })
  const sending = sendWaiting(world.app.platform, 'bulk')
  await expect.poll(() => gateway.asked.length, { timeout: 7_000 }).toBe(PEOPLE)
  release()
  expect(await sending).toBe(PEOPLE)
  const phones = gateway.asked.map(({ body }) => (body as { phone: string }).phone)
  expect(new Set(phones).size).toBe(PEOPLE)
})

test('a look at a broadcast of many reads those who are in hand, not everybody it is for, also before the database has counted them', async () => {
  const [PEOPLE, IN_HAND] = [6_000, 200]
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into broadcasts (tenant_id, name, whom, body, refuse_by, city_ids, state, author_ids, author_name, decided_at, decided_by, recipients)
     values ($1, '周末优惠', 'CUSTOMERS', '周末代驾八折', 'R', array[$2::bigint], 'SENDING', '{1}', '甲', now(), 2, $3) returning broadcast_id::text as id`,
    [world.tenantA, HANGZHOU, PEOPLE],
  )
  const broadcastId = rows[0]!.id
  await world.owner.query(
    `insert into broadcast_recipients (tenant_id, broadcast_id, n, city_id, phone_print, phone_shown, state, claimed_at)
     select $1, $2, n, $3, decode(lpad(to_hex(n), 64, '0'), 'hex'), '', case when n <= $5 then 'CLAIMED' else 'WAITING' end, case when n <= $5 then now() end
       from generate_series(1, $4::int) n`,
    [world.tenantA, broadcastId, HANGZHOU, PEOPLE, IN_HAND],
  )
  const read = await world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) => {
    // Their messages are gone with the outbox's oldest: nobody knows of them any more.
    expect(await settle(tx, broadcastId)).toMatchObject({ inHand: 0, waiting: true })
    const { rows: counted } = await sql<{ read: number }>`select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables
      where relname = 'broadcast_recipients'`.execute(tx)
    return counted[0]!.read
  })
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(PEOPLE / 2)
  const { rows: after } = await world.owner.query<{ unknown: number }>(
    'select unknown_count as unknown from broadcasts where broadcast_id = $1',
    [broadcastId],
  )
  expect(after).toEqual([{ unknown: IN_HAND }])
})
