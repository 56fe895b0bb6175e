import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, nothing, optional } from '../../kernel/fields.ts'
import { messageEvent } from './event.ts'

export const driverMessageRefusals = refusals({
  'driverMessage.notFound': { code: 404, zh: '消息不存在或已过期', en: 'There is no such message any more' },
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
    }),
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
