import pg from 'pg'
import { INSTALLATION_LOCK, WrongInstallation } from '#platform/upkeep/installation'
import { DatabaseClient } from '#platform/database/database-client'
import { runtimeUrls, type RuntimeUrls } from '#platform/upkeep/migrate'
import type { InstalledMerchant } from '#platform/provider/installed-merchant'
import { type Vault, vaultOf } from '#platform/identity/vault'
import { appRows } from './apps.ts'
import { adminIdOf, agentsOf, roleFunctionRows, roleRows, userRoleRows, userRows } from './access.ts'
import { cityRows } from './cities.ts'
import { placeRows } from './places/own-places.ts'
import { makeDriverCare } from './people/driver-care.ts'
import { driverPapers } from './people/driver-files.ts'
import { makeExams } from './people/exams.ts'
import { dispatchSettingRows, DUTY_BEFORE, listenRangeRows, peakTimeRows, teamMemberRows, teamRows } from './dispatch.ts'
import { planHistory } from './history/history.ts'
import { makePictures } from './history/pictures.ts'
import { loadHistory } from './history/load-history.ts'
import { openBooks, openTopUps } from './ledger.ts'
import { load } from './load.ts'
import {
  auditRuleRows,
  pointTermRows,
  employeeRows,
  enterpriseRows,
  enterpriseTemplateRows,
  redeemBatchRows,
  redeemCodeRows,
  rightConfigRows,
  topUpsOf,
  usedCode,
} from './pricing/market.ts'
import { menuRows } from './menus.ts'
import { EXPERIENCE_BEFORE, levelSettingRows } from './people/levels.ts'
import { agreementConsentRows, agreementDraftRows, agreementRows, PEOPLE_AGREED } from './people/agreements.ts'
import { customerNoteRows, customerRows, demoCustomers, demoDrivers, driverRows } from './people/people.ts'
import { couponRows, couponTemplateRows, dynamicRows, fenceRows, fenceTemplateRows, weatherRows } from './pricing/pricing.ts'
import { makeRightGrants } from './right-grants.ts'
import { makeWithdrawals } from './withdrawals.ts'
import { channelRows, demoTenants, departmentRows, priceTemplateRows, tenantCityRows, tenantRows } from './tenants.ts'

export interface SeedOptions {
  ownerUrl: string
  log: (line: string) => void
  /** The present of the demo world; its history ends just before. */
  now?: Date
  /** The same seed and `now` make the same world. */
  seed?: number
  orders?: number
  customers?: number
  drivers?: number
  /** Whether people have acted on it: drivers withdrew, and the latest trips have pictures; true when left away. Journeys act themselves. */
  acts?: boolean
  /** The stand-in of WeChat Pay that pays drivers, beside a server that goes on with what is asked; without it nothing is paid by it. */
  merchant?: InstalledMerchant | null
}

const DAY = 86_400_000
/** When the tenants opened: before the first driver joined. */
const OPENED_DAYS_AGO = 1900
/** When operations last changed what drivers are asked for: before the first order that is there. */
const SET_DAYS_AGO = 100

/**
 * Fills an empty database with the demo world: two tenants, their people and 90 days of orders. It is one transaction, so that a start that
 * was cut off leaves nothing behind and the next one begins anew. What people and drivers do about withdrawals comes after it, call by call; a
 * start that was cut off there is gone on with. Any other database that has a tenant is left alone; one that was started as a real installation
 * is refused.
 */
export async function seedDemo(options: SeedOptions): Promise<{ seeded: boolean }> {
  const began = performance.now()
  const urls = await runtimeUrls(options.ownerUrl)
  const client = new DatabaseClient({ connectionString: urls.platform })
  // A connection that breaks also fails the statement that is waiting, which is where it is heard of.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    // On a machine with much else to do the world is thought up for longer than a request may be idle.
    await client.query(`set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`)
    await client.query('select pg_advisory_xact_lock($1)', [INSTALLATION_LOCK])
    const { rowCount: real } = await client.query(`select from installation where kind = 'REAL'`)
    if (real) throw new WrongInstallation('The database was started as a real installation meanwhile: the demo world is not put into it.')
    const { rowCount } = await client.query('select from tenants limit 1')
    if (rowCount) {
      await client.query('rollback')
      await complete(client, urls, options)
      return { seeded: false }
    }
    options.log('Making the demo world: two tenants and 90 days of orders …')
    await client.query(`insert into installation (kind, complete) values ('DEMO', false)`)
    await fill(client, vaultOf(urls.secret), options)
    await client.query('commit')
    await complete(client, urls, options)
  } finally {
    await client.end()
  }
  options.log(`The demo world is there after ${((performance.now() - began) / 1000).toFixed(1)} s.`)
  return { seeded: true }
}

/** What comes after the rows, unless it is there already. */
async function complete(client: pg.Client, urls: RuntimeUrls, { ownerUrl, acts = true, merchant = null, log }: SeedOptions) {
  const { rowCount } = await client.query('select from installation where not complete')
  if (!rowCount) return
  log('Granting the rights of partners …')
  await makeRightGrants(client, urls)
  if (acts) {
    log("Making the drivers' withdrawals …")
    await makeWithdrawals(client, urls, merchant)
    log('Insuring drivers, and telling them what is new …')
    await makeDriverCare(client, urls)
    log('Examining drivers …')
    await makeExams(client, urls)
    log('Making pictures of the latest trips …')
    await makePictures(client, urls)
  }
  await analyze(ownerUrl)
  await client.query('update installation set complete = true')
}

async function fill(
  client: pg.Client,
  vault: Vault,
  { now = new Date(), seed = 1, orders = 60_000, customers: customerCount = 5_000, drivers: driverCount = 400 }: SeedOptions,
) {
  const nowMs = now.getTime()
  const opened = new Date(nowMs - OPENED_DAYS_AGO * DAY)
  const lastSet = new Date(nowMs - SET_DAYS_AGO * DAY)
  const tenants = demoTenants()
  const drivers = demoDrivers(tenants, driverCount, nowMs, seed)
  const customers = demoCustomers(tenants, customerCount, nowMs, seed)
  const agents = (tenant: (typeof tenants)[number]) => agentsOf(tenant, tenants)

  await load(client, 'cities', cityRows())
  await load(client, 'tenants', tenantRows(tenants, opened))
  await load(client, 'departments', departmentRows(tenants, opened))
  await load(client, 'tenant_cities', tenantCityRows(tenants))
  await load(client, 'own_places', placeRows(tenants, opened))
  await load(client, 'channels', channelRows(tenants, opened))
  const ownTemplates = [...priceTemplateRows(tenants, opened), ...fenceTemplateRows(tenants, opened)]
  await load(client, 'price_templates', [...ownTemplates, ...enterpriseTemplateRows(tenants, ownTemplates.length + 1, opened)])
  await load(client, 'price_fences', fenceRows(tenants, opened))
  await load(
    client,
    'weather_rules',
    weatherRows(tenants, nowMs, (tenant) => adminIdOf(tenant, tenants)),
  )
  await load(client, 'dynamic_rates', dynamicRows(tenants, opened))
  await load(client, 'dispatch_settings', dispatchSettingRows(tenants, opened))
  await load(client, 'order_teams', teamRows(tenants, opened))
  await load(client, 'users', await userRows(tenants, opened))
  await load(client, 'roles', roleRows(tenants, opened))
  await load(client, 'role_functions', roleFunctionRows(tenants))
  await load(client, 'user_roles', userRoleRows(tenants))
  await client.query(
    `update tenants t set admin_user_id = (select min(ur.user_id) from user_roles ur join roles r using (tenant_id, role_id) where ur.tenant_id = t.tenant_id and r.administrator)`,
  )
  await load(client, 'menus', menuRows(tenants, opened))
  await load(client, 'apps', appRows(tenants, opened))

  const history = planHistory({ tenants, drivers, customers, agents, orders, now: nowMs, seed })
  await load(client, 'drivers', driverRows(drivers, driverPapers(drivers, vault, nowMs, seed), history.ofDriver, nowMs))
  await load(client, 'order_team_members', teamMemberRows(tenants, drivers, opened))
  await load(client, 'driver_listen_ranges', listenRangeRows(tenants, drivers, nowMs))
  await load(client, 'customers', customerRows(customers, history.ofCustomer, nowMs, seed))
  // Two in three were asked whether they want marketing, and most of them do.
  await client.query(
    `insert into customer_consents (tenant_id, customer_id, kind, given, source, at, by_name)
     select tenant_id, customer_id, 'MARKETING', customer_id % 7 <> 0, '电话下单时询问', created_at, '客服' from customers where customer_id % 3 <> 0`,
  )
  await load(client, 'coupon_templates', couponTemplateRows(tenants, customers, nowMs))
  const coupons = couponRows(customers, nowMs)
  const used = usedCode(tenants, customers, coupons.length + 1, nowMs)
  await load(client, 'coupons', [...coupons, ...used.map(({ coupon }) => coupon)])
  await load(client, 'redeem_batches', redeemBatchRows(tenants, nowMs))
  await load(client, 'redeem_codes', redeemCodeRows(tenants, customers, nowMs))
  for (const { coupon, redeemCodeId, usedBy } of used)
    await client.query(
      `update redeem_codes set coupon_id = $2, used_by = $3, used_at = $4, redeemed_name = '前台' where redeem_code_id = $1 and tenant_id = $5`,
      [redeemCodeId, coupon.coupon_id, usedBy, coupon.granted_at, coupon.tenant_id],
    )
  await load(client, 'right_configs', rightConfigRows(tenants, nowMs))
  await load(client, 'setting_versions', auditRuleRows(tenants, opened))
  await load(client, 'setting_versions', pointTermRows(tenants, lastSet))
  await load(client, 'setting_versions', peakTimeRows(tenants, lastSet))
  await load(client, 'setting_versions', levelSettingRows(tenants, lastSet))
  await load(client, 'enterprises', enterpriseRows(tenants, opened))
  await load(client, 'enterprise_employees', employeeRows(tenants, customers, opened))
  await load(client, 'customer_notes', customerNoteRows(customers, agents, nowMs, seed))
  await load(client, 'agreement_versions', agreementRows(tenants, opened))
  await load(client, 'agreement_drafts', agreementDraftRows(tenants, lastSet))
  await load(client, 'agreement_consents', agreementConsentRows(customers, agents, nowMs, seed))
  await client.query(PEOPLE_AGREED)
  await loadHistory(client, history.bookings, nowMs, seed)
  await client.query(DUTY_BEFORE, [now])
  await client.query(EXPERIENCE_BEFORE, [now])
  await openBooks(client, now)
  await openTopUps(client, topUpsOf(tenants, nowMs), (tenantId) => agents(tenants.find((tenant) => tenant.tenantId === tenantId)!)[0]!)
  await advanceIds(client)
}

/** The rows brought their ids along: the sequences go on after them. */
async function advanceIds(client: pg.Client) {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and is_identity = 'YES' and table_name = any ($1)`,
    [ID_TABLES],
  )
  for (const { table, column } of rows) {
    const [name, id] = [pg.escapeIdentifier(table), pg.escapeIdentifier(column)]
    // The role may draw from a sequence, not set it.
    await client.query(
      `select nextval(pg_get_serial_sequence($1, $2)) from generate_series(1, (select coalesce(max(${id}), 0) from ${name}))`,
      [name, column],
    )
  }
}

const ID_TABLES = [
  'tenants',
  'apps',
  'departments',
  'channels',
  'price_templates',
  'price_fences',
  'weather_rules',
  'dynamic_rates',
  'coupon_templates',
  'coupons',
  'redeem_batches',
  'redeem_codes',
  'right_configs',
  'enterprises',
  'enterprise_employees',
  'users',
  'roles',
  'menus',
  'own_places',
  'drivers',
  'customers',
  'customer_notes',
  'bookings',
  'orders',
  'dispatch_settings',
  'order_teams',
  'driver_listen_ranges',
  'dispatch_searches',
  'offers',
  'notices',
]

async function analyze(ownerUrl: string) {
  const owner = new DatabaseClient({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query('analyze').finally(() => owner.end())
}
