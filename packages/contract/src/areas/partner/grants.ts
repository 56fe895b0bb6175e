import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, metres, optional, partnerBookingId, phone, requiredText, text } from '../../kernel/fields.ts'
import { rightGrantState, rightQuantity } from '../pricing/right-grant.ts'
import { rightUnit } from '../pricing/right.ts'

export const partnerGrantRefusals = refusals({
  'partnerGrant.notFound': { code: 404, zh: '本渠道没有这个发放单号', en: 'The channel has no grant of this number' },
  'partnerGrant.noRight': { code: 400856, zh: '本渠道没有这个权益编号', en: 'The channel has no right of this number', field: 'rightNo' },
  'partnerGrant.otherContent': {
    code: 409865,
    zh: '该发放单号已用于另一内容；重发须与首次内容一致，新的发放请用新的单号',
    en: 'This number was used for a grant with other content: send again what was sent first, or use a new number',
  },
  'partnerGrant.refused': { code: 409866, zh: '该客户不能获得权益', en: 'This customer is granted no rights' },
})

/** Like a number of an order: the partner's own. */
const partnerGrantId = partnerBookingId
const partnerGrant = z.object({
  partnerGrantId: z.string(),
  /** What an order of this customer names to use it. */
  rightGrantId: id,
  rightNo: z.string(),
  rightName: z.string(),
  unit: rightUnit,
  state: rightGrantState,
  times: z.number().int().nullable(),
  amountFen: fen.nullable(),
  distanceM: metres.nullable(),
  /** What of it is used, what orders hold included. */
  usedTimes: z.number().int(),
  usedFen: fen,
  usedM: metres,
  validFrom: instant,
  validTo: instant,
  grantedAt: instant,
})
export type PartnerGrant = z.infer<typeof partnerGrant>

/** What a partner's program promises its customers: rights of its own channel that are on. */
export const partnerGrantCalls = {
  /** Once for each number of the partner's: sent again it answers how the grant stands. A telephone that is nobody's becomes a customer. */
  grant: call({
    method: 'POST',
    path: '/partner/v1/grants',
    effect: 'write',
    access: 'partner',
    body: 'json',
    once: true,
    summary: '合作方发放权益',
    input: z.object({
      partnerGrantId,
      rightNo: requiredText(30),
      phone,
      /** What the partner calls the customer; it stands in statements. */
      partnerUserId: optional(text(64)),
      /** One of them, as the right counts. */
      ...rightQuantity,
    }),
    output: partnerGrant,
    failures: [
      'channel.stopped',
      'partnerGrant.noRight',
      'partnerGrant.otherContent',
      'partnerGrant.refused',
      'rightGrant.notOn',
      'rightGrant.quantity',
    ],
  }),
  view: call({
    method: 'GET',
    path: '/partner/v1/grants/{partnerGrantId}',
    effect: 'read',
    access: 'partner',
    summary: '合作方查询权益',
    input: z.object({ partnerGrantId }),
    output: partnerGrant,
    failures: ['partnerGrant.notFound'],
  }),
  /** What trips used stays used; one that is revoked already is answered as such. */
  revoke: call({
    method: 'POST',
    path: '/partner/v1/grants/{partnerGrantId}/revoke',
    effect: 'write',
    access: 'partner',
    body: 'json',
    once: true,
    summary: '合作方收回权益',
    input: z.object({ partnerGrantId, reason: requiredText(200) }),
    output: partnerGrant,
    failures: ['partnerGrant.notFound', 'rightGrant.inHand'],
  }),
} satisfies Area
