import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { driverClientCalls } from '@chauffeur/contract/driver/client'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { type City, cityOf, type Place } from './city/city.ts'
import { isWithin } from './city/geo.ts'
import { createOperator, type Operator } from './operator.ts'
import type { Tenant, World } from './world.ts'

/** The version that the telephones of simulated drivers say they are. */
const version = '1.0.0'

/** What people say when they tell an operator where they are. */
const keywords = ['酒店', '广场', '酒吧', '餐厅', '火锅', '中心', '大厦', '路', '站', '医院', '公园', '花园']

/** Signs the operators in and looks at their cities. `drivers` is how many there will be in all. */
export async function openTenants(world: World, accounts: { username: string; password: string }[], drivers: number): Promise<Tenant[]> {
  const found = await Promise.all(
    accounts.map(async ({ username, password }) => {
      const operator = createOperator(world.wire, world.scheduler, username, password)
      const tenantId = await operator.tenantId()
      const { rows } = await operator.ask(callCentreCalls.openCities, {})
      const { appId } = await world.wire.send(driverClientCalls.app, { tenantId }, { app: { id: null, version } })
      return { operator, tenantId, app: { id: appId, version }, open: rows.filter((row) => row.open) }
    }),
  )
  const cityCount = found.reduce((sum, { open }) => sum + open.length, 0)
  const expectedDrivers = drivers / Math.max(1, cityCount)
  return Promise.all(
    found.map(async ({ operator, tenantId, app, open }, index) => {
      const cities = open.map((row) => cityOf(row, expectedDrivers, world.seed))
      await Promise.all(cities.map((city) => learnPlaces(world, operator, city)))
      return { index: index + 1, tenantId, app, operator, cities: new Map(cities.map((city) => [city.cityId, city])) }
    }),
  )
}

async function learnPlaces(world: World, operator: Operator, city: City) {
  const places = new Map<string, Place>()
  for (const keyword of keywords) {
    try {
      const { rows } = await operator.ask(cityCalls.searchPlaces, { cityId: city.cityId, keyword, ...city.core.centre, limit: 50 })
      for (const row of rows) if (isWithin(city.core, row)) places.set(row.name, row)
    } catch (error) {
      // Without the place search customers still call, from points of the map.
      if (world.scheduler.stopped()) throw error
      world.stats.trouble(error)
    }
  }
  city.places = [...places.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
