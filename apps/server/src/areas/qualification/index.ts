import { driverFaceRoutes, faceLockRound } from './check/index.ts'
import { driverClaimRoutes } from './claim/index.ts'
import { citiesShutBy, driverDutyRoutes, examTold } from './duty/index.ts'
import { examRoutesWith } from './exam/index.ts'
import { examAttemptRoutes, examRound } from './exam-attempt/index.ts'
import { driverFitnessRoutes, papersRound, policiesRound } from './fitness/index.ts'
import { driverInsuranceRoutes } from './insurance/index.ts'

export { finishesTrip } from './duty/index.ts'

export const qualificationJobs = [examTold]
export const qualificationRounds = [papersRound, policiesRound, examRound, faceLockRound]
export const qualificationRoutes = [
  ...driverClaimRoutes,
  ...driverDutyRoutes,
  ...driverFaceRoutes,
  ...driverFitnessRoutes,
  ...driverInsuranceRoutes,
  ...examRoutesWith(citiesShutBy),
  ...examAttemptRoutes,
]
