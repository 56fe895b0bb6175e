import { reportCalls } from '@chauffeur/contract/operations/home'
import { implement } from '#platform/http/implement'
import { consoleOverview } from './overview.service.ts'

export const reportRoutes = implement(
  'report',
  reportCalls,
)({
  overview: ({ input, db, operator, platform, request }) =>
    consoleOverview(db, operator.scope, input.cityId, platform, new Date(), request.english ? 'en' : 'zh'),
})
