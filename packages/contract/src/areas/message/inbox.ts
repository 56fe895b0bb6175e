import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, nothing, optional } from '../../kernel/fields.ts'
import { messageEvent } from './event.ts'
import { messageLanguage } from '../../kernel/language.ts'

export const driverMessageRefusals = refusals({
  'driverMessage.notFound': { code: 404, zh: '消息不存在或已过期', en: 'There is no such message any more' },
  'driverPush.off': { code: 403895, zh: '公司没有开通推送，消息仍在司机端里', en: 'Push is not set up here; messages stand in the app' },
  'driverPush.address': {
    code: 400895,
    zh: '这台手机的推送服务不在允许之列，消息仍在司机端里',
    en: 'The push service of this telephone is not one of those allowed; messages stand in the app',
    field: 'endpoint',
  },
  'driverPush.keys': { code: 400896, zh: '推送密钥有误', en: 'The keys of the subscription are none', field: 'p256dh' },
})

/** A driver's app is handed so many, the newest. */
export const INBOX_MOST = 50

/** What this driver is told in their app: of their pictures, papers, level and withdrawals. Announcements to many are bulletins. */
export const driverMessageCalls = part({
  /** Newest first, of the last 30 days. The offers' stream says with an event `message` that there is another one. */
  messages: call({
    method: 'GET',
    path: '/driver/v1/messages',
    effect: 'read',
    access: 'driver',
    // Asked for during a trip too: of an app that was switched off meanwhile it must not end that.
    ofTrip: true,
    tagged: true,
    summary: '司机消息',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          messageId: id,
          /** Null of an event that this program does not know. */
          event: messageEvent.nullable(),
          text: z.string(),
          at: instant,
          readAt: instant.nullable(),
        }),
      ),
      unread: z.number().int(),
      /** What the driver reads; null: they never said, and are told in Chinese. */
      language: messageLanguage.nullable(),
    }),
  }),
  /** In which language messages reach this driver from now on; what was told before stays as it was. */
  setLanguage: call({
    method: 'POST',
    path: '/driver/v1/messages/language',
    effect: 'write',
    access: 'driver',
    body: 'json',
    ofTrip: true,
    summary: '设置司机消息语言',
    input: z.object({ language: messageLanguage }),
    output: z.object({ language: messageLanguage }),
  }),
  /** The app has these, and with `read` the driver has opened them: from then on the log says so. However often it is said; what is gone is passed over, and refused where nothing is left. */
  seen: call({
    method: 'POST',
    path: '/driver/v1/messages/seen',
    effect: 'write',
    access: 'driver',
    body: 'json',
    ofTrip: true,
    unlogged: true,
    summary: '司机消息已收到或已读',
    input: z.object({ messageIds: z.array(id).min(1).max(INBOX_MOST), read: optional(flag) }),
    output: nothing,
    failures: ['driverMessage.notFound'],
  }),
})

/** Notices on the driver's telephone while the page is closed (Web Push). A telephone listens for as long as the session that asked lasts. */
export const driverPushCalls = part({
  /** For which key a browser has to subscribe; null: nothing is pushed. */
  pushKey: call({
    method: 'GET',
    path: '/driver/v1/push',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    summary: '司机端推送公钥',
    input: nothing,
    output: z.object({ publicKey: z.string().nullable() }),
  }),
  /** This telephone listens from now on: what a browser's subscription says. Of one session the last holds; of one driver the five last seen. */
  listen: call({
    method: 'POST',
    path: '/driver/v1/push/listen',
    effect: 'write',
    access: 'driver',
    body: 'json',
    ofTrip: true,
    unlogged: true,
    summary: '司机端开启推送',
    input: z.object({
      endpoint: z.string().min(1).max(1_000),
      /** Base64url, of 65 bytes and of 16. */
      p256dh: z.string().regex(/^[\w-]{87}=?$/, '应为 base64url 公钥 | must be a public key in base64url'),
      auth: z.string().regex(/^[\w-]{22}(==)?$/, '应为 base64url 密钥 | must be a secret in base64url'),
      /** In which language its titles are; not said: Chinese. */
      english: optional(flag),
    }),
    output: nothing,
    failures: ['driverPush.off', 'driverPush.address', 'driverPush.keys'],
  }),
  /** This telephone listens no more. */
  stopListening: call({
    method: 'POST',
    path: '/driver/v1/push/stop',
    effect: 'write',
    access: 'driver',
    body: 'json',
    ofTrip: true,
    unlogged: true,
    summary: '司机端关闭推送',
    input: nothing,
    output: nothing,
  }),
})
