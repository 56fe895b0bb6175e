import { messageLogCalls } from '@chauffeur/contract/message/log'
import { tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { costList } from './cost.list.ts'
import { messageLog } from './log.list.ts'
import { attemptsOf, findMessage, pushesOf, readersOf } from './log.queries.ts'
import { attemptView, messageView, pushView } from './log.view.ts'

export const messageLogRoutes = implement(
  'messageLog',
  messageLogCalls,
)({
  list: messageLog.page,
  details: async ({ input, db, fail }) => {
    const { smsId } = input
    const [row, tries, pushes, readers] = await Promise.all([
      findMessage(db, smsId),
      attemptsOf(db, smsId),
      pushesOf(db, smsId),
      readersOf(db, smsId),
    ])
    if (!row) return fail('messageLog.notFound')
    return {
      ...messageView(row),
      tries: tries.map(attemptView),
      pushes: pushes.map(pushView),
      forOne: row.to_user_id !== null,
      readers: readers.map(({ name, at }) => ({ name: name ?? '', at: at.toISOString() })),
    }
  },
  costs: costList.page,
  cities: async ({ db }) => ({ cities: (await tenantCities(db)).map(({ city_id, name }) => ({ key: city_id, value: name })) }),
})
