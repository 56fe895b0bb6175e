import { keyCalls } from '@chauffeur/contract/partner/key'
import { withinCities } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { findChannel } from '../channel/index.ts'
import { keysOf } from './key.queries.ts'
import { keyView, makeKey, stopKey } from './key.service.ts'

export const keyRoutes = implement(
  'channelKey',
  keyCalls,
)({
  list: async ({ input, db, scope, fail }) => {
    const channel = (await findChannel(db, input.channelId)) ?? fail('channel.notFound')
    if (!withinCities(channel.city_ids, scope.cities)) return fail('channel.beyondCities')
    return { rows: (await keysOf(db, input.channelId)).map(keyView) }
  },
  make: ({ input, db, ...context }) => makeKey(input, { tx: db, ...context }),
  end: ({ input, db, ...context }) => stopKey(input, { tx: db, ...context }),
})
