import { isIP } from 'node:net'
import { DEMO_PLAUSIBLE_MPS } from '@chauffeur/contract/demo'
import type { CallLimits } from './call-limits.ts'
import type { S3Settings } from '../files/s3-store.ts'
import type { StoreName } from '../files/store.ts'
import { hostsFrom } from '../provider/hosts.ts'
import { type InstalledMerchant, merchantFrom } from '../provider/installed-merchant.ts'
import { type MapServiceSettings, mapServicesFrom } from '../geo/services/installed.ts'
import type { ProviderSettings } from '../provider/provider.ts'
import { gatewayFrom, type InstalledGateway } from '../sending/installed.ts'
import { PUSH_SERVICES } from '../sending/push/endpoint.rules.ts'
import { minuteOf } from '../values/local-clock.ts'
import type { KeepSettings } from '../upkeep/retention.ts'

/** What the environment decides. Durations in seconds. */
export interface Settings extends KeepSettings {
  /** Server-side idle limit of an operator's session. */
  sessionIdleS: number
  driverSessionS: number
  /** Failed sign-ins allowed per account and per address within `lockWindowS`. */
  lockAccountFailures: number
  lockAddressFailures: number
  lockWindowS: number
  quoteValidS: number
  cancelQuoteValidS: number
  /** How long an order waits for what is to be paid ahead. */
  prepayWaitS: number
  /** A fix that implies faster movement is not used. */
  maxPlausibleMps: number
  /** This is the demo world: its drivers sign in with the code that everybody knows. */
  demo: boolean
  /** Unpaid orders older than this stop a new one. */
  unpaidBlocksAfterS: number
  /** Text messages go to this address as JSON; null keeps them in the outbox for whoever reads it. */
  sms: InstalledGateway | null
  /** Hosts besides the providers' own that a business's providers of text messages may be at. */
  smsHosts: readonly string[]
  /** Whom push services may write to about us (`mailto:` or https); null: nothing is pushed to drivers' telephones. */
  pushContact: string | null
  /** Hosts of push services that a driver's telephone may name; `.name` is all below it, and one with a port may be inside. */
  pushHosts: readonly string[]
  /** Where new files lie, and others move to. */
  fileStore: StoreName
  /** The object store, where there is one. */
  s3: S3Settings | null
  /** Server processes share live positions through this Redis or Valkey; null keeps them in the one process. */
  redisUrl: string | null
  /** Asked before a driver goes on duty, where the city requires a check of face or insurance. */
  onlineCheck: ProviderSettings | null
  /** A driver who has not filed their bill so long after the trip's end: it is filed for them. */
  autoFileAfterS: number
  /** A customer is reminded of a bill that has been open so long, at these minutes of the city's day (from included, to not). */
  unpaidReminder: { afterS: number; fromMinute: number; toMinute: number }
  /** A bill that has been open for so many days is given up. */
  badDebtAfterDays: number
  /** The kinds of jobs that this process runs. */
  jobs: 'all' | readonly string[]
  driverLimits: CallLimits['driver']
  operatorLimit: CallLimits['operator']
  /** Sign-in codes an hour that one address may ask for, and wrong ones that it may type, whichever telephones they are for: drivers and customers behind one carrier share it. */
  codesPerAddress: number
  /** Whoever shows this token may read `/metrics`; without one only this machine may. */
  metricsToken: string | null
  /** Addresses and ranges whose word on a caller's address, host and protocol is taken (`X-Forwarded-…`); nobody's by default. */
  trustedProxies: readonly string[]
  /** Map services of the installation, and which hosts tenants may name for theirs. */
  mapServices: MapServiceSettings
  /** Hosts besides a payment channel's own that a tenant's payment settings may name. */
  payHosts: readonly string[]
  /** Hosts besides public ones by https at which partners may be told of their orders. */
  webhookHosts: readonly string[]
  /** Hosts besides the providers' own that a tenant may name for privacy numbers, and where recordings may lie besides the public internet. */
  numberHosts: readonly string[]
  wechatPay: InstalledMerchant | null
  /** Under which address the public internet reaches this installation, without a path; null: it is told nothing, and asks. */
  publicUrl: string | null
  /** What is drawn under the maps of tenants that have chosen nothing; map files lie in the folder. */
  map: { provider: 'offline' | 'file' | 'style' | 'tianditu'; key: string; styleUrl: string; folder: string | null }
  /** Recordings of calls and trips are removed after this many days, unless somebody keeps one longer. */
  soundKeepDays: number
  /** So long a list without an index for what is asked is read; then its asker is told to choose dates. */
  listAnswerMs: number
  /** How much longer than the straight line streets are, in hundredths, in a city where it has not been measured. Asked through `roads.detourX100`. */
  detourX100: number
  /** Requests in a day for ways that nobody waits for, of a tenant to hosted services from this process. */
  roadBatchesADay: number
  /** So long somebody waits for a map service: an operator for a price, a driver for the end of a trip whose track has gaps. */
  roadWaitMs: { quote: number; trip: number }
  /** Average speed of a driver on the way to a customer, and of a car on a trip. */
  pickupMps: number
  tripMps: number
}

export const defaultSettings: Settings = {
  sessionIdleS: 5 * 3600,
  driverSessionS: 30 * 86_400,
  lockAccountFailures: 5,
  lockAddressFailures: 20,
  lockWindowS: 900,
  quoteValidS: 600,
  cancelQuoteValidS: 60,
  prepayWaitS: 900,
  maxPlausibleMps: 70,
  demo: false,
  unpaidBlocksAfterS: 1800,
  sms: null,
  smsHosts: [],
  pushContact: null,
  pushHosts: PUSH_SERVICES,
  fileStore: 'DATABASE',
  s3: null,
  redisUrl: null,
  onlineCheck: null,
  autoFileAfterS: 1_800,
  unpaidReminder: { afterS: 1_800, fromMinute: 8 * 60, toMinute: 23 * 60 },
  badDebtAfterDays: 30,
  jobs: 'all',
  driverLimits: { reports: 120, commands: 120, reads: 600 },
  operatorLimit: 1_500,
  codesPerAddress: 100,
  metricsToken: null,
  trustedProxies: [],
  mapServices: { installed: [], hosts: [] },
  payHosts: [],
  webhookHosts: [],
  numberHosts: [],
  wechatPay: null,
  publicUrl: null,
  map: { provider: 'offline', key: '', styleUrl: '', folder: null },
  soundKeepDays: 180,
  dispatchKeepDays: 180,
  noticeKeepDays: 90,
  logKeepMonths: 12,
  listAnswerMs: 250,
  detourX100: 135,
  roadBatchesADay: 2_000,
  roadWaitMs: { quote: 1_200, trip: 1_500 },
  pickupMps: 5,
  tripMps: 9,
}

/**
 * Reads the settings that differ from the defaults from the environment; a value that is not understood stops the start. That it is a demo is
 * no setting: the database decides, see `installation.ts`.
 */
export function settingsFrom(env: Record<string, string | undefined>, demo = false): Settings {
  const number = (name: string, fallback: number) => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = Number(text)
    if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a positive number, not "${text}".`)
    return value
  }
  const atLeast = (name: string, least: number, fallback: number) => {
    const value = number(name, fallback)
    if (value < least || !Number.isInteger(value)) throw new Error(`${name} must be a whole number from ${least}, not "${env[name]}".`)
    return value
  }
  return {
    ...defaultSettings,
    sessionIdleS: number('SESSION_IDLE_S', defaultSettings.sessionIdleS),
    maxPlausibleMps: number('MAX_PLAUSIBLE_MPS', demo ? DEMO_PLAUSIBLE_MPS : defaultSettings.maxPlausibleMps),
    demo,
    sms: gatewayFrom(env, gateway(env, 'SMS_GATEWAY')),
    smsHosts: hostsFrom(env, 'SMS_HOSTS'),
    pushContact: pushContact(env),
    pushHosts: env.PUSH_HOSTS ? hostsFrom(env, 'PUSH_HOSTS') : PUSH_SERVICES,
    ...fileStoreFrom(env),
    redisUrl: redisUrl(env),
    onlineCheck: gateway(env, 'ONLINE_CHECK'),
    autoFileAfterS: number('AUTO_FILE_AFTER_S', defaultSettings.autoFileAfterS),
    unpaidReminder: {
      ...hoursFrom(env.UNPAID_REMINDER_HOURS),
      afterS: number('UNPAID_REMINDER_AFTER_S', defaultSettings.unpaidReminder.afterS),
    },
    // The customer has to be told, and to have a moment to pay.
    prepayWaitS: atLeast('PREPAY_WAIT_S', 120, defaultSettings.prepayWaitS),
    badDebtAfterDays: Math.ceil(number('BAD_DEBT_AFTER_DAYS', defaultSettings.badDebtAfterDays)),
    jobs: kindsFrom(env.JOBS || 'on'),
    codesPerAddress: atLeast('CODES_PER_ADDRESS', 1, defaultSettings.codesPerAddress),
    metricsToken: env.METRICS_TOKEN || null,
    trustedProxies: proxiesFrom(env.TRUSTED_PROXIES ?? ''),
    soundKeepDays: number('SOUND_KEEP_DAYS', defaultSettings.soundKeepDays),
    dispatchKeepDays: atLeast('DISPATCH_KEEP_DAYS', 7, defaultSettings.dispatchKeepDays),
    noticeKeepDays: atLeast('NOTICE_KEEP_DAYS', 14, defaultSettings.noticeKeepDays),
    logKeepMonths: atLeast('LOG_KEEP_MONTHS', 6, defaultSettings.logKeepMonths),
    mapServices: mapServicesFrom(env),
    payHosts: hostsFrom(env, 'PAY_HOSTS'),
    webhookHosts: hostsFrom(env, 'WEBHOOK_HOSTS'),
    numberHosts: hostsFrom(env, 'PRIVACY_NUMBER_HOSTS'),
    wechatPay: merchantFrom(env),
    publicUrl: publicUrl(env),
    map: mapFrom(env),
    roadBatchesADay: number('ROAD_BATCHES_A_DAY', defaultSettings.roadBatchesADay),
  }
}

/** A folder for map files is one to draw from, unless something else is wanted. */
function mapFrom({ MAP_FILES, MAP_PROVIDER, MAP_KEY, MAP_STYLE_URL }: Record<string, string | undefined>): Settings['map'] {
  const provider = MAP_PROVIDER || (MAP_FILES ? 'file' : 'offline')
  if (provider !== 'offline' && provider !== 'file' && provider !== 'style' && provider !== 'tianditu')
    throw new Error(`MAP_PROVIDER must be offline, file, style or tianditu, not "${provider}".`)
  if (provider === 'file' && !MAP_FILES) throw new Error('MAP_PROVIDER is file, and MAP_FILES names no folder.')
  return { provider, key: MAP_KEY ?? '', styleUrl: MAP_STYLE_URL ?? '', folder: MAP_FILES || null }
}

/** `08:00-23:00`, within one day. */
function hoursFrom(text = ''): { fromMinute: number; toMinute: number } {
  if (text === '') return defaultSettings.unpaidReminder
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(text) ?? []
  if (!from || !to || minuteOf(from) >= minuteOf(to))
    throw new Error(`UNPAID_REMINDER_HOURS must be hours of a day such as 08:00-23:00, not "${text}".`)
  return { fromMinute: minuteOf(from), toMinute: minuteOf(to) }
}

/** `on`, `off` or names of kinds; that they are known is seen where the kinds are. */
const kindsFrom = (text: string): Settings['jobs'] => (text === 'on' ? 'all' : text === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean))

function redisUrl({ REDIS_URL }: Record<string, string | undefined>): string | null {
  if (!REDIS_URL) return null
  if (!/^(rediss?:\/\/[^\s]+|\/[^\s]+)$/.test(REDIS_URL))
    throw new Error('REDIS_URL must be a redis(s):// address or the path of a unix socket.')
  return REDIS_URL
}

function publicUrl({ PUBLIC_URL }: Record<string, string | undefined>): string | null {
  if (!PUBLIC_URL) return null
  if (!/^https?:\/\/[^\s/?#@]+\/*$/.test(PUBLIC_URL))
    throw new Error(`PUBLIC_URL must be an http(s) address without a path, not "${PUBLIC_URL}".`)
  return PUBLIC_URL.replace(/\/+$/, '')
}

function pushContact({ PUSH_CONTACT }: Record<string, string | undefined>): string | null {
  if (!PUSH_CONTACT) return null
  if (!/^(mailto:[^\s@]+@[^\s@]+\.[^\s@]+|https:\/\/[^\s/]+\.[^\s]+)$/.test(PUSH_CONTACT))
    throw new Error(`PUSH_CONTACT must be mailto:somebody@example.com or an https address, not "${PUSH_CONTACT}".`)
  return PUSH_CONTACT
}

/** With a bucket files lie there, unless `FILE_STORE=database` takes them back. */
function fileStoreFrom(env: Record<string, string | undefined>): Pick<Settings, 'fileStore' | 's3'> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = env
  const pathStyle = env.S3_PATH_STYLE || 'off'
  const store = env.FILE_STORE || (bucket ? 's3' : 'database')
  if (endpoint && !/^https?:\/\/[^\s]+$/.test(endpoint)) throw new Error(`S3_ENDPOINT must be an http(s) address, not "${endpoint}".`)
  if (endpoint && !bucket) throw new Error('S3_ENDPOINT is set, and S3_BUCKET is not.')
  if (!id !== !secret) throw new Error('Of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY only one is set.')
  if (pathStyle !== 'on' && pathStyle !== 'off') throw new Error(`S3_PATH_STYLE must be on or off, not "${pathStyle}".`)
  if (store !== 's3' && store !== 'database') throw new Error(`FILE_STORE must be s3 or database, not "${store}".`)
  if (store === 's3' && !bucket) throw new Error('FILE_STORE is s3, and S3_BUCKET is not set.')
  const s3 = bucket && {
    ...(endpoint && { endpoint }),
    ...(id && secret && { keys: { id, secret } }),
    region: env.S3_REGION || 'us-east-1',
    bucket,
    pathStyle: pathStyle === 'on',
    timeoutMs: 30_000,
  }
  return { fileStore: store === 's3' ? 'S3' : 'DATABASE', s3: s3 || null }
}

/** An address, a range that is not everything, or one of the names for private ranges. */
function proxiesFrom(text: string): string[] {
  const proxies = text.split(/[\s,]+/).filter(Boolean)
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/')
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const ranged = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most)
    if (!['loopback', 'linklocal', 'uniquelocal'].includes(proxy) && (most === 0 || !ranged))
      throw new Error(`TRUSTED_PROXIES holds "${proxy}", which is neither an address nor a range such as 10.0.0.0/8.`)
  }
  return proxies
}

/** `<name>_URL`, `<name>_TOKEN` and `<name>_PER_S`. */
function gateway(env: Record<string, string | undefined>, name: string): ProviderSettings | null {
  const url = env[`${name}_URL`]
  if (!url) return null
  if (!/^https?:\/\/[^\s]+$/.test(url)) throw new Error(`${name}_URL must be an http(s) address, not "${url}".`)
  const perS = env[`${name}_PER_S`]
  if (perS && !/^[1-9]\d{0,5}$/.test(perS)) throw new Error(`${name}_PER_S must be a whole number from 1, not "${perS}".`)
  return { url, token: env[`${name}_TOKEN`] ?? '', ...(perS && { perS: Number(perS) }) }
}
