import { driverInsuranceCalls } from '@chauffeur/contract/qualification/insurance'
import { implement } from '#platform/http/implement'
import { HEADS } from './insurance.import.ts'
import { insuranceList, policyView } from './insurance.list.ts'
import { coverIn, listedPolicy } from './insurance.queries.ts'
import { endPolicy, savePolicy } from './insurance.service.ts'

export const driverInsuranceRoutes = implement(
  'driver-insurance',
  driverInsuranceCalls,
)({
  list: insuranceList.page,
  detail: async ({ input, db, operator, fail }) =>
    policyView((await listedPolicy(db, input.insuranceId)) ?? fail('driverInsurance.notFound'), operator),
  save: ({ input, ...context }) => savePolicy(input, context),
  cancel: ({ input, ...context }) => endPolicy(input, context),
  // The mark at its beginning says to spreadsheets that it is UTF-8.
  downloadHead: async ({ request }) => ({
    fileName: request.english ? 'driver-policies.csv' : '司机保单导入模板.csv',
    csv: `\uFEFF${HEADS.join(',')}\r\n`,
  }),
  cover: ({ input, db }) => coverIn(db, input.cityId),
})
