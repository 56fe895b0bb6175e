import { type AppSettings, appSettings } from '@chauffeur/contract/access/app'
import { TENANT_STATE } from '@chauffeur/contract/access/tenant'
import type { AppRefusalDetail } from '@chauffeur/contract/driver/client'
import { APP_ID_HEADER, APP_VERSION_HEADER, compareVersions } from '@chauffeur/contract/kernel/app-client'
import type { IncomingHttpHeaders } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/db.ts'

/** What a client of a driver says of itself; both empty for one that says nothing. */
export interface AppClient {
  appId: string
  version: string
}
const headerOf = (given: string | string[] | undefined) => (typeof given === 'string' ? given.trim() : '')
export const appClientOf = (headers: IncomingHttpHeaders): AppClient => ({
  appId: headerOf(headers[APP_ID_HEADER]),
  version: headerOf(headers[APP_VERSION_HEADER]),
})

export interface DriverApp {
  appId: string
  name: string
  logo: string
  enabled: boolean
  driverDefault: boolean
  settings: AppSettings
}
/** A business as its drivers' clients see it. */
export interface Business {
  brandName: string
  logo: string
  apps: readonly DriverApp[]
}
export interface AppRefusal {
  failure: 'driver.appUnknown' | 'driver.appDisabled' | 'driver.appTooOld'
  detail?: AppRefusalDetail
}

/** The app that a client is: the one it names, else the default; null for a business without one. */
export function appOf({ apps }: Business, { appId }: AppClient): DriverApp | null | 'unknown' {
  if (appId === '') return apps.find(({ driverDefault }) => driverDefault) ?? null
  return apps.find((app) => app.appId === appId) ?? 'unknown'
}

/**
 * Why a client may not go on; null where it may. Whatever says which app or version it is answers to the minimum; clients from before there
 * were such headers say neither, and cannot be measured.
 */
export function refusalOfClient(business: Business, client: AppClient): AppRefusal | null {
  const app = appOf(business, client)
  if (app === 'unknown') return { failure: 'driver.appUnknown' }
  if (!app) return null
  const { minVersion = '', latestVersion = '', downloadUrl = '', servicePhone = '' } = app.settings
  const detail = { name: app.name, servicePhone, minVersion, latestVersion, downloadUrl }
  if (!app.enabled) return { failure: 'driver.appDisabled', detail }
  const says = client.appId !== '' || client.version !== ''
  const isVersion = compareVersions(minVersion, minVersion) !== null
  // What the client calls a version and is none counts as too old.
  const tooOld = isVersion && says && (compareVersions(client.version, minVersion) ?? -1) < 0
  return tooOld ? { failure: 'driver.appTooOld', detail } : null
}

export interface DriverApps {
  /** Null for a business that there is not, or that is not in use. */
  business(tenantId: string): Promise<Business | null>
  refusal(tenantId: string, client: AppClient): Promise<AppRefusal | null>
}

/** How long a change may take to be noticed; streams look every `APP_CHECK_MS`, so that it holds everywhere within five seconds. */
const REMEMBER_MS = 2_000
export const APP_CHECK_MS = 2_500

const BUSINESS_SQL = `
select t.brand_name, t.logo as brand_logo, a.app_id, a.name, a.logo, a.enabled, a.driver_default, a.settings
from tenants t left join apps a on a.tenant_id = t.tenant_id
where t.tenant_id = $1 and t.state = ${TENANT_STATE.enabled}`
interface BusinessRow {
  brand_name: string
  brand_logo: string
  app_id: string | null
  name: string
  logo: string
  enabled: boolean
  driver_default: boolean
  settings: unknown
}

const settingsOf = (stored: unknown): AppSettings => appSettings.safeParse(stored).data ?? {}

export function driverAppsOf(db: Database): DriverApps {
  // While the database is away, what was read last holds: nobody can change it either.
  const known = new LRUCache<string, { business: Business | null }>({
    max: 10_000,
    ttl: REMEMBER_MS,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    fetchMethod: async (tenantId) => {
      const { rows } = await db.platform.query<BusinessRow>({ name: 'driver-apps', text: BUSINESS_SQL, values: [tenantId] })
      return { business: businessFrom(rows) }
    },
  })
  const business: DriverApps['business'] = async (tenantId) => (await known.fetch(tenantId))!.business
  return {
    business,
    refusal: async (tenantId, client) => {
      const found = await business(tenantId)
      return found && refusalOfClient(found, client)
    },
  }
}

function businessFrom(rows: readonly BusinessRow[]): Business | null {
  const [first] = rows
  if (!first) return null
  return {
    brandName: first.brand_name,
    logo: first.brand_logo,
    apps: rows.flatMap(({ app_id: appId, name, logo, enabled, driver_default: driverDefault, settings }) =>
      appId === null ? [] : [{ appId, name, logo, enabled, driverDefault, settings: settingsOf(settings) }],
    ),
  }
}
