import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { messageTextCalls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesIn } from '#test/harness/messages'
import { addDriver, addOrder, HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: false })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1391234${String(++made).padStart(4, '0')}`
async function customer(language: 'zh' | 'en', of: { phone?: string; into?: string; tenantId?: string } = {}) {
  const phone = of.phone ?? newPhone()
  const { rows } = await world.owner.query<{ customer_id: string }>(
    `insert into customers (tenant_id, phone, name, city_id, language, merged_into) values ($1, $2, '客', $3, $4, $5) returning customer_id`,
    [of.tenantId ?? world.tenantA, phone, HANGZHOU, language, of.into ?? null],
  )
  return { phone, customerId: rows[0]!.customer_id }
}
/** In which language the desk's message of an order that somebody placed, for this telephone, would be. */
async function saidTo(contact: string, by: { customerId: string }) {
  const { orderId } = await addOrder(world, { status: 180 })
  await world.owner.query('update orders set contact_phone = $2, customer_id = $3 where order_id = $1', [orderId, contact, by.customerId])
  const { data } = await world.send(orderEditCalls.messages, { orderId })
  const { body } = (data as { drafts: { body: string }[] }).drafts[0]!
  return /We are looking/.test(body) ? 'en' : /正在为您寻找/.test(body) ? 'zh' : body
}

test('who ordered for somebody else has it said in that person’s language; for a telephone of nobody, in their own', async () => {
  const [chinese, foreign] = [await customer('zh'), await customer('en')]
  expect(await saidTo(foreign.phone, chinese)).toBe('en')
  expect(await saidTo(chinese.phone, foreign)).toBe('zh')
  expect(await saidTo(newPhone(), foreign)).toBe('en')
  expect(await saidTo(newPhone(), chinese)).toBe('zh')
})

test('a customer who went into another is told as that one reads, at either telephone', async () => {
  const kept = await customer('en')
  const gone = await customer('zh', { into: kept.customerId })
  expect([await saidTo(gone.phone, gone), await saidTo(gone.phone, kept), await saidTo(newPhone(), gone)]).toEqual(['en', 'en', 'en'])
})

test('how a telephone’s owner reads in another business is no word for this one', async () => {
  const here = await customer('zh')
  await customer('en', { phone: here.phone, tenantId: world.tenantB })
  const elsewhere = await customer('en', { tenantId: world.tenantB })
  expect(await saidTo(here.phone, here)).toBe('zh')
  expect(await saidTo(elsewhere.phone, here)).toBe('zh')
})

const asks = {
  driver: { sendCode: dispatchCalls.sendCode, add: (phone: string) => addDriver(world, { phone }), table: 'drivers' },
  customer: { sendCode: customerAppCalls.sendCode, add: (phone: string) => customer('zh', { phone }), table: 'customers' },
} as const

test.each(['driver', 'customer'] as const)(
  'a sign-in code of a %s is in the language of the page that asks, whatever its owner chose before',
  async (who) => {
    const { sendCode, add, table } = asks[who]
    const code = async (kept: 'zh' | 'en', page: string | undefined) => {
      const phone = newPhone()
      await add(phone)
      await world.owner.query(`update ${table} set language = $1 where tenant_id = $2 and phone = $3`, [kept, world.tenantA, phone])
      const headers: Record<string, string> = page === undefined ? {} : { 'accept-language': page }
      expect((await world.send(sendCode, { tenantId: world.tenantA, phone }, '', headers)).code).toBe(0)
      return /^【甲代驾】Your sign-in code is \d{6}\./.test((await messagesIn(world, phone)).at(-1)!.body) ? 'en' : 'zh'
    }
    expect(await code('zh', 'en-GB,en;q=0.9')).toBe('en')
    expect(await code('en', 'zh-CN,zh;q=0.9')).toBe('zh')
    expect(await code('en', undefined)).toBe('zh')
    expect(await code('zh', 'de-DE'), 'a language that nothing is written in').toBe('zh')
  },
)

test('nobody can switch off a code in English, nor take its digits out of it: whoever asks in English is let in', async () => {
  const { rows } = (await world.send(messageTextCalls.standard)).data as { rows: MessageTextRow[] }
  const { textId, version } = rows.find(({ event, language }) => event === 'DRIVER_CODE' && language === 'en')!
  const change = (said: object) => world.send(messageTextCalls.update, { textId, version, reason: '试', ...said })
  expect((await change({ effect: 'OFF' })).error).toBe('messageText.invalid')
  expect((await change({ effect: 'SEND', body: 'Sign in within ${minutes} minutes' })).error).toBe('messageText.invalid')
  const inCity = { event: 'DRIVER_CODE', cityId: HANGZHOU, language: 'en', effect: 'OFF', reason: '试' } as const
  expect((await world.send(messageTextCalls.add, inCity, 'all', { 'idempotency-key': 'off' })).error).toBe('messageText.invalid')
})
