import { customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { optOutCalls as calls, type OptOutRow } from '@chauffeur/contract/message/opt-out'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1351110${String(++made).padStart(4, '0')}`
const list = async (input: object = {}, as: Person = 'all') => {
  const answer = await world.send(calls.list, { pageSize: 200, ...input }, as)
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { rows: OptOutRow[] }).rows
}
const agree = (customerId: string, given = true) =>
  world.send(customerCalls.consent, { customerId, kind: 'MARKETING', given, source: '电话' })
const lastWord = async (customerId: string) =>
  ((await world.send(customerCalls.profile, { customerId })).data as CustomerProfile).consents.find(({ kind }) => kind === 'MARKETING')
const door = async (version = 0) => (await world.send(calls.renewDoor, { version })).data as { path: string; version: number }
const reply = (path: string, body: object) => world.send({ method: 'POST', path }, body as Record<string, unknown>, '')

test('who replies TD stands on the list at once, with when and how, and has taken back what they had agreed to', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  await agree(customerId)
  const { path, version } = await door()
  expect(await reply(path, { phone: `+86 ${phone}`, text: ' td。', id: 'M77', at: '2026-11-20T02:00:00.000Z' })).toMatchObject({
    code: 0,
    data: { taken: 1, optedOut: 1 },
  })
  expect(await list({ phone })).toMatchObject([
    { phone, way: 'REPLY', said: 'td。', reference: 'M77', saidAt: '2026-11-20T02:00:00.000Z', holds: true, cityName: '杭州市' },
  ])
  expect(await lastWord(customerId)).toMatchObject({ given: false, source: '短信回复退订' })
  // Told twice, and words that refuse nothing.
  const stranger = newPhone()
  const replies = [
    { phone, text: 'TD' },
    { phone: stranger, text: '好的' },
    { phone: '不是号码', text: 'TD' },
  ]
  expect((await reply(path, { replies })).data).toEqual({ taken: 3, optedOut: 0 })
  expect(await list({ phone: stranger })).toEqual([])
  expect((await reply('/public/message/replies/guessed', { phone, text: 'TD' })).error).toBe('optOut.doorUnknown')
  const other = await door(version)
  expect((await reply(path, { phone: stranger, text: 'TD' })).error).toBe('optOut.doorUnknown')
  expect((await world.send(calls.renewDoor, { version })).error).toBe('optOut.versionConflict')
  expect((await reply(other.path, { phone: stranger, text: '退订' })).data).toEqual({ taken: 1, optedOut: 1 })
  await world.send(calls.renewDoor, { version: other.version })
})

test.each(['hangzhou', 'company', 'partner', 'nowhere'] as const)(
  'the address for replies is the whole business’s: %s neither sees it nor takes it away',
  async (narrow) => {
    const present = (await world.send(calls.door)).data as { path: string; version: number }
    for (const answer of [
      await world.send(calls.door, {}, narrow),
      await world.send(calls.renewDoor, { version: present.version }, narrow),
    ]) {
      expect(answer.code).toBeGreaterThan(0)
      expect(JSON.stringify(answer)).not.toContain('/public/message/replies/')
    }
    expect(await world.send(calls.door)).toMatchObject({ data: { path: present.path, version: present.version } })
  },
)

test('numbers are put on and taken off with a reason, and none is found out by putting it on', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  await agree(customerId)
  const add = () => world.send(calls.add, { phone, said: '来电要求' })
  expect([await add(), await add()]).toMatchObject([
    { code: 0, data: {} },
    { code: 0, data: {} },
  ])
  const [row] = await list({ phone })
  expect(row).toMatchObject({ way: 'OPERATOR', said: '来电要求', createdByName: 'all' })
  expect(await lastWord(customerId)).toMatchObject({ given: false })
  const { optOutId, version } = row!
  expect((await world.send(calls.remove, { optOutId, version: 9, reason: '误登' })).error).toBe('optOut.versionConflict')
  expect((await world.send(calls.remove, { optOutId, version, reason: '误登' })).data).toMatchObject({
    holds: false,
    removedReason: '误登',
  })
  expect((await world.send(calls.remove, { optOutId, version, reason: '误登' })).error).toBe('optOut.over')
  // Off the list they get marketing once they agree anew.
  expect(await lastWord(customerId)).toMatchObject({ given: false })
  await add()
  expect(await list({ phone, holds: true })).toHaveLength(1)
  expect(await list({ phone })).toHaveLength(2)
})

test('who runs one city sees who refused there alone, another business none; a number lies nowhere in clear', async () => {
  const [here, there] = [newPhone(), newPhone()]
  await addOrder(world, { phone: here })
  await addOrder(world, { phone: there, cityId: SHANGHAI })
  await world.owner.query('update customers set city_id = $2 where phone = $1', [there, SHANGHAI])
  for (const phone of [here, there]) await world.send(calls.add, { phone, said: '来电' })
  expect(await list({ phone: here }, 'hangzhou')).toHaveLength(1)
  expect(await list({ phone: there }, 'hangzhou')).toEqual([])
  expect(await list({}, 'other')).toEqual([])
  expect(await list({}, 'partner')).toEqual([])
  const { optOutId, version } = (await list({ phone: there }))[0]!
  expect((await world.send(calls.remove, { optOutId, version, reason: 'x' }, 'hangzhou')).code).toBe(404)
  // Whoever is told of it by telephone puts it on wherever its owner lives.
  const far = newPhone()
  await world.owner.query('insert into customers (tenant_id, phone, city_id) values ($1, $2, $3)', [world.tenantA, far, SHANGHAI])
  expect((await world.send(calls.add, { phone: far, said: '来电' }, 'hangzhou')).code).toBe(0)
  expect(await list({ phone: far })).toMatchObject([{ cityName: '上海市' }])
  const { rows } = await world.owner.query<{ row: string }>('select o::text as row from message_opt_outs o')
  for (const phone of [here, there, far]) expect(rows.map(({ row }) => row).join()).not.toContain(phone)
})

test('a list is brought in and taken back; those on it already stay as they are', async () => {
  const [known, fresh] = [newPhone(), newPhone()]
  await world.send(calls.add, { phone: known, said: '来电' })
  const { importId, results } = await bring(world, { kind: 'message.optOuts', content: `电话,说明\n${known},旧\n${fresh},原服务商` })
  expect(results.map(([phone, state]) => [phone, state])).toEqual([
    [known, 'REFUSED'],
    [fresh, 'DONE'],
  ])
  expect(await list({ phone: fresh })).toMatchObject([{ way: 'FILE', said: '原服务商', holds: true }])
  await undoImport(world, importId)
  expect(await list({ phone: fresh, holds: true })).toEqual([])
  expect(await list({ phone: known, holds: true })).toMatchObject([{ way: 'OPERATOR' }])
})

test('of who is forgotten a print is left, by which the number stays opted out', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  await world.owner.query('update customers set city_id = $2 where customer_id = $1', [customerId, HANGZHOU])
  await world.send(calls.add, { phone, said: '来电，张三本人' })
  const { version } = (await world.send(customerCalls.profile, { customerId })).data as CustomerProfile
  expect((await world.send(mergeCalls.erase, { customerId, version, reason: '客户书面要求' })).code).toBe(0)
  expect(await list({ phone })).toMatchObject([{ phone: '', said: '', holds: true }])
  await world.send(calls.add, { phone, said: '又来电' })
  expect(await list({ phone })).toHaveLength(1)
})
