import { cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { cityNames } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import { defineSmallList } from '#platform/list/list'
import { windowText } from '#platform/values/local-clock'
import { cancelRows, type StoredCancelRow } from './cancel.queries.ts'
import { channelsInScope } from '#areas/access/app'
import { bySpecificity } from './cancel.rules.ts'

export const cancelRuleView = ({ fromMinute, toMinute, ...row }: StoredCancelRow) => ({
  ...row,
  serviceType: row.serviceType as ServiceType | null,
  ...windowText(fromMinute, toMinute),
  changedAt: row.changedAt.toISOString(),
})
/** Cities and channels within the scope. */
export async function placesOf(db: TenantDb) {
  const [cities, channels] = await Promise.all([cityNames(db), channelsInScope(db, null)])
  return { cities, channels }
}

export const cancelRuleList = defineSmallList(cancelRulesCalls.list, {
  all: async ({ db, input: { by, cityId, enabled } }) =>
    (await cancelRows(db))
      .filter((row) => (!by || row.by === by) && (!cityId || row.cityId === cityId) && (enabled === undefined || row.enabled === enabled))
      .toSorted((a, b) => (a.by === b.by ? bySpecificity(a, b) : 0)),
  beside: (_, { db }) => placesOf(db),
  view: (row, _, { cities, channels }) => ({
    ...cancelRuleView(row),
    cityName: cities.find((city) => city.cityId === row.cityId)?.name ?? '',
    channelName: channels.find(({ channelId }) => channelId === row.channelId)?.name ?? '',
  }),
})
