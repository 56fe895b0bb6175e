import { optOutCalls, replyCalls } from '@chauffeur/contract/message/opt-out'
import { openImport } from '#areas/operations/import'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { optOutImport } from './opt-out-import.ts'
import { optOutList } from './opt-out.list.ts'
import { addOptOut, renewDoor, shownDoor, takeOff, takeReplies } from './opt-out.service.ts'

const operatorRoutes = implement(
  'optOut',
  optOutCalls,
)({
  list: optOutList.page,
  add: ({ input, db, ...context }) => addOptOut(input, { tx: db, ...context }),
  remove: ({ input, db, ...context }) => takeOff(input, { tx: db, ...context }),
  import: ({ input: { file }, db, request, ...context }) =>
    openImport({ kind: optOutImport.name, file }, { tx: db, english: request.english, ...context }),
  // With the address anybody could refuse in anybody's name.
  door: ({ db, fail, scope, ...context }) => (seesEveryCity(scope) ? shownDoor(db, context) : fail('optOut.wholeTenantOnly')),
  renewDoor: ({ input, db, ...context }) => renewDoor(input, { tx: db, ...context }),
})

const gatewayRoutes = implement(
  'optOut',
  replyCalls,
)({
  told: async ({ input: { secret, replies, phone, text, id, at }, platform, fail }) => {
    const one = phone !== undefined && text !== undefined ? [{ phone, text, id, at }] : []
    return (await takeReplies(platform, secret, [...(replies ?? []), ...one], new Date())) ?? fail('optOut.doorUnknown')
  },
})

export const optOutRoutes = [...operatorRoutes, ...gatewayRoutes]
