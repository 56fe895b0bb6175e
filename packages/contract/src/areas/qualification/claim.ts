import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, intBetween, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { COVERAGE_FEN, insuranceProduct } from './insurance.ts'

export const driverClaimRefusals = refusals({
  'driverClaim.notFound': { code: 404, zh: '理赔不存在或不在您的业务范围内', en: 'No such claim within your scope' },
  'driverClaim.driverUnknown': {
    code: 404,
    zh: '没有此工号的司机，或不在您的业务范围内',
    en: 'No driver of this number within your scope',
    field: 'driverNo',
  },
  'driverClaim.orderUnknown': {
    code: 404,
    zh: '没有此订单号的订单，或不是该司机的订单',
    en: 'No such order of this driver within your scope',
    field: 'orderNo',
  },
  'driverClaim.policyUnknown': { code: 404, zh: '没有这张保单，或不是该司机的', en: 'No such policy of this driver', field: 'insuranceId' },
  /** `data`: `{ policies }` that held then. */
  'driverClaim.notCovered': {
    code: 400331,
    zh: '所选保单在出险时间不在保障中',
    en: 'This policy did not cover the driver at that time',
    field: 'insuranceId',
  },
  'driverClaim.lossInFuture': { code: 400332, zh: '出险时间不能晚于现在', en: 'The loss cannot be later than now', field: 'lossAt' },
  'driverClaim.reasonMissing': { code: 400333, zh: '请填写原因', en: 'Please give a reason', field: 'reason' },
  'driverClaim.paidMissing': { code: 400334, zh: '请填写赔付金额', en: 'Say how much was paid', field: 'paidFen' },
  'driverClaim.badPicture': {
    code: 400335,
    zh: '图片无法读取：请上传 JPG、PNG 或 WebP，8 MB 以内',
    en: 'The picture cannot be read: send a JPEG, PNG or WebP of at most 8 MB',
    field: 'file',
  },
  'driverClaim.tooManyPictures': { code: 409331, zh: '一个理赔最多 20 张图片', en: 'At most 20 pictures of a claim' },
  'driverClaim.noPicture': { code: 409334, zh: '没有这张图片', en: 'There is no such picture' },
  'driverClaim.versionConflict': {
    code: 409332,
    zh: '理赔已被他人修改，请按最新内容重新操作',
    en: 'Somebody else changed this claim, look at it again',
  },
  'driverClaim.tooManyOpen': {
    code: 409335,
    zh: '还有 10 件理赔未结，请等公司处理',
    en: 'Ten claims are not decided yet: wait for the company',
  },
  'driverClaim.wrongState': { code: 409333, zh: '理赔目前的状态不能这样操作', en: 'This cannot be done with the claim as it stands' },
})

export const CLAIM_PICTURES = 20
/** So many claims that drivers reported themselves may be open at once. */
export const OPEN_CLAIMS = 10
/** Reported to us; with the insurer; paid by it, or refused. */
export const claimState = z.enum(['REPORTED', 'FILED', 'PAID', 'REJECTED'])
export type ClaimState = z.infer<typeof claimState>
export const claimStateText: Record<ClaimState, string> = {
  REPORTED: '待报保险公司',
  FILED: '已报保险公司',
  PAID: '已赔付',
  REJECTED: '已拒赔',
}
/** Nothing is decided yet. */
export const openClaimStates = ['REPORTED', 'FILED'] as const satisfies readonly ClaimState[]
export const claimEvent = z.enum(['file', 'pay', 'reject', 'reopen'])
export type ClaimEvent = z.infer<typeof claimEvent>
export const claimEventText: Record<ClaimEvent | 'report' | 'picture', string> = {
  report: '登记理赔',
  file: '报保险公司',
  pay: '保险公司已赔付',
  reject: '拒赔',
  reopen: '重新处理',
  picture: '上传图片',
}

const claimRow = z.object({
  driverClaimId: id,
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  insuranceId: id,
  policyNo: z.string(),
  insurer: z.string(),
  product: insuranceProduct,
  /** Null where it was on no trip. */
  orderId: id.nullable(),
  orderNo: z.string(),
  lossAt: instant,
  /** Asked for, and what the insurer paid. */
  amountFen: fen,
  paidFen: fen.nullable(),
  state: claimState,
  what: z.string(),
  /** By which the insurer knows it; empty before it does. */
  reportNo: z.string(),
  pictures: z.number().int(),
  version: z.number().int(),
  reportedAt: instant,
  reportedBy: z.string(),
  /** The driver reported it by themselves: nobody of the company has looked at it before. */
  byDriver: z.boolean(),
  changedAt: instant,
  allowedActions: z.array(z.union([claimEvent, z.literal('picture')])),
})
export type ClaimRow = z.infer<typeof claimRow>
const claimDetail = claimRow.extend({
  events: z.array(
    z.object({
      seq: z.number().int(),
      event: claimEvent.or(z.enum(['report', 'picture'])),
      at: instant,
      by: z.string(),
      reason: z.string(),
    }),
  ),
  files: z.array(z.object({ fileId: z.string(), at: instant, by: z.string() })),
})
export const coveringPolicy = z.object({
  insuranceId: id,
  product: insuranceProduct,
  policyNo: z.string(),
  insurer: z.string(),
  from: instant,
  until: instant,
  coverageFen: fen,
})

const view = { authority: 'driver.view' } as const
const edit = { authority: 'driver.edit' } as const
const ofOne = z.object({ driverClaimId: id })
const version = intBetween(1, 1_000_000_000)

/** What drivers' insurers are asked to pay, and what became of it. */
export const driverClaimCalls = {
  claims: call({
    method: 'GET',
    path: '/djweb/driverInsurance/claims',
    effect: 'read',
    access: view,
    summary: '保险理赔列表',
    input: page.extend({
      cityId: optional(id),
      /** The beginning of a driver's number or name, or a whole telephone. */
      keyword: optional(text(40)),
      driverId: optional(id),
      orderId: optional(id),
      insuranceId: optional(id),
      policyNo: optional(text(60)),
      state: optional(claimState),
      lossFrom: optional(instant),
      lossTo: optional(instant),
    }),
    output: pageOf(claimRow),
  }),
  claim: call({
    method: 'GET',
    path: '/djweb/driverInsurance/claim',
    effect: 'read',
    access: view,
    summary: '保险理赔详情',
    input: ofOne,
    output: claimDetail,
    failures: ['driverClaim.notFound'],
  }),
  /** Policies that covered a driver at a moment: by their number, or by an order that they drove. */
  covering: call({
    method: 'GET',
    path: '/djweb/driverInsurance/covering',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '查询出险时保障中的保单',
    input: z.object({ driverNo: requiredText(20), orderNo: optional(text(30)), lossAt: instant }),
    output: z.object({ driverId: id, driverName: z.string(), policies: z.array(coveringPolicy) }),
    failures: ['driverClaim.driverUnknown', 'driverClaim.orderUnknown'],
  }),
  report: call({
    method: 'POST',
    path: '/djweb/driverInsurance/reportClaim',
    effect: 'write',
    access: edit,
    once: true,
    tolerant: true,
    summary: '登记保险理赔',
    input: z.object({
      driverNo: requiredText(20),
      orderNo: optional(text(30)),
      insuranceId: id,
      lossAt: instant,
      amountFen: intBetween(COVERAGE_FEN.min, COVERAGE_FEN.max),
      what: requiredText(500),
    }),
    output: claimRow,
    failures: [
      'driverClaim.driverUnknown',
      'driverClaim.orderUnknown',
      'driverClaim.policyUnknown',
      'driverClaim.notCovered',
      'driverClaim.lossInFuture',
    ],
  }),
  move: call({
    method: 'POST',
    path: '/djweb/driverInsurance/moveClaim',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '处理保险理赔',
    input: ofOne.extend({
      version,
      event: claimEvent,
      /** With `file`: the insurer's number of it. */
      reportNo: optional(text(60)),
      /** With `pay`. */
      paidFen: optional(intBetween(COVERAGE_FEN.min, COVERAGE_FEN.max)),
      /** With `reject` and `reopen`. */
      reason: optional(text(200)),
    }),
    output: claimRow,
    failures: [
      'driverClaim.notFound',
      'driverClaim.versionConflict',
      'driverClaim.wrongState',
      'driverClaim.reasonMissing',
      'driverClaim.paidMissing',
    ],
  }),
  addPicture: call({
    method: 'POST',
    path: '/djweb/driverInsurance/claimPicture',
    effect: 'write',
    access: edit,
    body: 'multipart',
    tolerant: true,
    summary: '上传理赔图片',
    input: ofOne.extend({ file: upload }),
    output: z.object({ fileId: z.string() }),
    failures: ['driverClaim.notFound', 'driverClaim.badPicture', 'driverClaim.tooManyPictures'],
  }),
  picture: call({
    method: 'GET',
    path: '/djweb/driverInsurance/claimPictureOf',
    effect: 'read',
    access: view,
    summary: '查看理赔图片',
    input: ofOne.extend({ number: intBetween(1, CLAIM_PICTURES) }),
    output: z.object({ dataUrl: z.string() }),
    failures: ['driverClaim.notFound', 'driverClaim.noPicture'],
  }),
} satisfies Area
