import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { withinCities } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { findChannel } from '../channel/index.ts'
import { callbacksOf } from './callback.queries.ts'
import { callbackView, enableCallback, saveCallback } from './callback.service.ts'

export const callbackRoutes = implement(
  'channelCallback',
  callbackCalls,
)({
  list: async ({ input, db, scope, fail }) => {
    const channel = (await findChannel(db, input.channelId)) ?? fail('channel.notFound')
    if (!withinCities(channel.city_ids, scope.cities)) return fail('channel.beyondCities')
    return { rows: (await callbacksOf(db, input.channelId)).map(callbackView) }
  },
  save: ({ input, db, ...context }) => saveCallback(input, { tx: db, ...context }),
  enable: ({ input, db, ...context }) => enableCallback(input, { tx: db, ...context }),
})
