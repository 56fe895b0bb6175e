import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, optional, requiredText, text } from '../../kernel/fields.ts'
import { dispatchCalls } from './app.ts'
import { APP_REFUSALS } from './client.ts'

export const driverInvitationRefusals = refusals({
  'driver.invitationGone': {
    code: 410301,
    zh: '邀请链接已用过、已失效或已被新的链接代替，请联系公司重新发送',
    en: 'This invitation was used, has lapsed or was replaced by a newer one: ask your company for another',
  },
  'driver.invitedJustNow': { code: 429301, zh: '一分钟内刚发送过邀请，请稍后再发', en: 'Invited less than a minute ago, wait a little' },
})

/** Of the driver's page; the token stands behind the hash, which no server writes into a log. */
export const INVITATION_LINK_PATH = '/driver/#join='

const token = requiredText(100)

export const driverInvitationCalls = {
  /** Sends the driver a text message with a link that signs them in once; a newer link replaces an earlier one. */
  invite: call({
    method: 'POST',
    path: '/djweb/driver/invite',
    effect: 'write',
    access: { authority: 'driver.edit' },
    summary: '邀请司机',
    input: z.object({ driverId: id }),
    output: z.object({
      /** Path of this installation, for whoever invites to hand over; null where a text message carries it. */
      link: z.string().nullable(),
      validUntil: instant,
    }),
    failures: ['driver.notFound', 'driver.invitedJustNow'],
  }),
} satisfies Area

/** Of the driver's page, before anybody is signed in. */
export const driverJoinCalls = {
  /** Whose invitation a link is. */
  invitation: call({
    method: 'POST',
    path: '/driver/v1/invitation',
    effect: 'read',
    access: 'public',
    body: 'json',
    summary: '查看司机邀请',
    input: z.object({ token }),
    output: z.object({ tenantId: id, brandName: z.string(), name: z.string(), cityName: z.string() }),
    failures: ['driver.invitationGone', ...APP_REFUSALS],
  }),
  /** Signs in by the link, which is used up. */
  join: call({
    method: 'POST',
    path: '/driver/v1/join',
    effect: 'write',
    access: 'public',
    body: 'json',
    summary: '司机接受邀请',
    input: z.object({ token, device: optional(text(100)) }),
    output: dispatchCalls.signIn.output,
    failures: ['driver.invitationGone', 'driver.accountDisabled', ...APP_REFUSALS],
  }),
} satisfies Area
