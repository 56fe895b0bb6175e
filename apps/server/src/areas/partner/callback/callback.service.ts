import { type callbackCalls, CALLBACKS_AT_MOST, type ChannelCallback } from '@chauffeur/contract/partner/callback'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WriteContext } from '#platform/http/implement'
import { isPublicUrl } from '#platform/provider/public-fetch'
import { channelToChange } from '../channel/index.ts'
import { callbackOf, type CallbackRow, callbacksOf, insertCallback, updateCallback } from './callback.queries.ts'

type Calls = typeof callbackCalls
type SaveWays = WriteContext<Calls['save']['failures'][number]>
type EnableWays = WriteContext<Calls['enable']['failures'][number]>

export const callbackView = (row: CallbackRow): ChannelCallback => ({
  callbackId: row.callback_id,
  url: row.url,
  note: row.note,
  enabled: row.enabled,
  failingSince: row.failing_since?.toISOString() ?? null,
  waiting: row.waiting,
  givenUp: row.given_up,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
  updatedByName: row.updated_by_name,
})

/** The address as whoever changes it last saw it; its channel is locked. */
async function toChange({ tx, fail }: Pick<EnableWays, 'tx' | 'fail'>, channelId: string, callbackId: string, version?: number) {
  const before = (await callbackOf(tx, channelId, callbackId)) ?? fail('callback.notFound')
  return before.version === version ? before : fail('callback.versionConflict', { current: callbackView(before) })
}

export async function saveCallback(input: ParsedInputOf<Calls['save']>, context: SaveWays): Promise<ChannelCallback> {
  const { tx, operator, platform, audit, fail } = context
  const channel = await channelToChange(context, input.channelId)
  const { channel_id: channelId, name } = channel
  if (!isPublicUrl(input.url, platform.settings.webhookHosts)) return fail('callback.badUrl')
  const set = { url: new URL(input.url).href, note: input.note ?? '' }
  const present = await callbacksOf(tx, channelId)
  if (present.some((one) => one.url === set.url && one.callback_id !== input.callbackId)) return fail('callback.taken')
  const before = input.callbackId ? await toChange(context as EnableWays, channelId, input.callbackId, input.version) : null
  if (!before && present.length >= CALLBACKS_AT_MOST) return fail('callback.enough')
  if (before) await updateCallback(tx, before.callback_id, set, operator)
  const savedId = before?.callback_id ?? (await insertCallback(tx, { channelId, ...set }, operator)) ?? fail('callback.taken')
  audit({
    object: 'channel',
    objectId: channelId,
    ...(before && { before: { callbackUrl: before.url, note: before.note } }),
    after: { name, callbackUrl: set.url, note: set.note },
  })
  return callbackView((await callbackOf(tx, channelId, savedId))!)
}

export async function enableCallback(input: ParsedInputOf<Calls['enable']>, context: EnableWays): Promise<ChannelCallback> {
  const { tx, operator, audit } = context
  const { channel_id: channelId, name } = await channelToChange(context, input.channelId)
  const { callbackId, enabled } = input
  const before = await toChange(context, channelId, callbackId, input.version)
  if (before.enabled !== enabled) {
    await updateCallback(tx, callbackId, { enabled }, operator)
    audit({
      object: 'channel',
      objectId: channelId,
      before: { enabled: !enabled },
      after: { name, callbackUrl: before.url, enabled },
    })
  }
  return callbackView((await callbackOf(tx, channelId, callbackId))!)
}
