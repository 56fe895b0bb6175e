import { driverClaimAppCalls } from './claim-app.ts'
import { driverClaimCalls, driverClaimRefusals } from './claim.ts'
import { driverDutyCalls, driverDutyRefusals } from './duty.ts'
import { examCalls, examRefusals } from './exam.ts'
import { examAppCalls, examAttemptCalls, examAttemptRefusals } from './exam-attempt.ts'
import { driverFaceAppCalls, driverFaceCalls, driverFaceRefusals } from './face.ts'
import { driverInsuranceCalls, driverInsuranceRefusals } from './insurance.ts'
import { driverFitnessAppCalls, driverFitnessCalls } from './fitness.ts'

/** Groups of calls by the name that the operation log knows them by. */
export const calls = {
  'driver-claim': { ...driverClaimCalls, ...driverClaimAppCalls },
  'driver-duty': driverDutyCalls,
  'driver-exam': { ...examCalls, ...examAttemptCalls, ...examAppCalls },
  'driver-face': { ...driverFaceCalls, ...driverFaceAppCalls },
  'driver-fitness': { ...driverFitnessCalls, ...driverFitnessAppCalls },
  'driver-insurance': driverInsuranceCalls,
}
export const refusals = [
  driverClaimRefusals,
  driverDutyRefusals,
  driverFaceRefusals,
  driverInsuranceRefusals,
  examRefusals,
  examAttemptRefusals,
]
