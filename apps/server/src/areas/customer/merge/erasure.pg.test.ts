import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { addOrder, makeWorld, type World } from '#test/world'
import { tablesIn, tablesWith, watchStatements } from '#test/platform/statements'
import { erasePerson } from './erasure.queries.ts'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())

const NUMBER = 'the books: what is left of the person is a number, of which nobody knows whose it was'
const STAFF = 'of people of the business'
const COMPANY = 'the telephone of a company'
const NAMELESS = 'what customers do is kept with their number and no name'
/** What erasing leaves as it is, and why. */
const stays: Record<string, string> = {
  broadcast_events: STAFF,
  channels: COMPANY,
  coupon_grants: 'how far a grant to many has come, by the last number of them',
  driver_claim_events: STAFF,
  driver_codes: 'of drivers',
  drivers: 'people of their own, also where one of them is a customer too',
  enterprises: COMPANY,
  ledger_accounts: NUMBER,
  ledger_entries: NUMBER,
  message_text_events: STAFF,
  order_events: NAMELESS,
  order_file_events: STAFF,
  order_photo_case_events: STAFF,
  order_prepayment_events: NAMELESS,
  partner_statement_events: STAFF,
  point_dues: NUMBER,
  point_lots: NUMBER,
  price_templates: 'what the business charges: its owner is a city or a partner',
  privacy_binding_events: STAFF,
  privacy_number_uses: 'that a telephone is behind a number now: it goes with the release of the pair, which erasing asks for',
  redeem_codes: NUMBER,
  right_order_audit_events: STAFF,
  users: STAFF,
  withdrawal_events: STAFF,
}

test('whoever is erased is taken out of every table in which they stand, or it is said why they stay', async () => {
  const { customerId } = await addOrder(world, { name: '钱多' })
  const { db, vault } = world.app.platform
  const watched = watchStatements(world)
  await db
    .write(wholeTenant(world.tenantA), (tx) => erasePerson(tx, { customerId, tenantId: world.tenantA, by: world.people.all.userId }, vault))
    .finally(watched.stop)
  const changed = await tablesIn(world, watched.texts(), 'writes')
  const tables = await tablesWith(world, /(^|_)customer_ids?$|^(kept|gone)_id$|^owner_id$|^actor_id$|phone/)
  const forgotten = [...tables].filter(([table]) => !changed.has(table) && !(table in stays))
  expect(Object.fromEntries(forgotten), 'take the person out in erasure.queries.ts, or say here why they stay').toEqual({})
  expect(
    Object.keys(stays).filter((table) => changed.has(table) || !tables.has(table)),
    'of these there is no reason any more',
  ).toEqual([])
})

test('whoever is erased is no longer on the list of the company that employs them, where the telephone stood with the name', async () => {
  const phone = '13855550001'
  const { customerId } = await addOrder(world, { phone, name: '钱多' })
  const made = await world.owner.query<{ id: string }>(
    `insert into enterprises (tenant_id, name, pay_mode) values ($1, '茶叶公司', 'POSTPAID') returning enterprise_id as id`,
    [world.tenantA],
  )
  const enterpriseId = made.rows[0]!.id
  await world.owner.query(
    `insert into enterprise_employees (tenant_id, enterprise_id, phone, name) values ($1, $2, $3, '钱多'), ($1, $2, '13855550002', '孙少')`,
    [world.tenantA, enterpriseId, phone],
  )
  const { db, vault } = world.app.platform
  await db.write(wholeTenant(world.tenantA), (tx) =>
    erasePerson(tx, { customerId, tenantId: world.tenantA, by: world.people.all.userId }, vault),
  )
  const { rows } = await world.owner.query('select name from enterprise_employees where enterprise_id = $1', [enterpriseId])
  expect(rows).toEqual([{ name: '孙少' }])
})
