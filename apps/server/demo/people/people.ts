import { demoCustomerPhone, demoDriverPhone } from '@chauffeur/contract/demo'
import { demoCity } from '../cities.ts'
import type { Row } from '../load.ts'
import { callerName, type Gender, personName, plateNo } from './names.ts'
import { chance } from '../random.ts'
import type { DemoTenant, DemoTenantCity } from '../tenants.ts'

const DAY = 86_400_000

export interface DemoDriver {
  driverId: number
  tenant: DemoTenant
  city: DemoTenantCity
  phone: string
  driverNo: string
  name: string
  gender: Gender
  orgId: number
  level: number
  ratingX100: number
  listenRadiusM: number
  joinedAt: number
  /** From 0 to 1: how often the driver is out at all. */
  diligence: number
}

export interface DemoCustomer {
  customerId: number
  tenant: DemoTenant
  city: DemoTenantCity
  phone: string
  name: string
  gender: Gender | 'UNKNOWN'
  plates: readonly string[]
  /** When somebody first noted the customer down; a newcomer's is the moment of the first order. */
  knownSince: number | null
  blacklisted: { reason: string; untilMs: number } | null
}

/** What the history made of a person. */
export interface Tally {
  served: number
  lastServedAt: number | null
  firstOrderAt: number | null
}

export function demoDrivers(tenants: readonly DemoTenant[], count: number, now: number, seed: number): DemoDriver[] {
  const random = chance(seed, 'drivers')
  return spread(tenants, count).map(({ tenant, city, n }, index) => {
    const gender: Gender = random.is(0.94) ? 'MALE' : 'FEMALE'
    const daysHere = random.is(0.12) ? random.between(5, 85) : random.between(95, 1800)
    const level = Math.min(5, 1 + Math.floor((daysHere / 1800) * 3 + random.between(0, 2.2)))
    return {
      driverId: index + 1,
      tenant,
      city,
      phone: demoDriverPhone(tenant.index, n),
      driverNo: `${tenant.index === 1 ? 'G' : 'C'}${String(10_000 + n)}`,
      name: personName(random, gender),
      gender,
      orgId: city.fleets[random.is(0.55) ? 0 : 1]!.deptId,
      level,
      ratingX100: Math.round(Math.min(500, random.between(462, 494) + level * 2)),
      listenRadiusM: random.pick([3000, 5000, 5000, 5000, 8000]),
      joinedAt: now - daysHere * DAY,
      diligence: random.between(0.25, 1),
    }
  })
}

/** A demo driver has served exactly the orders that can be looked up; all are off duty until they sign in. */
export const driverRows = (
  drivers: readonly DemoDriver[],
  papers: ReadonlyMap<DemoDriver, Partial<Row<'drivers'>>>,
  tally: (driver: DemoDriver) => Tally,
  now: number,
): Row<'drivers'>[] =>
  drivers.map((driver) => {
    const { served, lastServedAt } = tally(driver)
    return {
      tenant_id: driver.tenant.tenantId,
      driver_id: driver.driverId,
      driver_no: driver.driverNo,
      name: driver.name,
      phone: driver.phone,
      gender: driver.gender,
      city_id: driver.city.cityId,
      org_id: driver.orgId,
      ...papers.get(driver),
      level: driver.level,
      rating_x100: driver.ratingX100,
      order_count: served,
      qualification: 50,
      service_types: ['TRIP'],
      listen_radius_m: driver.listenRadiusM,
      work_status: 'OFFLINE',
      last_order_at: lastServedAt === null ? null : new Date(lastServedAt),
      joined_at: new Date(driver.joinedAt),
      created_at: new Date(driver.joinedAt),
      updated_at: new Date(lastServedAt ?? Math.min(now, driver.joinedAt)),
    }
  })

const blacklistReasons = ['多次下单后拒付', '辱骂司机', '虚假下单', '恶意投诉']

export function demoCustomers(tenants: readonly DemoTenant[], count: number, now: number, seed: number): DemoCustomer[] {
  const random = chance(seed, 'customers')
  // Callers from anywhere know no shares of tenants: both have as many customers.
  const evenly = tenants.map((tenant) => ({ ...tenant, share: 1 / tenants.length }))
  return spread(evenly, count).map(({ tenant, city, n }, index) => {
    const gender: Gender = random.is(0.78) ? 'MALE' : 'FEMALE'
    const named = random.unit()
    return {
      customerId: index + 1,
      tenant: tenants.find((candidate) => candidate.tenantId === tenant.tenantId)!,
      city,
      phone: demoCustomerPhone(tenant.index, n),
      name: named < 0.55 ? callerName(random, gender) : named < 0.93 ? personName(random, gender) : '',
      gender: named < 0.93 ? gender : 'UNKNOWN',
      plates: Array.from(
        {
          length: random.weighted([
            [0, 35],
            [1, 52],
            [2, 13],
          ]),
        },
        () => plateNo(random, demoCity(city.cityId).plate),
      ),
      knownSince: random.is(0.35) ? null : now - random.between(91, 1100) * DAY,
      blacklisted:
        n > 20 && random.is(0.008) ? { reason: random.pick(blacklistReasons), untilMs: now + random.between(20, 400) * DAY } : null,
    }
  })
}

const tags = ['常客', '夜间用车', '要求女司机', '要求熟悉路线', '商务客户', '易投诉', '经常改目的地', '需要发票']

export function customerRows(
  customers: readonly DemoCustomer[],
  tally: (customer: DemoCustomer) => Tally,
  now: number,
  seed: number,
): Row<'customers'>[] {
  const random = chance(seed, 'customer cards')
  return customers.map((customer) => {
    const { served, lastServedAt, firstOrderAt } = tally(customer)
    const knownSince = customer.knownSince ?? (firstOrderAt ?? now - random.between(1, 80) * DAY) - 1000
    const chosen = random.is(0.3) ? [...new Set([random.pick(tags), random.pick(tags)])] : []
    return {
      tenant_id: customer.tenant.tenantId,
      customer_id: customer.customerId,
      phone: customer.phone,
      name: customer.name,
      gender: customer.gender,
      level: served >= 40 ? 3 : served >= 20 ? 2 : served >= 10 ? 1 : 0,
      city_id: customer.city.cityId,
      source: random.weighted([
        ['CALL_CENTRE', 50],
        ['APP', 28],
        ['MINI_PROGRAM', 22],
      ]),
      blacklisted_until: customer.blacklisted ? new Date(customer.blacklisted.untilMs) : null,
      blacklist_reason: customer.blacklisted?.reason ?? '',
      tags: served >= 20 ? [...new Set(['常客', ...chosen])] : chosen.filter((tag) => tag !== '常客'),
      plate_nos: [...customer.plates],
      order_count: served,
      last_order_at: lastServedAt === null ? null : new Date(lastServedAt),
      remark: random.is(0.04) ? random.pick(['车在地库，电话联系后下楼', '习惯走高架', '手动挡，请派熟手', '公司报销，需要发票']) : '',
      created_at: new Date(knownSince),
      updated_at: new Date(lastServedAt ?? knownSince),
    }
  })
}

const noteTexts = [
  '客户要求司机到达前电话联系',
  '上次反映司机绕路，已解释',
  '客户常在同一家餐厅用车，入口在东侧',
  '客户希望司机着工装',
  '已告知等候收费规则',
  '客户咨询发票，已登记抬头',
  '支付遇到问题，已协助处理',
]

/** Notes of the desk on about one customer in fifteen. */
export function customerNoteRows(
  customers: readonly DemoCustomer[],
  agents: (tenant: DemoTenant) => readonly { userId: number; name: string }[],
  now: number,
  seed: number,
): Row<'customer_notes'>[] {
  const random = chance(seed, 'customer notes')
  return customers
    .filter(() => random.is(0.07))
    .flatMap((customer) => Array.from({ length: random.int(1, 3) }, () => customer))
    .map((customer, index) => {
      const agent = random.pick(agents(customer.tenant))
      return {
        tenant_id: customer.tenant.tenantId,
        note_id: index + 1,
        customer_id: customer.customerId,
        text: random.pick(noteTexts),
        author_id: agent.userId,
        author_name: agent.name,
        at: new Date(now - random.between(0.05, 60) * DAY),
      }
    })
}

/** Numbers people from 1 within each tenant; whoever plays the first few of a tenant meets all of its cities by their shares. */
function spread(tenants: readonly DemoTenant[], count: number) {
  return tenants.flatMap((tenant, position) => {
    const before = tenants.slice(0, position).reduce((sum, { share }) => sum + share, 0)
    const size = Math.round((before + tenant.share) * count) - Math.round(before * count)
    const placed = tenant.cities.map(() => 0)
    return Array.from({ length: size }, (_, index) => {
      const short = tenant.cities.map(({ share }, at) => share * (index + 1) - placed[at]!)
      const at = short.indexOf(Math.max(...short))
      placed[at]! += 1
      return { tenant, city: tenant.cities[at]!, n: index + 1 }
    })
  })
}
