import { messageLogCalls } from '@chauffeur/contract/message/log'
import { tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { costList } from './cost.list.ts'
import { messageLog } from './log.list.ts'
import { attemptsOf, findMessage } from './log.queries.ts'
import { attemptView, messageView } from './log.view.ts'

export const messageLogRoutes = implement(
  'messageLog',
  messageLogCalls,
)({
  list: messageLog.page,
  details: async ({ input, db, fail }) => {
    const [row, tries] = await Promise.all([findMessage(db, input.smsId), attemptsOf(db, input.smsId)])
    return row ? { ...messageView(row), tries: tries.map(attemptView) } : fail('messageLog.notFound')
  },
  costs: costList.page,
  cities: async ({ db }) => ({ cities: (await tenantCities(db)).map(({ city_id, name }) => ({ key: city_id, value: name })) }),
})
