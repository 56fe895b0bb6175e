import { channelCalls } from '@chauffeur/contract/partner/channel'
import { implement } from '#platform/http/implement'
import { channelList } from './channel.list.ts'
import { pageOf } from './channel-page.service.ts'
import { findChannels } from './channel.queries.ts'
import { enableChannel, saveChannel } from './channel.service.ts'

export const channelRoutes = implement(
  'channel',
  channelCalls,
)({
  list: channelList.page,
  view: async ({ input, db, operator, scope, fail }) =>
    (await pageOf(db, input.channelId, { operator, scope })) ?? fail('channel.notFound'),
  find: async ({ input, db }) => ({ rows: await findChannels(db, input) }),
  save: ({ input, db, ...context }) => saveChannel(input, { tx: db, ...context }),
  enable: ({ input, db, ...context }) => enableChannel(input, { tx: db, ...context }),
})
