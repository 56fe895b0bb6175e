import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import { type CustomerMerge, mergeCalls } from '@chauffeur/contract/customer/merge'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderCalls } from '@chauffeur/contract/order/list'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANGING } from './merge.queries.ts'
import { messagesIn } from '#test/harness/messages'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1344400${String(++made).padStart(4, '0')}`
const profile = async (customerId: string) => (await world.send(customerCalls.profile, { customerId })).data as CustomerProfile
const found = async (keyword: string) =>
  ((await world.send(customerCalls.list, { keyword })).data as AnswerOf<typeof customerCalls.list>).rows.map(({ customerId }) => customerId)

async function two() {
  const [phone, other] = [newPhone(), newPhone()]
  const { customerId: keptId } = await addOrder(world, { phone, name: '张三' })
  const { customerId: goneId, orderId } = await addOrder(world, { phone: other, name: '小张', cityId: SHANGHAI })
  await world.owner.query(
    `update customers set order_count = 1, plate_nos = '{浙A00001}', level = 2, tags = '{常客}' where customer_id = $1`,
    [goneId],
  )
  await world.owner.query(`update customers set order_count = 1 where customer_id = $1`, [keptId])
  await world.owner.query(`insert into customer_notes (tenant_id, customer_id, text, author_name) values ($1, $2, '怕狗', '客服')`, [
    world.tenantA,
    goneId,
  ])
  return { phone, other, keptId, goneId, orderId }
}
const merge = (of: { keptId: string; goneId: string }, version = 1) =>
  world.send(mergeCalls.merge, { customerId: of.keptId, version, goneId: of.goneId, reason: '同一人两个号码' })

describe('two customers who are one person', () => {
  test('are one after the merge, found by either telephone, with the orders, notes and level of both', async () => {
    const of = await two()
    expect((await merge(of)).code).toBe(0)
    expect(await profile(of.keptId)).toMatchObject({
      name: '张三',
      level: 2,
      plateNos: ['浙A00001'],
      tags: ['常客'],
      orderCount: 2,
      notes: [{ text: '怕狗' }],
    })
    expect((await profile(of.keptId)).lastOrders).toHaveLength(2)
    expect((await world.send(customerCalls.profile, { customerId: of.goneId })).code).toBe(404)
    expect(await found(of.other)).toEqual([of.keptId])
    for (const as of ['all', 'hangzhou'] as const) {
      const info = (await world.send(callCentreCalls.customerInfo, { phone: of.other }, as)).data as AnswerOf<
        typeof callCentreCalls.customerInfo
      >
      expect(info.customer, as).toMatchObject({ customerId: of.keptId })
    }
    const placed = await world.send(callCentreCalls.place, {
      cityId: HANGZHOU,
      pickupLat: 30.27,
      pickupLng: 120.15,
      pickupAddress: '武林广场',
      phone: of.other,
    })
    expect(placed.code, placed.message).toBe(0)
    const { rows } = await world.owner.query('select customer_id from orders order by order_id desc limit 1')
    expect(rows).toEqual([{ customer_id: of.keptId }])
  })

  test('are two again within a day, each with what was theirs; once only', async () => {
    const of = await two()
    const before = [await profile(of.keptId), await profile(of.goneId)]
    const { mergeId } = (await merge(of)).data as CustomerMerge
    expect(
      ((await world.send(mergeCalls.merges, { customerId: of.keptId })).data as AnswerOf<typeof mergeCalls.merges>).rows,
    ).toMatchObject([{ mergeId, gone: { customerId: of.goneId }, undoneAt: null }])
    expect((await world.send(mergeCalls.undoMerge, { mergeId })).code).toBe(0)
    for (const [at, customerId] of [of.keptId, of.goneId].entries()) {
      const after = await profile(customerId)
      expect({ ...after, version: 0 }).toEqual({ ...before[at], version: 0 })
    }
    expect(await found(of.other)).toEqual([of.goneId])
    expect((await world.send(mergeCalls.undoMerge, { mergeId })).error).toBe('customer.mergeOver')
    const late = (await merge(of, 3)).data as CustomerMerge
    await world.owner.query(`update customer_merges set merged_at = now() - interval '25 hours' where merge_id = $1`, [late.mergeId])
    expect((await world.send(mergeCalls.undoMerge, { mergeId: late.mergeId })).error).toBe('customer.mergeOver')
  })

  test('are not merged while an order is under way, with themselves, or unseen', async () => {
    const of = await two()
    expect((await merge({ keptId: of.keptId, goneId: of.keptId })).error).toBe('customer.mergeSelf')
    expect((await merge(of, 9)).error).toBe('customer.versionConflict')
    await addOrder(world, { phone: of.other, status: 301, name: '小张' })
    expect((await merge(of)).error).toBe('customer.orderLive')
  })
})

describe('a merge', () => {
  test('is made and undone by who sees all orders that change hands', async () => {
    const of = await two()
    await world.owner.query('update customers set city_id = $2 where customer_id = $1', [of.goneId, HANGZHOU])
    const input = { customerId: of.keptId, version: 1, goneId: of.goneId, reason: '同一人' }
    expect((await world.send(mergeCalls.merge, input, 'hangzhou')).error).toBe('customer.beyondSight')
    const { mergeId } = (await merge(of)).data as CustomerMerge
    expect((await world.send(mergeCalls.undoMerge, { mergeId }, 'hangzhou')).error).toBe('customer.beyondSight')
    const erase = { customerId: of.keptId, version: 2, reason: '客户要求' }
    expect((await world.send(mergeCalls.erase, erase, 'hangzhou')).error).toBe('customer.beyondSight')
    expect((await world.send(mergeCalls.undoMerge, { mergeId })).code).toBe(0)
  })

  test('of two members of a group leaves one, and two again once it is undone', async () => {
    const of = await two()
    const made = await world.send(groupCalls.save, { name: '合并分组', type: 'MARKETING' })
    const { groupId } = made.data as GroupRow
    await world.send(groupCalls.phoneAdd, { groupId, phones: [of.phone, of.other], remark: '名单' })
    const shown = async () => {
      const group = (await world.send(groupCalls.edit, { groupId })).data as GroupRow
      const { rows } = (await world.send(groupCalls.phoneList, { groupId })).data as AnswerOf<typeof groupCalls.phoneList>
      return { members: group.members, phones: rows.map(({ phone }) => phone).toSorted() }
    }
    const { mergeId } = (await merge(of)).data as CustomerMerge
    expect(await shown()).toEqual({ members: 1, phones: [of.phone] })
    await world.send(mergeCalls.undoMerge, { mergeId })
    expect(await shown()).toEqual({ members: 2, phones: [of.phone, of.other].toSorted() })
  })

  test('that is undone forgets no order of after it', async () => {
    const of = await two()
    const { mergeId } = (await merge(of)).data as CustomerMerge
    await world.owner.query('update customers set order_count = order_count + 1, last_order_at = now() where customer_id = $1', [of.keptId])
    const before = await profile(of.keptId)
    await world.send(mergeCalls.undoMerge, { mergeId })
    expect(await profile(of.keptId)).toMatchObject({ orderCount: before.orderCount - 1, lastOrderAt: before.lastOrderAt })
  })

  test('knows every table whose rows hang on a customer', async () => {
    const { rows } = await world.owner.query<{ table: string }>(
      `select c.table_name as table from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('customer_id', 'customer_ids')`,
    )
    /** What neither moves with a merge nor has to, and why. */
    const stays: Record<string, string> = {
      broadcast_recipients: 'whom a broadcast was for; who went into another customer gets none, erasing takes the person out',
      customers: 'the customers themselves',
      customer_search: 'written with its customer',
      learned_pickups: 'a figure of places, by cells; erasing takes it away',
      order_teams: 'an array, moved by itself',
      point_accounts: 'what is on them is moved as records of both',
      point_records: 'stay with the account they are of',
      point_lots: 'the same',
      point_dues: 'counted for whoever the customer is by then',
      point_notices: 'that somebody was told',
      sessions: 'of who went into another it is the other’s',
      agreement_consents: 'a proof that nobody changes: of one person is what both said',
      privacy_requests: 'answered for whom the asker went into',
    }
    const moved = HANGING.map(({ table }) => table as string)
    expect(rows.map(({ table }) => table).filter((table) => !moved.includes(table) && !(table in stays))).toEqual([])
  })
})

describe('a customer who asked to be forgotten', () => {
  const erase = (customerId: string, version: number) => world.send(mergeCalls.erase, { customerId, version, reason: '客户书面要求' })

  test('is nowhere any more; orders, money and the operation log stay', async () => {
    const of = await two()
    await merge(of)
    const { version } = await profile(of.keptId)
    expect((await erase(of.keptId, version)).code).toBe(0)
    for (const keyword of [of.phone, of.other, '张三', '00001']) expect(await found(keyword), keyword).not.toContain(of.keptId)
    expect((await world.send(customerCalls.profile, { customerId: of.keptId })).code).toBe(404)
    expect((await world.send(orderCalls.info, { orderId: of.orderId })).data).toMatchObject({
      customerName: '',
      contactPhone: '',
      totalFen: 3_500,
    })
    const info = await world.send(callCentreCalls.customerInfo, { phone: of.other })
    expect(info.data).toMatchObject({ customer: null, notes: [] })
    const { rows: tables } = await world.owner.query<{ table_name: string; column_name: string }>(
      `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('text', 'jsonb', 'ARRAY') and c.table_name not like 'operation_logs%'`,
    )
    const left: string[] = []
    for (const { table_name: table, column_name: column } of tables) {
      const { rows } = await world.owner.query<{ n: number }>(
        `select count(*)::int as n from "${table}" where "${column}"::text like '%' || $1 || '%' or "${column}"::text like '%' || $2 || '%'`,
        [of.phone, of.other],
      )
      if (rows[0]!.n > 0) left.push(`${table}.${column}`)
    }
    expect(left).toEqual([])
  })

  test('is in no message, sent or not, nor in what they were told of their orders at another telephone', async () => {
    const [phone, other] = [newPhone(), newPhone()]
    const { customerId, orderId } = await addOrder(world, { phone, name: '钱多', status: 180 })
    const tell = async (body: string) =>
      expect((await world.send(orderEditCalls.sendMessage, { orderId, kind: 'CUSTOM', way: 'TEXT', body })).code).toBe(0)
    await tell('钱多先生您好')
    await world.owner.query('update orders set contact_phone = $2 where order_id = $1', [orderId, other])
    await tell('钱先生在门口等')
    expect(await messagesIn(world, other)).toHaveLength(1)
    await world.owner.query('update orders set service_status = 403 where order_id = $1', [orderId])
    const { version } = await profile(customerId)
    expect(await erase(customerId, version)).toMatchObject({ code: 0 })
    expect([...(await messagesIn(world, phone)), ...(await messagesIn(world, other))]).toEqual([])
    const { rows } = await world.owner.query(
      `select m.body, s.phone_shown, s.phone_print, s.send_before <= now() as over from order_messages m join sms_outbox s using (tenant_id, sms_id) where m.order_id = $1`,
      [orderId],
    )
    const gone = { body: '—', phone_shown: '', phone_print: null, over: true }
    expect(rows).toEqual([gone, gone])
  })

  test('is neither in lists that were brought in, however their telephone was typed, nor known to a partner by a number, nor counted in groups', async () => {
    const [phone, beside] = [newPhone(), newPhone()]
    const { customerId } = await addOrder(world, { phone, name: '钱多' })
    const save = async (name: string) =>
      ((await world.send(groupCalls.save, { name, type: 'MARKETING', rule: { levels: [0] } })).data as GroupRow).groupId
    const [inside, out] = [await save('留着的人'), await save('移出的人')]
    for (const groupId of [inside, out]) await world.send(groupCalls.phoneAdd, { groupId, phones: [phone, beside] })
    await world.send(groupCalls.phoneDel, { groupId: out, customerIds: [customerId] })
    const typed = `+86 ${phone.slice(0, 3)}-${phone.slice(3, 7)} ${phone.slice(7)}`
    const { rows: made } = await world.owner.query<{ import_id: string }>(
      `insert into imports (tenant_id, kind, target, user_id, file_name, headed, mapping, row_count) values ($1, 'customer.customers', '{}', $2, '名单', false, '{}', 2) returning import_id`,
      [world.tenantA, world.people.all.userId],
    )
    await world.owner.query(
      `insert into import_rows (tenant_id, import_id, row_no, cells) values ($1, $2, 1, array[$3, '钱多']), ($1, $2, 2, array[$4, '孙少'])`,
      [world.tenantA, made[0]!.import_id, typed, beside],
    )
    const { rows: rights } = await world.owner.query<{ right_id: string }>(
      `insert into right_configs (tenant_id, right_no, name, cover, valid_from, valid_to) values ($1, 'RGONE', '权益', '{"kind":"FULL"}', now(), now() + interval '1 year') returning right_id`,
      [world.tenantA],
    )
    await world.owner.query(
      `insert into right_grants (tenant_id, right_id, customer_id, partner_user_id, times, used_times, state) values ($1, $2, $3, 'BANK-7788', 1, 1, 'EXHAUSTED')`,
      [world.tenantA, rights[0]!.right_id, customerId],
    )
    const { version } = await profile(customerId)
    expect(await erase(customerId, version)).toMatchObject({ code: 0 })
    const { rows } = await world.owner.query('select cells from import_rows where import_id = $1 order by row_no', [made[0]!.import_id])
    expect(rows).toEqual([{ cells: [] }, { cells: [beside, '孙少'] }])
    const { rows: grants } = await world.owner.query('select state, partner_user_id from right_grants where customer_id = $1', [customerId])
    expect(grants).toEqual([{ state: 'EXHAUSTED', partner_user_id: '' }])
    const { rows: counts } = await world.owner.query(
      `select g.members, (select count(*)::int from customer_group_members m where m.group_id = g.group_id and not m.excluded) as there
       from customer_groups g where g.group_id = any ($1) order by g.group_id`,
      [[inside, out]],
    )
    expect(counts).toEqual([
      { members: 1, there: 1 },
      { members: 1, there: 1 },
    ])
  })

  test('is in no file any more that was made of lists before: it lapses, and one that is being written is stopped', async () => {
    const { customerId } = await addOrder(world, { phone: newPhone() })
    const tenant = world.tenantA
    const file = async (kind: string) =>
      (
        await world.owner.query<{ file_id: string }>(
          `insert into files (tenant_id, kind, store, state, bytes, sha256, expire_at)
           values ($1, $2, 'DATABASE', 'KEPT', 0, sha256(''::bytea), now() + interval '5 days') returning file_id`,
          [tenant, kind],
        )
      ).rows[0]!.file_id
    const kept = await file('STATEMENT')
    const files = [await file('EXPORT'), await file('IMPORT'), kept]
    await world.owner.query(
      `insert into exports (tenant_id, list, filters, columns, format, conditions, whole_phones, reason, english, utc_offset_minutes, asked_by, asked_name, file_id, expires_at)
       values ($1, 'customers.list', '{}', '{}', 'CSV', '', true, '', false, 480, $2, 'all', $3, now() + interval '5 days')`,
      [tenant, world.people.all.userId, files[0]],
    )
    const { version } = await profile(customerId)
    expect((await erase(customerId, version)).code).toBe(0)
    const { rows: left } = await world.owner.query('select file_id from files where file_id = any ($1::uuid[]) and expire_at > now()', [
      files,
    ])
    expect(left).toEqual([{ file_id: kept }])
    const { rows: exports } = await world.owner.query('select expires_at <= now() as over from exports where file_id = $1', [files[0]])
    expect(exports).toEqual([{ over: true }])
  })

  test('is not erased while an order is under way or a bill is open', async () => {
    const phone = newPhone()
    const { customerId } = await addOrder(world, { phone, payStatus: 10 })
    expect((await erase(customerId, 1)).error).toBe('customer.owes')
    await addOrder(world, { phone, status: 301 })
    expect((await erase(customerId, 1)).error).toBe('customer.orderLive')
  })
})
