import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { fen, id, instant, intBetween, nothing, optional, requiredText, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { claimState, coveringPolicy } from './claim.ts'
import { COVERAGE_FEN, insuranceProduct } from './insurance.ts'

const ownClaim = z.object({
  driverClaimId: id,
  product: insuranceProduct,
  insurer: z.string(),
  policyNo: z.string(),
  orderNo: z.string(),
  lossAt: instant,
  amountFen: fen,
  paidFen: fen.nullable(),
  state: claimState,
  what: z.string(),
  /** By which the insurer knows it; empty before it does. */
  reportNo: z.string(),
  /** Why it was refused, or taken up again; else empty. */
  reason: z.string(),
  pictures: z.number().int(),
  mayAddPicture: z.boolean(),
  reportedAt: instant,
})
export type OwnClaim = z.infer<typeof ownClaim>

/** Drivers report what happened, and see what became of it. Insurers are spoken to by the company. */
export const driverClaimAppCalls = {
  /** The latest fifty, whoever reported them. `insured`: the driver has, or had, a policy at all. */
  ownClaims: call({
    method: 'GET',
    path: '/driver/v1/claims',
    effect: 'read',
    access: 'driver',
    summary: '我的理赔',
    input: nothing,
    output: z.object({ insured: z.boolean(), rows: z.array(ownClaim) }),
  }),
  ownCovering: call({
    method: 'GET',
    path: '/driver/v1/claims/policies',
    effect: 'read',
    access: 'driver',
    summary: '查询我在出险时的保单',
    input: z.object({ lossAt: instant }),
    output: z.object({ policies: z.array(coveringPolicy) }),
  }),
  reportOwn: call({
    method: 'POST',
    path: '/driver/v1/claims',
    effect: 'write',
    access: 'driver',
    once: 'required',
    tolerant: true,
    summary: '司机上报理赔',
    input: z.object({
      insuranceId: id,
      lossAt: instant,
      /** What the driver thinks it costs. */
      amountFen: intBetween(COVERAGE_FEN.min, COVERAGE_FEN.max),
      what: requiredText(500),
      /** Of a trip of their own; absent: it was on none. */
      orderNo: optional(text(30)),
    }),
    output: ownClaim,
    failures: [
      'driverClaim.orderUnknown',
      'driverClaim.policyUnknown',
      'driverClaim.notCovered',
      'driverClaim.lossInFuture',
      'driverClaim.tooManyOpen',
    ],
  }),
  /** The same picture sent again is the same one. */
  addOwnPicture: call({
    method: 'POST',
    path: '/driver/v1/claims/{driverClaimId}/pictures',
    effect: 'write',
    access: 'driver',
    body: 'multipart',
    tolerant: true,
    summary: '司机上传理赔图片',
    input: z.object({ driverClaimId: id, file: upload }),
    output: z.object({ fileId: z.string(), pictures: z.number().int() }),
    failures: ['driverClaim.notFound', 'driverClaim.badPicture', 'driverClaim.tooManyPictures', 'driverClaim.wrongState'],
  }),
} satisfies Area
