import { createHash, createHmac, randomBytes } from 'node:crypto'
import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { channelCalls } from '@chauffeur/contract/partner/channel'
import { partnerGrantCalls } from '@chauffeur/contract/partner/grants'
import { keyCalls, KEYS_AT_ONCE } from '@chauffeur/contract/partner/key'
import { rightCalls } from '@chauffeur/contract/pricing/right'
import { planOrder } from './customer-plan.ts'
import { createOperator, type Operator } from './operator.ts'
import { openPartnerServer } from './partner-server.ts'
import { stream } from './random.ts'
import type { Tenant, World } from './world.ts'

export interface PartnerPlay {
  /** Of the platform. */
  url: string
  /** Who may make keys and set callback addresses. */
  username: string
  password: string
  /** Where the partner's own server listens. */
  port: number
}

/** By this the keys and the address of a run before are known. */
const note = '模拟合作方'
/** Its orders stand apart from those of callers. */
const firstPlan = 1_000_000
const everyMs = 25_000
const repeated = 0.3
const cancelled = 0.15
/** Of these its right pays, which it grants just before. */
const paid = 0.4
const timeoutMs = 15_000

/** A partner of the tenant: its own program with a key, its own server that is told of its orders. */
export async function runPartner(world: World, tenant: Tenant, play: PartnerPlay): Promise<void> {
  const admin = createOperator(world.wire, world.scheduler, play.username, play.password)
  const { rows } = await admin.ask(channelCalls.list, { enabled: true, pageSize: 50 })
  // One whose people sign in to look at what it is told.
  const channel = rows.find(({ users }) => users > 0) ?? rows[0]
  if (!channel) return
  const { rows: rights } = await admin.ask(rightCalls.list, { channelId: channel.channelId, state: 'ON', pageSize: 1 })
  const key = await freshKey(admin, channel.channelId)
  const server = await openPartnerServer(play.port, key.secret, world.seed, world.stats)
  try {
    await callMeAt(admin, channel.channelId, server.url)
    await placeOrders(world, tenant, { ...key, url: play.url }, rights[0]?.rightNo ?? null)
  } finally {
    server.close()
  }
}

interface Key {
  keyId: string
  secret: string
}
interface Signing extends Key {
  url: string
}

/** A secret is told once: each run makes a key of its own, and ends those of runs before. */
async function freshKey(admin: Operator, channelId: string): Promise<Key> {
  const { rows } = await admin.ask(keyCalls.list, { channelId })
  const good = rows.filter(({ endedAt }) => endedAt === null)
  const mine = good.filter((one) => one.note === note)
  if (good.length - mine.length >= KEYS_AT_ONCE) throw new Error('The channel has two keys of others.')
  for (const { keyId } of mine) await admin.ask(keyCalls.end, { channelId, keyId })
  return admin.ask(keyCalls.make, { channelId, note })
}

async function callMeAt(admin: Operator, channelId: string, url: string): Promise<void> {
  const { rows } = await admin.ask(callbackCalls.list, { channelId })
  const before = rows.find((one) => one.note === note)
  if (before?.url === url) return
  await admin.ask(callbackCalls.save, {
    channelId,
    url,
    note,
    ...(before && { callbackId: before.callbackId, version: before.version }),
  })
}

/** Now and then an order; some are sent again, as a partner does that heard no answer, some are cancelled. */
async function placeOrders(world: World, tenant: Tenant, key: Signing, rightNo: string | null): Promise<void> {
  const { scheduler, seed, stats } = world
  const random = stream(seed, 'partner', tenant.index)
  const run = Date.now().toString(36)
  for (let n = 1; ; n++) {
    await scheduler.sleep(random.gap(everyMs))
    const plan = planOrder(seed, tenant.index, firstPlan + random.int(0, firstPlan), 1, [...tenant.cities.values()])
    if (!plan) return
    const partnerBookingId = `SIM-${run}-${n}`
    const order = {
      partnerBookingId,
      cityId: plan.city.cityId,
      phone: plan.phone,
      pickupAddress: plan.pickup.address ?? plan.city.name,
      pickupLat: plan.pickup.lat,
      pickupLng: plan.pickup.lng,
      pickupDatum: plan.pickup.datum,
    }
    const [again, cancels, pays] = [random.chance(repeated), random.chance(cancelled), random.chance(paid)]
    const go = async () => {
      const rightGrantId =
        pays && rightNo !== null ? await granted(key, { rightNo, phone: plan.phone, partnerGrantId: partnerBookingId }) : null
      const place = () => signed(key, 'POST', '/partner/v1/orders', { ...order, ...(rightGrantId && { rightGrantId }) })
      const placed = await place()
      if (placed.code !== 0) {
        stats.count('turnedAway')
        return
      }
      stats.count('placed')
      if (again) await Promise.all([place(), place()])
      if (cancels) await cancel(world, key, partnerBookingId)
    }
    go().catch((error: unknown) => void (scheduler.stopped() || stats.trouble(error)))
  }
}

/** One use of the partner's right for a customer of its own; null where it is not given. */
async function granted(key: Signing, of: { rightNo: string; phone: string; partnerGrantId: string }): Promise<string | null> {
  const { code, data } = await signed(key, 'POST', partnerGrantCalls.grant.path, { ...of, times: 1 })
  return code === 0 ? (data as { rightGrantId: string }).rightGrantId : null
}

/** Asks what it costs, and cancels at that. */
async function cancel(world: World, key: Signing, partnerBookingId: string): Promise<void> {
  await world.scheduler.sleep(8_000)
  const path = `/partner/v1/orders/${partnerBookingId}/cancel`
  const { code, data } = await signed(key, 'POST', path, { reason: '客户改计划' })
  const quoteId = (data as { quoteId?: string | null } | null)?.quoteId
  if (code === 0 && quoteId) await signed(key, 'POST', path, { quoteId, reason: '客户改计划' })
}

/** As the description of the partner API says. */
async function signed({ url, keyId, secret }: Signing, method: string, target: string, input: object) {
  const body = JSON.stringify(input)
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(16).toString('hex')]
  const text = [method, target, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n')
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('hex')
  const response = await fetch(new URL(target, url), {
    method,
    body,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      authorization: `CHAUFFEUR-HMAC-SHA256 key=${keyId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`,
    },
  })
  return (await response.json()) as { code: number; data: unknown }
}
