import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, optional, text } from '../../kernel/fields.ts'

export const keyRefusals = refusals({
  'channelKey.notFound': { code: 404, zh: '没有这个密钥', en: 'No such key' },
  'channelKey.two': {
    code: 409137,
    zh: '同时只能有两个有效密钥：请先停用旧密钥',
    en: 'Two keys at most are good at a time: end the old one first',
  },
})
/** One in use and the one that takes its place. */
export const KEYS_AT_ONCE = 2

/** Public, and no row's number: it goes with every request. */
const keyId = z.string().regex(/^cpk_[A-Za-z0-9_-]{22}$/, '应为密钥编号 | must be the id of a key')
export const channelKey = z.object({
  keyId,
  /** The last signs of its secret. */
  secretEnd: z.string(),
  note: z.string(),
  createdAt: instant,
  createdByName: z.string(),
  lastUsedAt: instant.nullable(),
  endedAt: instant.nullable(),
  endedByName: z.string(),
})
export type ChannelKey = z.infer<typeof channelKey>

const keys = { authority: 'channel.keys' } as const

/** With keys a partner's programs order in its name; they sign what they send, and what is sent to them is signed with the same. */
export const keyCalls = {
  list: call({
    method: 'GET',
    path: '/api/channel/keys',
    effect: 'read',
    access: keys,
    summary: '渠道接口密钥',
    input: z.object({ channelId: id }),
    output: z.object({ rows: z.array(channelKey) }),
    failures: ['channel.notFound', 'channel.beyondCities'],
  }),
  /** The secret is in this answer and nowhere else. */
  make: call({
    method: 'POST',
    path: '/api/channel/makeKey',
    effect: 'write',
    access: keys,
    everyChannel: true,
    tolerant: true,
    summary: '生成渠道接口密钥',
    input: z.object({ channelId: id, note: optional(text(40)) }),
    output: channelKey.extend({ secret: z.string() }),
    failures: ['channel.notFound', 'channel.beyondCities', 'channelKey.two'],
  }),
  /** Good no more within five seconds, in every process. */
  end: call({
    method: 'POST',
    path: '/api/channel/endKey',
    effect: 'write',
    access: keys,
    everyChannel: true,
    summary: '停用渠道接口密钥',
    input: z.object({ channelId: id, keyId }),
    output: channelKey,
    failures: ['channel.notFound', 'channel.beyondCities', 'channelKey.notFound'],
  }),
} satisfies Area
