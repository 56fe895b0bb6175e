import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { upload } from '../../kernel/upload.ts'
import { fen, flag, id, instant, json, nothing, optional, requiredText, intBetween } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

/** How the money of withdrawals leaves: channels, attempts, files for the bank, payments by hand. */
export const payoutRefusals = refusals({
  'payout.notNow': { code: 409651, zh: '该提现当前不能打款或退回', en: 'This withdrawal cannot be paid or given back now' },
  'payout.approverPays': {
    code: 409652,
    zh: '审核人不能打款，请由另一位同事打款',
    en: 'Who approved it does not pay it: this is for another person',
  },
  'payout.ownAccount': {
    code: 409669,
    zh: '收款账户由您修改：请另一位同事先核对账户，或由其审核、打款、登记和确认凭证',
    en: 'You changed the account that it goes to: somebody else checks the account first, or approves and pays it, enters and confirms its voucher',
  },
  'payout.noChannel': { code: 409653, zh: '打款渠道未配置，请先完成渠道设置', en: 'The payout channel is not set up' },
  'payout.notFailedThere': {
    code: 409654,
    zh: '渠道未确认上一笔已失败，不能重新打款',
    en: 'The channel does not say that the last payment failed: it is not paid again',
  },
  'payout.statementSaysPaid': {
    code: 409666,
    zh: '渠道显示该笔已付款，不能重付或退回，等待对账',
    en: 'The channel shows this payment as made: it is neither paid again nor given back, the reconciliation is waited for',
  },
  /** `data`: `{ receivedFen, personDayFen }`. */
  'payout.personDayFull': {
    code: 409667,
    zh: '该司机今日收款将超过限额，请改日打款',
    en: 'The driver would receive more than they may in a day: pay it another day',
  },
  /** `data`: `{ personDayFen }`. */
  'payout.abovePersonDay': {
    code: 409668,
    zh: '该笔金额超过每人每日收款限额，请调整限额或更换打款渠道',
    en: 'It is more than one person may receive in a day: change the limit or the channel',
  },
  'payout.askedLately': { code: 42951, zh: '刚刚查询过，请稍后再查', en: 'Asked a moment ago, try again shortly' },
  'payout.voucherTaken': { code: 409655, zh: '该凭证号已登记', en: 'This voucher is entered already' },
  'payout.paidInFuture': { code: 400651, zh: '支付时间不能晚于现在', en: 'The payment cannot be in the future' },
  'payout.paidBeforeFile': {
    code: 400659,
    zh: '支付日期早于生成代发文件的日期，请核对结果文件',
    en: 'It was paid before the file was made: look at the results again',
  },
  'payout.noVoucher': { code: 409656, zh: '尚未登记凭证', en: 'No voucher was entered yet' },
  'payout.payerConfirms': {
    code: 409670,
    zh: '发起打款的人不能确认凭证，请由另一位同事确认',
    en: 'Who had it paid does not confirm the voucher: this is for another person',
  },
  'payout.ownVoucher': { code: 409657, zh: '登记人不能确认自己的凭证', en: 'Who entered a voucher does not confirm it' },
  'payout.badPicture': { code: 400653, zh: '不是可用的图片', en: 'This is not a picture that can be used' },
  'payout.notByHand': { code: 409658, zh: '该提现不是线下打款', en: 'This withdrawal is not paid by hand' },
  'payout.nothingForBank': { code: 409659, zh: '该城市没有等待银行打款的提现', en: 'Nothing waits for the bank in this city' },
  'payout.batchNotFound': { code: 404, zh: '银行批次不存在或不在您的业务范围内', en: 'No such bank file within your scope' },
  'payout.fileGone': { code: 404, zh: '文件不存在或已过期，请重新生成', en: 'The file is not there any more, have it written again' },
  'payout.notInBatch': { code: 409662, zh: '该付款单号不在此批次', en: 'This payment is not in this file' },
  'payout.amountDiffers': { code: 409663, zh: '金额与付款单不一致', en: 'The amount is not that of the payment' },
  'payout.resultDiffers': { code: 409664, zh: '与之前导入的结果相反，请人工核对', en: 'The bank said otherwise before: look into it' },
  'payout.returnBeforePaid': { code: 409665, zh: '该付款尚未成功，不能退票', en: 'It was not paid, so it cannot be returned' },
  'payout.paidWhenMissing': { code: 400652, zh: '成功的付款缺少交易时间', en: 'When it was paid is missing' },
  'payout.waysNotFound': { code: 404, zh: '打款设置不存在或不在您的业务范围内', en: 'No such payout setting within your scope' },
  'payout.versionConflict': {
    code: 409660,
    zh: '打款设置已被他人修改，请刷新后重试',
    en: 'Someone else changed this setting, reload and try again',
  },
  'payout.cityTaken': { code: 409661, zh: '该城市已有打款设置，请修改原有设置', en: 'This city has a payout setting already: change that' },
  'payout.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
})

export const payoutChannelName = z.enum(['WECHAT', 'BANK', 'BY_HAND'])
export const payoutChannelText: Record<z.infer<typeof payoutChannelName>, string> = {
  WECHAT: '微信商家转账',
  BANK: '银行批量代发',
  BY_HAND: '线下打款',
}
export const attemptState = z.enum(['CHOSEN', 'ACCEPTED', 'PROCESSING', 'WAIT_CONFIRM', 'UNKNOWN', 'PAID', 'FAILED'])
export const attemptStateText: Record<z.infer<typeof attemptState>, string> = {
  CHOSEN: '待发送',
  ACCEPTED: '渠道已受理',
  PROCESSING: '渠道处理中',
  WAIT_CONFIRM: '待司机确认收款',
  UNKNOWN: '结果未知，查询中',
  PAID: '已到账',
  FAILED: '打款失败',
}

export const attemptRow = z.object({
  attempt: z.number().int(),
  outNo: z.string(),
  channel: payoutChannelName,
  amountFen: fen,
  state: attemptState,
  channelNo: z.string().nullable(),
  code: z.string(),
  /** The channel's own words beside the code, as a bank gives them: `账号户名不符`. */
  said: z.string(),
  askedByName: z.string(),
  sends: z.number().int(),
  queries: z.number().int(),
  createdAt: instant,
  requestedAt: instant.nullable(),
  askedAt: instant.nullable(),
  /** When it is asked about next; null once it is over. */
  nextAt: instant.nullable(),
  confirmUntil: instant.nullable(),
  finalAt: instant.nullable(),
})

export const voucherRow = z.object({
  attempt: z.number().int(),
  voucherNo: z.string(),
  paidAt: instant,
  enteredByName: z.string(),
  enteredAt: instant,
  /** Null: another person has not seen it yet. */
  confirmedByName: z.string().nullable(),
  confirmedAt: instant.nullable(),
  /** Whether the asker may: who entered it does not. */
  mayConfirm: z.boolean(),
})

const channels = z.object({ WX_SINGLE: payoutChannelName, WX_BATCH: payoutChannelName, BANK: payoutChannelName })
const wayFields = {
  channels,
  /** What was approved is sent by itself; otherwise somebody has it sent. */
  sendsItself: z.boolean(),
  /** What one person may receive in a day of the city; 0: any sum. */
  personDayFen: fen,
}
const ways = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...wayFields, ...versionFacts })
const pay = { authority: 'withdrawal.pay' } as const
const bankFile = z.object({
  batchId: id,
  batchNo: z.string(),
  cityId: id,
  madeByName: z.string(),
  madeAt: instant,
  payments: z.number().int(),
  totalFen: fen,
  paid: z.number().int(),
  failed: z.number().int(),
})

export const payoutCalls = {
  ways: call({
    method: 'GET',
    path: '/api/payout/ways',
    effect: 'read',
    access: { authority: 'withdrawal.view' },
    summary: '打款渠道设置',
    input: nothing,
    output: z.object({
      rows: z.array(ways),
      defaults: z.object(wayFields),
      /** Those whose channels the asker may change. */
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether they may change what holds in all the others. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  waysHistory: call({
    method: 'GET',
    path: '/api/payout/ways/history',
    effect: 'read',
    access: { authority: 'withdrawal.view' },
    summary: '打款渠道设置的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(ways),
  }),
  saveWays: call({
    method: 'POST',
    path: '/api/payout/ways/save',
    effect: 'write',
    access: { authority: 'payoutWays.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '保存打款渠道设置',
    input: z.object({
      settingId: optional(id),
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      channels: json(channels),
      sendsItself: flag,
      personDayFen: intBetween(0, 1_000_000_000),
      ...changeReason,
    }),
    output: ways,
    failures: ['payout.waysNotFound', 'payout.versionConflict', 'payout.cityTaken', 'payout.otherCity'],
  }),
  /** Enters that one was paid outside; another person confirms it. */
  enterVoucher: call({
    method: 'POST',
    path: '/api/payout/voucher/enter',
    effect: 'write',
    access: pay,
    everyChannel: true,
    body: 'multipart',
    tolerant: true,
    summary: '登记线下打款凭证',
    input: z.object({ withdrawalId: id, voucherNo: requiredText(64), paidAt: instant, file: upload }),
    output: z.object({ withdrawalId: id, voucherNo: z.string() }),
    failures: [
      'withdrawalReview.notFound',
      'payout.notByHand',
      'payout.voucherTaken',
      'payout.paidInFuture',
      'payout.badPicture',
      'payout.notNow',
      'payout.ownAccount',
    ],
  }),
  voucherPicture: call({
    method: 'GET',
    path: '/api/payout/voucher/picture',
    effect: 'read',
    access: { authority: 'withdrawal.accounts' },
    summary: '线下打款凭证图片',
    input: z.object({ withdrawalId: id, attempt: intBetween(1, 1_000) }),
    output: z.object({ dataUrl: z.string() }),
    failures: ['payout.noVoucher'],
  }),
  /** Says that a payment by hand was never made: it has failed, and may be made again or given back. Where a voucher was entered, this is for another person. */
  notPaid: call({
    method: 'POST',
    path: '/api/payout/voucher/not-paid',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    summary: '登记线下未打款',
    input: z.object({ withdrawalId: id, reason: requiredText(200) }),
    output: z.object({ withdrawalId: id, state: z.number().int() }),
    failures: ['withdrawalReview.notFound', 'payout.notByHand', 'payout.notNow', 'payout.ownVoucher'],
  }),
  confirmVoucher: call({
    method: 'POST',
    path: '/api/payout/voucher/confirm',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    summary: '确认线下打款凭证',
    input: z.object({ withdrawalId: id }),
    output: z.object({ withdrawalId: id, state: z.number().int() }),
    failures: [
      'withdrawalReview.notFound',
      'payout.notByHand',
      'payout.noVoucher',
      'payout.ownVoucher',
      'payout.payerConfirms',
      'payout.notNow',
      'payout.ownAccount',
    ],
  }),
  /** Puts what waits for the bank in a city into a file; each payment is in one file only. */
  makeBankFile: call({
    method: 'POST',
    path: '/api/payout/bank/make',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    once: 'required',
    summary: '生成银行代发文件',
    input: z.object({ cityId: id }),
    output: bankFile,
    failures: ['payout.nothingForBank', 'payout.otherCity'],
  }),
  /** Has the file written, with whole account numbers; it is among the asker's jobs. */
  writeBankFile: call({
    method: 'POST',
    path: '/api/payout/bank/file',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    summary: '下载银行代发文件',
    input: z.object({ batchId: id, format: z.enum(['XLSX', 'CSV']) }),
    output: z.object({ jobId: id }),
    failures: ['payout.batchNotFound'],
  }),
  /** An address that opens the file for a while; it is theirs alone who had it written. */
  openBankFile: call({
    method: 'GET',
    path: '/api/payout/bank/open',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    summary: '打开银行代发文件',
    input: z.object({ jobId: id }),
    output: z.object({ url: z.string(), fileName: z.string(), validUntil: instant }),
    failures: ['payout.fileGone'],
  }),
  bankFiles: call({
    method: 'GET',
    path: '/api/payout/bank/list',
    effect: 'read',
    access: pay,
    summary: '银行代发批次',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(bankFile) }),
  }),
  /** What went out in a file, and what the bank said of each. */
  bankLines: call({
    method: 'GET',
    path: '/api/payout/bank/lines',
    effect: 'read',
    access: pay,
    summary: '银行代发明细',
    input: z.object({ batchId: id }),
    output: z.object({
      rows: z.array(
        z.object({
          outNo: z.string(),
          withdrawalId: id,
          withdrawNo: z.string(),
          account: z.object({ holderName: z.string(), bankName: z.string(), numberMasked: z.string() }),
          amountFen: fen,
          result: z.enum(['PAID', 'FAILED']).nullable(),
          bankNo: z.string(),
          code: z.string(),
          /** Why, in the bank's own words. */
          said: z.string(),
          paidAt: instant.nullable(),
          returnedAt: instant.nullable(),
        }),
      ),
    }),
    failures: ['payout.batchNotFound'],
  }),
} satisfies Area
