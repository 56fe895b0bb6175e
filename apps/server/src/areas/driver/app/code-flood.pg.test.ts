import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { codesPerAddress: 40, trustedProxies: ['loopback'] } })
})
afterAll(() => world.close())

/** As the proxy passes it on: what the attacker made up stands before what the proxy saw. */
const from = (address: string, madeUp = '') => ({ 'x-forwarded-for': madeUp ? `${madeUp}, ${address}` : address })
const ask = (n: number, headers: Record<string, string>, call: { method: string; path: string } = dispatchCalls.sendCode) =>
  world.send(call, { tenantId: world.tenantA, phone: `1377${String(n).padStart(7, '0')}` }, '', headers)

test('whoever asks for codes for a thousand telephones from one address gets forty, whatever addresses they make up', async () => {
  const codes: number[] = []
  for (let n = 0; n < 1_000; n++) codes.push((await ask(n, from('203.0.113.7', `198.51.100.${n % 250}`))).code)
  expect(codes.filter((code) => code === 0)).toHaveLength(40)
  expect(new Set(codes.slice(40))).toEqual(new Set([42931]))
  const { rows } = await world.owner.query<{ n: number }>('select count(*)::int as n from driver_codes')
  expect(rows).toEqual([{ n: 40 }])
  const refused = await ask(2_000, from('203.0.113.7'))
  expect(refused).toMatchObject({ error: 'driver.codeTooOften' })
  expect((refused.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(3_000)
  expect((refused.data as { retryAfterS: number }).retryAfterS).toBeLessThanOrEqual(3_600)
  // Customers’ codes cost the same, and count together with them.
  expect(await ask(2_001, from('203.0.113.7'), customerAppCalls.sendCode)).toMatchObject({ error: 'customer.codeTooOften' })
  // Whoever is elsewhere notices nothing.
  expect((await ask(3_000, from('203.0.113.8'))).code).toBe(0)
  expect((await ask(3_001, from('203.0.113.8'), customerAppCalls.sendCode)).code).toBe(0)
})

test('of a network of IPv6 all addresses are one', async () => {
  const codes: number[] = []
  for (let n = 0; n < 60; n++) codes.push((await ask(5_000 + n, from(`2001:db8:0:1::${(n + 1).toString(16)}`))).code)
  expect(codes.filter((code) => code === 0)).toHaveLength(40)
  expect((await ask(6_000, from('2001:db8:0:2::1'))).code).toBe(0)
})
