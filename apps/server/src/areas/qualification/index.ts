import { driverFaceRoutes } from './check/index.ts'
import { driverDutyRoutes } from './duty/index.ts'
import { driverFitnessRoutes, papersRound } from './fitness/index.ts'

export { finishesTrip } from './duty/index.ts'

export const qualificationRounds = [papersRound]
export const qualificationRoutes = [...driverDutyRoutes, ...driverFaceRoutes, ...driverFitnessRoutes]
