import { messageLogCalls } from '@chauffeur/contract/message/log'
import { tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { messageLog } from './log.list.ts'

export const messageLogRoutes = implement(
  'messageLog',
  messageLogCalls,
)({
  list: messageLog.page,
  cities: async ({ db }) => ({ cities: (await tenantCities(db)).map(({ city_id, name }) => ({ key: city_id, value: name })) }),
})
