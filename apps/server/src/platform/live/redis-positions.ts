import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { type Fix, inProcessPositions, metresBetween, type Near, type Positions } from './positions.ts'

export interface RedisPositionsOptions {
  /** `redis[s]://…` or the path of a unix socket; Redis 6.2 or newer, or Valkey. */
  url: string
  /** Keeps apart what shares a Redis: the same for all processes of one database, and for nobody else. */
  namespace: string
  log: { warn(detail: object, message: string): void; info(detail: object, message: string): void }
}

/** A driver not heard of for a day is let go when a process starts. */
const KEEP_MS = 24 * 3_600_000
/** Fixes of one command: longer ones would hold up everybody else's. */
const BATCH = 400
/** An answer of Redis that takes longer is not waited for: what this process knows has to do. */
const COMMAND_MS = 1_000
/** Its geohashes do not reach the poles. */
const GEO_MAX_LAT = 85
/** Places are kept to half a metre, on a globe 0.03 % larger than ours: looked for so much wider, then measured exactly. */
const wider = (metres: number) => metres * 1.0005 + 2
const more = (limit: number) => Math.ceil(limit * 1.5) + 16
const MOST = 4_000

/** The newest received wins; what was taken is told to every process in one message. KEYS: fixes, received. ARGV: geo prefix, channel, sender, then six of each fix. */
const PUT = `
local told = {}
for i = 4, #ARGV, 6 do
  local id, at = ARGV[i], ARGV[i + 4]
  local known = redis.call('HGET', KEYS[2], id)
  if not known or tonumber(known) <= tonumber(at) then
    redis.call('HSET', KEYS[2], id, at)
    redis.call('HSET', KEYS[1], id, ARGV[i + 5])
    if math.abs(tonumber(ARGV[i + 2])) <= ${GEO_MAX_LAT} then
      redis.call('GEOADD', ARGV[1] .. ARGV[i + 1], ARGV[i + 3], ARGV[i + 2], id)
    end
    told[#told + 1] = ARGV[i + 5]
  end
end
if #told > 0 then redis.call('PUBLISH', ARGV[2], ARGV[3] .. '\\n' .. table.concat(told, '\\n')) end
return #told`

/** The fixes around a point, nearest first. KEYS: geo, fixes. ARGV: lng, lat, metres, count. */
const NEAREST = `
local ids = redis.call('GEOSEARCH', KEYS[1], 'FROMLONLAT', ARGV[1], ARGV[2], 'BYRADIUS', ARGV[3], 'm', 'ASC', 'COUNT', ARGV[4])
if #ids == 0 then return {} end
return redis.call('HMGET', KEYS[2], unpack(ids))`

/** Lets drivers go who were not heard of since. KEYS: fixes, received. ARGV: geo prefix, since, channel (of whoever is to be told), sender, then driver and tenant of each. */
const FORGET = `
for i = 5, #ARGV, 2 do
  local known = redis.call('HGET', KEYS[2], ARGV[i])
  if known and tonumber(known) <= tonumber(ARGV[2]) then
    redis.call('HDEL', KEYS[1], ARGV[i])
    redis.call('HDEL', KEYS[2], ARGV[i])
    redis.call('ZREM', ARGV[1] .. ARGV[i + 1], ARGV[i])
    if ARGV[3] ~= '' then redis.call('PUBLISH', ARGV[3], ARGV[4] .. '\\n-' .. ARGV[i]) end
  end
end
return 1`

interface Commands {
  putFixes(...args: (string | number)[]): Promise<number>
  nearestFixes(...args: (string | number)[]): Promise<(string | null)[]>
  forgetFixes(...args: (string | number)[]): Promise<number>
}

const packed = (fix: Fix): string =>
  JSON.stringify([
    fix.driverId,
    fix.tenantId,
    fix.cityId,
    fix.lat,
    fix.lng,
    fix.headingDeg,
    fix.speedMps,
    fix.accuracyM,
    fix.deviceAt,
    fix.receivedAt,
  ])
function unpacked(text: string): Fix {
  const [driverId, tenantId, cityId, lat, lng, headingDeg, speedMps, accuracyM, deviceAt, receivedAt] = JSON.parse(text) as [
    string,
    string,
    string,
    number,
    number,
    number | null,
    number | null,
    number | null,
    number | null,
    number,
  ]
  return { driverId, tenantId, cityId, lat, lng, headingDeg, speedMps, accuracyM, deviceAt, receivedAt }
}

/**
 * Positions that several server processes share through Redis. Who is near is asked of its GEO index; a copy of the fixes, kept up by
 * a subscription, answers what needs one driver or all of them. While Redis is away each process goes on with its copy, and what it
 * received meanwhile is handed in afterwards.
 */
export async function redisPositions({ url, namespace, log }: RedisPositionsOptions): Promise<Positions> {
  // One slot of a cluster: the scripts touch several keys.
  const key = (name: string) => `{chauffeur:${namespace}}:${name}`
  const [fixesKey, receivedKey, geoPrefix, channel] = [key('fixes'), key('received'), key('geo:'), key('moved')]
  const options = {
    lazyConnect: true,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_MS,
    retryStrategy: (n: number) => Math.min(2_000, n * 100),
  }
  const redis = new Redis(url, { ...options, enableOfflineQueue: false })
  const news = new Redis(url, options)
  redis.defineCommand('putFixes', { numberOfKeys: 2, lua: PUT })
  redis.defineCommand('nearestFixes', { numberOfKeys: 2, lua: NEAREST })
  redis.defineCommand('forgetFixes', { numberOfKeys: 2, lua: FORGET })
  const commands = redis as unknown as Commands

  const sender = randomUUID()
  const copy = inProcessPositions()
  let unsent = new Map<string, Fix>()
  let scheduled = false
  let closed = false
  let away = false
  const gone = (error: unknown) => {
    if (!away && !closed) log.warn({ err: error }, 'Redis cannot be reached: positions stay within this process until it is back')
    away = true
  }
  const back = () => {
    if (away) log.info({}, 'Redis is back: positions are shared again')
    away = false
  }

  /** Hands in what was put. Commands of one connection keep their order, so that what is asked next knows of it. */
  const send = async (): Promise<void> => {
    scheduled = false
    const fixes = [...unsent.values()]
    unsent = new Map()
    for (let i = 0; i < fixes.length; i += BATCH) {
      const some = fixes.slice(i, i + BATCH)
      const args = some.flatMap((fix) => [fix.driverId, fix.tenantId, fix.lat, fix.lng, fix.receivedAt, packed(fix)])
      commands.putFixes(fixesKey, receivedKey, geoPrefix, channel, sender, ...args).then(back, (error: unknown) => {
        gone(error)
        for (const fix of some) if ((unsent.get(fix.driverId)?.receivedAt ?? 0) < fix.receivedAt) unsent.set(fix.driverId, fix)
      })
    }
  }
  const schedule = () => {
    if (scheduled || closed) return
    scheduled = true
    setImmediate(() => void send())
  }

  const hear = (message: string) => {
    const [from, ...lines] = message.split('\n')
    // What this process said itself it knew before, and may know better by now.
    if (from === sender) return
    for (const line of lines) {
      if (line.startsWith('-')) copy.remove(line.slice(1))
      else copy.put([unpacked(line)])
    }
  }
  /** Takes over everything Redis has, and hands in what it has not: it may have come back with less than it went with. */
  const catchUp = async () => {
    const since = Date.now() - KEEP_MS
    const stale: string[] = []
    const there = new Map<string, number>()
    for (let cursor = '0'; ; ) {
      const [next, entries] = await redis.hscan(fixesKey, cursor, 'COUNT', 1_000)
      for (let i = 1; i < entries.length; i += 2) {
        const fix = unpacked(entries[i]!)
        there.set(fix.driverId, fix.receivedAt)
        if (fix.receivedAt > since) copy.put([fix])
        else stale.push(fix.driverId, fix.tenantId)
      }
      if ((cursor = next) === '0') break
    }
    for (let i = 0; i < stale.length; i += BATCH)
      await commands.forgetFixes(fixesKey, receivedKey, geoPrefix, since, '', sender, ...stale.slice(i, i + BATCH))
    for (const fix of copy.ofAllTenants())
      if (fix.receivedAt > since && (there.get(fix.driverId) ?? 0) < fix.receivedAt) unsent.set(fix.driverId, fix)
    back()
    if (unsent.size) schedule()
  }

  for (const client of [redis, news]) client.on('error', gone)
  news.on('message', (_channel, message) => hear(message))
  // Heard first, read then: nothing falls between the two. Also after each time that the connection was lost.
  const hearAgain = () => news.subscribe(channel).then(() => (redis.status === 'ready' ? catchUp() : undefined))
  news.on('ready', () => void hearAgain().catch(gone))
  redis.on('ready', () => void catchUp().catch(gone))
  await news
    .connect()
    .then(() => news.subscribe(channel))
    .then(() => redis.connect())
    .then(catchUp)
    .catch(gone)

  const nearest: Positions['nearest'] = async (tenantId, lat, lng, radiusM, limit, accept = () => true) => {
    if (unsent.size) void send()
    const searchAt = Math.max(-GEO_MAX_LAT, Math.min(GEO_MAX_LAT, lat))
    try {
      for (let count = more(limit); ; count *= 4) {
        const found = await commands.nearestFixes(geoPrefix + tenantId, fixesKey, lng, searchAt, wider(radiusM), Math.min(count, MOST))
        const near = found.flatMap((text): Near[] => {
          const fix = text === null ? null : unpacked(text)
          const distanceM = fix ? metresBetween(lat, lng, fix.lat, fix.lng) : Number.POSITIVE_INFINITY
          return fix && distanceM <= radiusM && accept(fix) ? [{ fix, distanceM }] : []
        })
        if (near.length >= limit || found.length < Math.min(count, MOST) || count >= MOST)
          return near.sort((a, b) => a.distanceM - b.distanceM).slice(0, limit)
      }
    } catch (error) {
      gone(error)
      return copy.nearestNow(tenantId, lat, lng, radiusM, limit, accept)
    }
  }

  return {
    put: (fixes) => {
      copy.put(fixes)
      for (const fix of fixes) if ((unsent.get(fix.driverId)?.receivedAt ?? 0) <= fix.receivedAt) unsent.set(fix.driverId, fix)
      schedule()
    },
    get: copy.get,
    remove: (driverId) => {
      const fix = copy.get(driverId)
      copy.remove(driverId)
      unsent.delete(driverId)
      if (fix) commands.forgetFixes(fixesKey, receivedKey, geoPrefix, fix.receivedAt, channel, sender, driverId, fix.tenantId).catch(gone)
    },
    nearest,
    changedSince: copy.changedSince,
    all: copy.all,
    size: copy.size,
    close: async () => {
      if (unsent.size) await send()
      closed = true
      // Waits for what is under way; a Redis that is away is not waited for.
      await redis.quit().catch(() => redis.disconnect())
      news.disconnect()
    },
  }
}
