import { driverLifeCalls } from '@chauffeur/contract/driver/file'
import { implement } from '#platform/http/implement'
import { whose } from './clock.queries.ts'
import { incomeOf } from './income.queries.ts'
import { growthOf, serviceOf } from './life.queries.ts'

const WEEKS_OF_GROWTH = 52
const WEEKS_OF_INCOME = 26
const MONTHS = 12

export const driverLifeRoutes = implement(
  'driver-life',
  driverLifeCalls,
)({
  growth: async ({ input, db, fail }) => {
    const driver = (await whose(db, input.driverId)) ?? fail('driver.notFound')
    return { weeks: await growthOf(db, driver, WEEKS_OF_GROWTH) }
  },
  income: async ({ input, db, fail }) => {
    const driver = (await whose(db, input.driverId)) ?? fail('driver.notFound')
    return { weeks: await incomeOf(db, driver, WEEKS_OF_INCOME) }
  },
  service: async ({ input, db, operator, fail }) => {
    const driver = (await whose(db, input.driverId)) ?? fail('driver.notFound')
    return { months: await serviceOf(db, driver, MONTHS, operator.authorities.has('order.view')) }
  },
})
