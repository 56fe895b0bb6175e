import { setupCalls } from '@chauffeur/contract/access/setup'
import { implement } from '#platform/http/implement'
import { beginInstallation, lookAtSetup } from './setup.service.ts'

export const setupRoutes = implement(
  'setup',
  setupCalls,
)({
  look: async ({ input, platform, fail }) => ({
    cities: (await lookAtSetup(platform, input.token, fail)).map(({ city_id, name }) => ({ cityId: city_id, name })),
  }),
  begin: ({ input, platform, fail }) => beginInstallation(platform, input, fail),
})
