import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { levelsOf } from '#areas/customer/standing'
import { phoneFor } from '#areas/order/model'
import { isOutsider, wholeTenant } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { textFor } from './audience.service.ts'
import { broadcastList, recipientList } from './broadcast.list.ts'
import { findBroadcast, groupChoices } from './broadcast.queries.ts'
import {
  carriersOf,
  countFor,
  counting,
  moveBroadcast,
  plainCount,
  saveBroadcast,
  shownBroadcast,
  submitBroadcast,
  textOf,
  wantedOf,
} from './broadcast.service.ts'
import { approveBroadcast, endBroadcast, goOnBroadcast, rejectBroadcast, stopBroadcast } from './decide.service.ts'

export const broadcastRoutes = implement(
  'broadcast',
  broadcastCalls,
)({
  list: broadcastList.page,
  index: async ({ db, scope }) => {
    if (isOutsider(scope) || scope.cities.length === 0) return { groups: [], levels: [] }
    const [groups, levels] = await Promise.all([groupChoices(db), levelsOf(db)])
    return { groups, levels: levels.map(({ level, name }) => ({ key: String(level), value: name })) }
  },
  detail: async ({ input, db, fail, ...by }) => (await shownBroadcast(db, input.broadcastId, by)) ?? fail('broadcast.notFound'),
  recipients: recipientList.page,
  count: async ({ input, ...context }) => {
    const { operator, platform } = context
    const { counted, text } = await countFor(input, platform.db.reader(wholeTenant(operator.tenantId)), context)
    return {
      ...plainCount(counted),
      text: textFor(text, counted.some[0] ?? { name: '', cityName: '' }),
      some: counted.some.map(({ name, phone, cityName }) => ({ name, cityName, phone: phoneFor(operator.authorities, phone) })),
    }
  },
  carriers: async ({ db, scope, operator, platform }) => ({
    // They belong to the business: who is of an organisation, or has no city, sees none.
    rows: isOutsider(scope) || scope.cities.length === 0 ? [] : await carriersOf(platform, operator, db),
  }),
  save: ({ input, db, ...context }) => saveBroadcast(input, { tx: db, ...context }),
  submit: ({ input, db, ...context }) => submitBroadcast(input, { tx: db, ...context }),
  withdraw: ({ input, db, ...context }) => moveBroadcast({ tx: db, ...context }, input, 'withdraw'),
  recount: async ({ input, db, fail, ...looking }) => {
    const row = (await findBroadcast(db, input.broadcastId)) ?? fail('broadcast.notFound')
    if (row.state !== 'WAITING') return fail('broadcast.wrongState')
    const everything = looking.platform.db.reader(wholeTenant(looking.operator.tenantId))
    const counted = await counting(db, everything, looking, wantedOf(row), textOf(row))
    return counted ? plainCount(counted) : fail('broadcast.tooMany')
  },
  approve: ({ input, db, ...context }) => approveBroadcast(input, { tx: db, ...context }),
  reject: ({ input, db, ...context }) => rejectBroadcast(input, { tx: db, ...context }),
  stop: ({ input, db, ...context }) => stopBroadcast(input, { tx: db, ...context }),
  goOn: ({ input, db, ...context }) => goOnBroadcast(input, { tx: db, ...context }),
  end: ({ input, db, ...context }) => endBroadcast(input, { tx: db, ...context }),
})
