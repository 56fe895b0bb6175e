import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { messagesIn } from '#test/harness/messages'
import { addDriver, HANGZHOU, makeWorld, type World } from '#test/world'

/** Wrong codes an hour from one address. */
const MOST = 40
let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: false, settings: { codesPerAddress: MOST, trustedProxies: ['loopback'] } })
})
afterAll(() => world.close())

let networks = 0
let here: string
// Each test guesses from an address of its own: what one shut is shut for an hour.
beforeEach(() => {
  here = `203.0.113.${++networks}`
})
const from = (address: string) => ({ 'x-forwarded-for': address })
const people = {
  driver: {
    ...dispatchCalls,
    refused: { bad: 'driver.badCode', locked: 'driver.locked' },
    add: (phone: string) => addDriver(world, { tenantId: world.tenantA, cityId: HANGZHOU, name: '司机', phone }),
  },
  customer: {
    ...customerAppCalls,
    refused: { bad: 'customer.badCode', locked: 'customer.locked' },
    add: async (phone: string) => (await world.send(customerCalls.update, { phone, name: '客户', cityId: HANGZHOU })).data,
  },
}
type Who = keyof typeof people
let made = 0
/** A telephone of somebody, and the code that it was sent to elsewhere. */
async function victim(who: Who) {
  const phone = `1378${String(++made).padStart(7, '0')}`
  await people[who].add(phone)
  const asked = await world.send(people[who].sendCode, { tenantId: world.tenantA, phone }, '', from(`198.51.100.${made % 200}`))
  expect(asked.code, asked.message).toBe(0)
  return { phone, code: /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0] }
}
const guess = (who: Who, phone: string, code: string, address = here) =>
  world.send(people[who].signIn, { tenantId: world.tenantA, phone, code }, '', from(address))
const nobodys = (n: number) => `1379${String(n).padStart(7, '0')}`

test.each(['driver', 'customer'] as const)(
  'whoever tries one code at many telephones of a %s is soon not listened to, the right one included',
  async (who) => {
    const { phone, code } = await victim(who)
    const errors: (string | undefined)[] = []
    for (let n = 0; n < MOST + 20; n++)
      errors.push((await guess(who, n % 2 ? nobodys(n) : phone.replace(/..$/, String(10 + n)), '000000')).error)
    const { bad, locked } = people[who].refused
    expect(errors).toEqual([...Array.from({ length: MOST }, () => bad), ...Array.from({ length: 20 }, () => locked)])
    const shut = await guess(who, phone, code)
    expect(shut.error).toBe(locked)
    const { retryAfterS } = shut.data as { retryAfterS: number }
    expect(retryAfterS).toBeGreaterThan(3_000)
    expect(retryAfterS).toBeLessThanOrEqual(3_600)
    // Its owner, elsewhere, signs in: nothing was counted against the telephone.
    expect((await guess(who, phone, code, `192.0.2.${made}`)).code).toBe(0)
  },
)

test('changing from drivers to customers, or to another address of a network of IPv6, begins nothing anew', async () => {
  const address = (n: number) => `2001:db8:0:7::${(n + 1).toString(16)}`
  for (let n = 0; n < MOST; n++) await guess(n % 2 ? 'driver' : 'customer', nobodys(n), '000000', address(n))
  expect((await guess('driver', nobodys(500), '000000', address(500))).error).toBe('driver.locked')
  expect((await guess('customer', nobodys(500), '000000', address(501))).error).toBe('customer.locked')
  expect((await guess('customer', nobodys(500), '000000', '2001:db8:0:8::1')).error).toBe('customer.badCode')
})

test('of guesses sent at once no more are looked at than of those sent one by one', async () => {
  const errors = await Promise.all(Array.from({ length: MOST * 2 }, async (_, n) => (await guess('driver', nobodys(n), '000000')).error))
  expect(errors.filter((error) => error === 'driver.badCode')).toHaveLength(MOST)
  expect(errors.filter((error) => error === 'driver.locked')).toHaveLength(MOST)
})

test('many who share an address and sign in rightly use up nothing, also where some mistyped first', async () => {
  for (let n = 0; n < MOST + 10; n++) {
    const { phone, code } = await victim('driver')
    if (n % 2) expect((await guess('driver', phone, '000000')).error).toBe('driver.badCode')
    expect((await guess('driver', phone, code)).code).toBe(0)
  }
})

test('an operator’s password is not guessed by changing the address within a network of IPv6', async () => {
  await world.owner.query('update users set password_hash = $1', [await hashPassword('Right#2026')])
  const signIn = (username: string, password: string, address: string) =>
    world.send(sessionCalls.signIn, { username, password }, '', from(address))
  for (let n = 0; n < 20; n++) await signIn(`guess${n}`, 'wrong', `2001:db8:0:9::${(n + 1).toString(16)}`)
  expect((await signIn('all', 'Right#2026', '2001:db8:0:9::ffff')).error).toBe('session.locked')
  expect((await signIn('all', 'Right#2026', '2001:db8:0:a::1')).code).toBe(0)
})

const lastOf = async (headers: (n: number) => Record<string, string>, at: World = world) => {
  const errors: (string | undefined)[] = []
  for (let n = 0; n <= MOST; n++)
    errors.push((await at.send(dispatchCalls.signIn, { tenantId: at.tenantA, phone: nobodys(n), code: '000000' }, '', headers(n))).error)
  return errors.slice(-2)
}
const SHUT = ['driver.badCode', 'driver.locked']

test('an address that somebody makes up before the proxy’s own word begins nothing anew, nor does one that is none', async () => {
  expect(await lastOf((n) => from(`192.0.2.${n + 1}, ${here}`))).toEqual(SHUT)
  const elsewhere = { tenantId: world.tenantA, phone: nobodys(700), code: '000000' }
  expect((await world.send(dispatchCalls.signIn, elsewhere, '', from('192.0.2.1'))).error, 'whom it named is free').toBe('driver.badCode')
  expect(await lastOf((n) => from(`nobody-${n}`))).toEqual(SHUT)
})

test('without a proxy that is trusted no header says where a guess comes from', async () => {
  const plain = await makeWorld({ engine: false, settings: { codesPerAddress: MOST } })
  try {
    const made = (n: number) => ({ ...from(`192.0.2.${n + 1}`), 'x-real-ip': `192.0.2.${n + 1}`, forwarded: `for=192.0.2.${n + 1}` })
    expect(await lastOf(made, plain)).toEqual(SHUT)
  } finally {
    await plain.close()
  }
})

test('a telephone that is shut itself, tried again and again, shuts out nobody else behind the same address', async () => {
  const [shut, free] = [await victim('driver'), await victim('driver')]
  const errors: (string | undefined)[] = []
  for (let n = 0; n < MOST * 2; n++) errors.push((await guess('driver', shut.phone, shut.code === '000000' ? '000001' : '000000')).error)
  const wrong = errors.filter((error) => error === 'driver.badCode').length
  expect(wrong).toBeLessThan(MOST / 2)
  expect(errors.at(-1)).toBe('driver.locked')
  expect((await guess('driver', free.phone, free.code)).code).toBe(0)
})
