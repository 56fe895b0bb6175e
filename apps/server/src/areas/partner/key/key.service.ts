import { type ChannelKey, type keyCalls, KEYS_AT_ONCE } from '@chauffeur/contract/partner/key'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { WriteContext } from '#platform/http/implement'
import { keyContext } from '#platform/identity/partner'
import { newKeyId, newSecret } from '#platform/identity/partner-signature'
import { channelToChange } from '../channel/index.ts'
import { endKey, goodKeys, insertKey, type KeyRow } from './key.queries.ts'

type Calls = typeof keyCalls
type MakeWays = WriteContext<Calls['make']['failures'][number]>
type EndWays = WriteContext<Calls['end']['failures'][number]>

export const keyView = ({ createdAt, lastUsedAt, endedAt, ...row }: KeyRow): ChannelKey => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
})

const SHOWN_OF_SECRET = 4

/** The secret is told once; what is kept of it is sealed. */
export async function makeKey(input: ParsedInputOf<Calls['make']>, context: MakeWays) {
  const { tx, operator, platform, audit, fail } = context
  const channel = await channelToChange(context, input.channelId)
  if ((await goodKeys(tx, channel.channel_id)) >= KEYS_AT_ONCE) return fail('channelKey.two')
  const keyId = newKeyId()
  const secret = newSecret()
  const made = await insertKey(tx, {
    tenantId: operator.tenantId,
    channelId: channel.channel_id,
    keyId,
    sealed: platform.vault.seal(secret, keyContext(keyId)),
    secretEnd: secret.slice(-SHOWN_OF_SECRET),
    note: input.note ?? '',
    by: operator,
  })
  audit({ object: 'channel', objectId: channel.channel_id, after: { name: channel.name, keyId, note: made.note } })
  return { ...keyView(made), secret }
}

export async function stopKey(input: ParsedInputOf<Calls['end']>, context: EndWays) {
  const { tx, operator, audit, fail } = context
  const channel = await channelToChange(context, input.channelId)
  const ended = (await endKey(tx, input, operator)) ?? fail('channelKey.notFound')
  audit({
    object: 'channel',
    objectId: channel.channel_id,
    before: { keyId: ended.keyId },
    after: { name: channel.name, endedKeyId: ended.keyId },
  })
  return keyView(ended)
}
