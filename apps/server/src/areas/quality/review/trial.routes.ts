import { photoTrialCalls } from '@chauffeur/contract/quality/photo-rules'
import { implement } from '#platform/http/implement'
import { tryRules } from './trial.service.ts'

export const photoTrialRoutes = implement(
  'order-quality-trial',
  photoTrialCalls,
)({
  try: ({ input, db, scope, fail }) => (scope.channel === '*' ? tryRules(db, input) : fail('photoRules.otherCity')),
})
