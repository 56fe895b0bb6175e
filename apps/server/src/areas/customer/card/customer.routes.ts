import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { findCity } from '#areas/operations/city'
import { findCustomerByPhone, findCustomers, insertCustomer, insertNote, updateCustomer } from './customer.queries.ts'
import { phoneFor } from '#areas/order/model'
import { attributionParts } from '#platform/values/attribution'
import { implement } from '#platform/http/implement'
import { cancelsSince } from './customer.queries.ts'
import { cardView } from './customer-card.service.ts'
import { channelRights, recentPhones } from './desk-customer.queries.ts'
import { channelsOn, findChannel } from '#areas/partner/channel'
import { liveMoments } from './live-moment.service.ts'
import { channelRightView, recentPhoneView } from './customer.view.ts'

const DAY_MS = 86_400_000
const RECENT = 10

export const deskCustomerRoutes = implement(
  'callCentre',
  deskCustomerCalls,
)({
  newCustomer: async ({ input, db, forCaller, operator, fail, audit }) => {
    await forCaller(input.phone)
    if (input.cityId && !(await findCity(db, input.cityId))) return fail('customer.cityUnknown')
    const made = await insertCustomer(db, { ...input, tenantId: operator.tenantId, by: operator.userId })
    if (!made) return fail('customer.exists')
    const card = cardView(made, 0, operator.authorities, new Date())
    audit({ object: 'customer', objectId: made.customer_id, after: card })
    return card
  },
  updateCustomer: async ({ input, db, forCaller, operator, fail, audit }) => {
    await forCaller(input.phone)
    const before = await findCustomerByPhone(db, input.phone)
    if (!before) return fail('customer.notFound')
    if (input.cityId && !(await findCity(db, input.cityId))) return fail('customer.cityUnknown')
    const now = new Date()
    const cancels = await cancelsSince(db, before.customer_id, new Date(now.getTime() - DAY_MS))
    const view = (row: typeof before) => cardView(row, cancels, operator.authorities, now)
    const changed = await updateCustomer(db, { phone: input.phone, version: input.version, by: operator.userId }, input)
    if (!changed) return fail('customer.versionConflict', { current: view(before) })
    if (input.note) await insertNote(db, changed, input.note, operator)
    audit({ object: 'customer', objectId: changed.customer_id, before: view(before), after: view(changed) })
    return view(changed)
  },
  findCustomers: async ({ input, db, scope, operator }) => ({
    rows: (await findCustomers(db, input, scope)).map((row) => ({
      id: row.customer_id,
      name: row.name,
      fact: phoneFor(operator.authorities, row.phone),
      place: row.city_name ?? '',
      off: row.blacklisted_until !== null && row.blacklisted_until > new Date(),
    })),
  }),
  recentPhones: async ({ input, db, operator }) => ({
    rows: (await recentPhones(db, operator.userId, input.limit ?? RECENT)).map((row) =>
      recentPhoneView(row, phoneFor(operator.authorities, row.caller_phone)),
    ),
  }),
  partnerChannels: async ({ db }) => ({ rows: await channelsOn(db) }),
  partnerChannelRights: async ({ input, db: own, forCaller, request, fail }) => {
    const db = input.phone ? await forCaller(input.phone) : own
    if ((await findChannel(db, input.channelId))?.state !== CHANNEL_STATE.on) return fail('channel.notFound')
    const rows = await channelRights(db, input.channelId, { phone: input.phone ?? null, cityId: input.cityId ?? null })
    return { rows: rows.map((row) => channelRightView(row, request.english ? 'en' : 'zh')) }
  },
  dynamicInfo: async ({ input, forCaller, operator, platform }) =>
    liveMoments(await forCaller(input.phone), input.phone, platform, operator.authorities, new Date()),
  phoneAttribution: async ({ input }) => ({
    phone: input.phone,
    mobile: input.phone.startsWith('1'),
    ...(await attributionParts(input.phone)),
  }),
})
