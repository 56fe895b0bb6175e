import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, int, optional, requiredText, text } from '../../kernel/fields.ts'

export const callbackRefusals = refusals({
  'callback.notFound': { code: 404, zh: '没有这个回调地址', en: 'No such callback address' },
  'callback.badUrl': {
    code: 400191,
    zh: '回调地址须为 https:// 开头的公网地址，不能带用户名或密码',
    en: 'A callback address begins with https://, is on the public internet and holds no user name or password',
    field: 'url',
  },
  'callback.taken': { code: 409191, zh: '该渠道已有相同的回调地址', en: 'The channel has this address already', field: 'url' },
  'callback.enough': { code: 409192, zh: '一个渠道最多三个回调地址', en: 'A channel has three addresses at most' },
  'callback.versionConflict': {
    code: 409193,
    zh: '回调地址已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this address, look at the present data and try again',
  },
})

export const CALLBACKS_AT_MOST = 3

export const channelCallback = z.object({
  callbackId: id,
  url: z.string(),
  note: z.string(),
  enabled: z.boolean(),
  /** Since when what was sent was not taken; null: all is well, or nothing was sent. */
  failingSince: instant.nullable(),
  /** Messages that wait to be sent, and those that were given up. */
  waiting: z.number().int(),
  givenUp: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  updatedByName: z.string(),
})
export type ChannelCallback = z.infer<typeof channelCallback>

const manage = { authority: 'channel.callbacks' } as const

/** Addresses at which a partner hears what becomes of its orders; its own people read them. */
export const callbackCalls = {
  list: call({
    method: 'GET',
    path: '/api/channel/callbacks',
    effect: 'read',
    access: { authority: 'webhook.view' },
    summary: '渠道回调地址',
    input: z.object({ channelId: id }),
    output: z.object({ rows: z.array(channelCallback) }),
    failures: ['channel.notFound', 'channel.beyondCities'],
  }),
  /** Without an id a new one. What waits for a changed address goes to the new one. */
  save: call({
    method: 'POST',
    path: '/api/channel/saveCallback',
    effect: 'write',
    access: manage,
    everyChannel: true,
    tolerant: true,
    summary: '保存渠道回调地址',
    input: z.object({
      channelId: id,
      callbackId: optional(id),
      version: optional(int()),
      url: requiredText(500),
      note: optional(text(40)),
    }),
    output: channelCallback,
    failures: [
      'channel.notFound',
      'channel.beyondCities',
      'callback.notFound',
      'callback.badUrl',
      'callback.taken',
      'callback.enough',
      'callback.versionConflict',
    ],
  }),
  /** One that is off hears nothing of what happens meanwhile; what waited goes on waiting, for seven days. */
  enable: call({
    method: 'POST',
    path: '/api/channel/enableCallback',
    effect: 'write',
    access: manage,
    everyChannel: true,
    summary: '启用或停用渠道回调地址',
    input: z.object({ channelId: id, callbackId: id, version: int(), enabled: flag }),
    output: channelCallback,
    failures: ['channel.notFound', 'channel.beyondCities', 'callback.notFound', 'callback.versionConflict'],
  }),
} satisfies Area
