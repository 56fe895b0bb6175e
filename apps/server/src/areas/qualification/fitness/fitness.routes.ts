import { driverFitnessAppCalls, driverFitnessCalls } from '@chauffeur/contract/qualification/fitness'
import { implement } from '#platform/http/implement'
import { driverFitness } from './fitness.service.ts'

const operatorRoutes = implement(
  'driver-fitness',
  driverFitnessCalls,
)({
  fitness: async ({ input, db, platform, request, fail }) =>
    (await driverFitness(db, input.driverId, platform, request.english)) ?? fail('driver.notFound'),
})

const driverRoutes = implement(
  'driver-fitness',
  driverFitnessAppCalls,
)({
  ownFitness: async ({ db, driver, platform, request }) => {
    const found = await driverFitness(db, driver.driverId, platform, request.english)
    if (!found) throw new Error(`Driver ${driver.driverId} of a session is not there.`)
    return found
  },
})

export const driverFitnessRoutes = [...operatorRoutes, ...driverRoutes]
