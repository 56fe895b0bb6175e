import { CHANNEL_STATE, type channelCalls } from '@chauffeur/contract/partner/channel'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { notifyUsers } from '#areas/operations/notice'
import { lockAdministration } from '#areas/access/role'
import type { WriteContext } from '#platform/http/implement'
import { withinCities } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import { unmasked } from '#platform/identity/mask'
import { channelView } from './channel.list.ts'
import {
  type ChannelDb,
  insertChannel,
  listedChannel,
  lockChannel,
  nameTaken,
  noteCommission,
  peopleOf,
  updateChannel,
} from './channel.queries.ts'

type Calls = typeof channelCalls
type SaveWays = WriteContext<Calls['save']['failures'][number]>
type EnableWays = WriteContext<Calls['enable']['failures'][number]>

/** What the operation log keeps of a channel. */
const audited = ({
  name,
  code,
  state,
  contact_name,
  contact_phone,
  settlement,
  city_ids,
  service_types,
  calls_per_minute,
  orders_per_day,
  commission_bp,
}: ChannelDb) => ({
  name,
  channelCode: code,
  enabled: state === CHANNEL_STATE.on,
  contactName: contact_name,
  contactPhone: contact_phone,
  settlement,
  cityIds: city_ids,
  serviceTypes: service_types,
  callsPerMinute: calls_per_minute,
  ordersPerDay: orders_per_day,
  commissionBp: commission_bp,
})

/** The channel under a row lock, for somebody who runs all its cities. */
export async function channelToChange(
  { tx, scope, fail }: Pick<WriteContext<'channel.notFound' | 'channel.beyondCities'>, 'tx' | 'scope' | 'fail'>,
  channelId: string,
): Promise<ChannelDb> {
  const channel = (await lockChannel(tx, channelId)) ?? fail('channel.notFound')
  return withinCities(channel.city_ids, scope.cities) ? channel : fail('channel.beyondCities')
}

/** The same, as whoever changes it last saw it. */
async function toChange(context: EnableWays, input: { channelId: string; version?: number | undefined }) {
  const { tx, operator, scope, fail } = context
  const channel = await channelToChange(context, input.channelId)
  if (channel.version !== input.version)
    return fail('channel.versionConflict', { current: channelView(await listedChannel(tx, input.channelId), { operator, scope }) })
  return channel
}

export async function saveChannel(input: ParsedInputOf<Calls['save']>, context: SaveWays) {
  const { tx, operator, scope, audit, fail } = context
  await lockAdministration(tx, operator.tenantId)
  const { channelId } = input
  const before = channelId ? await toChange(context as EnableWays, { channelId, version: input.version }) : null
  const cityIds = [...new Set(input.cityIds)]
  if (!withinCities(cityIds, scope.cities)) return fail('channel.beyondCities')
  if (await nameTaken(whole(tx), input.name, channelId ?? '0')) return fail('channel.nameTaken')
  const set = {
    name: input.name,
    contact_name: unmasked(input.contactName ?? '', before?.contact_name ?? ''),
    contact_phone: input.contactPhone ?? before?.contact_phone ?? '',
    settlement: unmasked(input.settlement ?? '', before?.settlement ?? ''),
    city_ids: cityIds,
    service_types: [...new Set(input.serviceTypes)],
    orders_per_day: input.ordersPerDay ?? null,
    ...(input.callsPerMinute !== undefined && { calls_per_minute: input.callsPerMinute }),
    ...(input.commissionBp !== undefined && { commission_bp: input.commissionBp }),
  }
  if (before) {
    await updateChannel(tx, before.channel_id, operator.userId, set)
    if (set.commission_bp !== undefined && set.commission_bp !== before.commission_bp)
      await noteCommission(tx, before, set.commission_bp, operator.userId)
  }
  const savedId =
    before?.channel_id ??
    (await insertChannel(tx, { ...set, code: input.code ?? fail('channel.codeMissing') }, operator)) ??
    fail('channel.codeTaken')
  const saved = await listedChannel(tx, savedId)
  audit({ object: 'channel', objectId: savedId, ...(before && { before: audited(before) }), after: audited(saved) })
  return channelView(saved, context)
}

/** A channel that is off takes no new orders; what it brought is driven, billed and paid as ever. Its people are told. */
export async function enableChannel(input: ParsedInputOf<Calls['enable']>, context: EnableWays) {
  const { tx, operator, audit } = context
  const { channelId, enabled } = input
  const before = await toChange(context, input)
  if ((before.state === CHANNEL_STATE.on) !== enabled) {
    await updateChannel(tx, channelId, operator.userId, { state: enabled ? CHANNEL_STATE.on : CHANNEL_STATE.off })
    const notice = { kind: enabled ? 'CHANNEL_STARTED' : 'CHANNEL_STOPPED', subject: before.name } as const
    await notifyUsers(tx, operator.tenantId, await peopleOf(whole(tx), channelId), notice)
    audit({ object: 'channel', objectId: channelId, before: { enabled: !enabled }, after: { name: before.name, enabled } })
  }
  return channelView(await listedChannel(tx, channelId), context)
}
