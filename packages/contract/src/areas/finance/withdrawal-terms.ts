import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { basisPoints, fen, flag, id, intBetween, json, nothing, optional, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { withdrawalWay } from './withdrawal.ts'

/** On which terms drivers take their money out, and what is withheld of it as tax (domain 3.7, 3.8). */
export const withdrawalTermsRefusals = refusals({
  'withdrawalTerms.notFound': { code: 404, zh: '提现设置不存在或不在您的业务范围内', en: 'No such withdrawal terms within your scope' },
  'withdrawalTerms.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'withdrawalTerms.cityTaken': {
    code: 409225,
    zh: '该城市已有提现设置，请修改原有设置',
    en: 'This city has terms of its own already: change those',
  },
  'withdrawalTerms.versionConflict': {
    code: 409621,
    zh: '提现设置已被他人修改，请刷新后重试',
    en: 'Someone else changed these terms, reload and try again',
  },
  'withdrawalTerms.limitsCrossed': {
    code: 400621,
    zh: '单笔上限不能低于最低提现金额',
    en: 'The most of one withdrawal is below the least',
  },
  'withdrawalTerms.bandsUnordered': {
    code: 400622,
    zh: '税率表应从低到高排列，最后一级不设上限',
    en: 'The bands must rise, and the last one must have no limit',
  },
  'withdrawalTerms.taxPayerMissing': { code: 400623, zh: '请填写扣缴义务人', en: 'Name who withholds the tax' },
})

/** Why terms take an application no more. */
export const termsRefusal = z.enum([
  'withdrawal.belowMinimum',
  'withdrawal.aboveMaximum',
  'withdrawal.notToday',
  'withdrawal.tooManyToday',
  'withdrawal.wayClosed',
])
export type TermsRefusal = z.infer<typeof termsRefusal>

/** Bit 0 is Monday. */
const weekMask = intBetween(1, 127)
const terms = z.object({
  minFen: intBetween(1, 10_000_000),
  maxFen: intBetween(1, 100_000_000),
  maxPerDay: intBetween(1, 50),
  /** Stays in the wallet. */
  reserveFen: intBetween(0, 100_000_000),
  feeBp: intBetween(0, 2_000),
  feeFlatFen: intBetween(0, 100_000),
  /** Withdrawals of a week that cost no fee. */
  freePerWeek: intBetween(0, 50),
  weekMask,
  ways: json(z.array(withdrawalWay).min(1, '至少选择一种提现方式 | choose at least one way')),
  /** A changed account is not paid to for so long. */
  accountCoolingHours: intBetween(0, 720),
  /** Below this sum, and without any risk, the system approves by itself; 0: never. Not given: as it is. */
  autoApproveBelowFen: optional(intBetween(0, 100_000_000)),
  /** From this sum on two people approve; 0: one is enough. Not given: as it is. */
  secondReviewFromFen: optional(intBetween(0, 100_000_000)),
  /** What waits longer for somebody or for the channel is overdue. Not given: as it is. */
  overdueHours: optional(intBetween(1, 720)),
})
const withdrawalTerms = z.object({
  minFen: fen,
  maxFen: fen,
  maxPerDay: z.number().int(),
  reserveFen: fen,
  feeBp: basisPoints,
  feeFlatFen: fen,
  freePerWeek: z.number().int(),
  weekMask: z.number().int(),
  ways: z.array(withdrawalWay),
  accountCoolingHours: z.number().int(),
  autoApproveBelowFen: fen,
  secondReviewFromFen: fen,
  overdueHours: z.number().int(),
})
const withdrawalSetting = withdrawalTerms.extend({
  settingId: id,
  /** Null: of the whole tenant, for cities without terms of their own. */
  cityId: id.nullable(),
  cityName: z.string(),
  ...versionFacts,
})

/** A band of the cumulative method: up to so much a year, at this rate, less the quick deduction. */
const taxBand = z.object({
  /** Null for the last one, which has no limit. */
  uptoFen: intBetween(1, 100_000_000_000).nullable(),
  rateBp: intBetween(0, 5_000),
  quickFen: intBetween(0, 1_000_000_000),
})
export type TaxBand = z.infer<typeof taxBand>
/** When income is taxable: when a driver applies for it, or when they earned it. */
export const taxableOn = z.enum(['APPLICATION', 'EARNING'])
export type TaxableOn = z.infer<typeof taxableOn>
export const taxableOnText: Record<TaxableOn, string> = { APPLICATION: '申请提现时', EARNING: '收入到账时' }

const taxConfig = z.object({
  /** Whether tax is withheld when a driver applies. */
  withhold: flag,
  /** Not given: as it is. */
  taxableOn: optional(taxableOn),
  payerName: optional(text(60)),
  payerTaxNo: optional(text(20)),
  /** The part of income that counts as expense. */
  expenseBp: intBetween(0, 10_000),
  /** Free of tax for each month with income. */
  monthlyExemptFen: intBetween(0, 100_000_000),
  bands: json(z.array(taxBand).min(1).max(12)),
})

const taxTerms = z.object({
  withhold: z.boolean(),
  taxableOn,
  payerName: z.string(),
  payerTaxNo: z.string(),
  expenseBp: basisPoints,
  monthlyExemptFen: fen,
  bands: z.array(taxBand),
})

/** Of a setting the next version; without one a new setting, of a city or (without one) of the tenant. */
const proposed = terms.extend({ settingId: optional(id), cityId: optional(id), version: optional(intBetween(1, 1_000_000_000)) })
const refusedTerms = [
  'withdrawalTerms.notFound',
  'withdrawalTerms.otherCity',
  'withdrawalTerms.cityTaken',
  'withdrawalTerms.versionConflict',
  'withdrawalTerms.limitsCrossed',
] as const

const view = { authority: 'withdrawalTerms.view' } as const
const edit = { authority: 'withdrawalTerms.edit' } as const

export const withdrawalTermsCalls = {
  /** The ways that are open and where: one row for the tenant, one for each city with terms of its own. */
  ways: call({
    method: 'GET',
    path: '/api/withdraw/getWithdrawWays',
    effect: 'read',
    access: view,
    summary: '提现方式',
    input: nothing,
    output: z.object({
      rows: z.array(withdrawalSetting),
      /** What holds where neither tenant nor city has terms. */
      defaults: withdrawalTerms,
      /** Cities that may be given terms of their own. */
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  get: call({
    method: 'GET',
    path: '/api/withdraw/get/{id}',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '提现设置详情',
    input: z.object({ id }),
    output: withdrawalSetting,
    failures: ['withdrawalTerms.notFound'],
  }),
  history: call({
    method: 'GET',
    path: '/api/withdraw/history',
    effect: 'read',
    access: view,
    summary: '提现设置的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(withdrawalSetting),
  }),
  save: call({
    method: 'POST',
    path: '/api/withdraw/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存提现设置',
    input: proposed.extend(changeReason),
    output: withdrawalSetting,
    failures: refusedTerms,
  }),
  /** What `save` would be refused for, and what the terms would have done to the applications of the last thirty days. */
  trial: call({
    method: 'POST',
    path: '/api/withdraw/trial',
    effect: 'read',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '提现设置试算',
    input: proposed,
    output: z.object({
      applications: z.number().int(),
      /** What was charged for them, and what would be for those that would still be taken. */
      feeFen: fen,
      feeAfterFen: fen,
      refused: z.array(z.object({ refusal: termsRefusal, applications: z.number().int(), drivers: z.number().int(), sumFen: fen })),
    }),
    failures: refusedTerms,
  }),
  taxConfig: call({
    method: 'POST',
    path: '/api/withdraw/daijiao/config/get',
    effect: 'read',
    access: view,
    summary: '代缴设置',
    input: nothing,
    output: taxTerms.extend({
      /** 0 where nothing was saved yet. */
      version: z.number().int(),
      mayChange: z.boolean(),
    }),
  }),
  taxHistory: call({
    method: 'GET',
    path: '/api/withdraw/daijiao/config/history',
    effect: 'read',
    access: view,
    summary: '代缴设置的历次修改',
    input: nothing,
    output: versionsOf(taxTerms.extend(versionFacts)),
  }),
  saveTaxConfig: call({
    method: 'POST',
    path: '/api/withdraw/daijiao/config/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存代缴设置',
    input: taxConfig.extend({ version: intBetween(0, 1_000_000_000), ...changeReason }),
    output: z.object({ version: z.number().int() }),
    failures: [
      'withdrawalTerms.otherCity',
      'withdrawalTerms.versionConflict',
      'withdrawalTerms.bandsUnordered',
      'withdrawalTerms.taxPayerMissing',
    ],
  }),
} satisfies Area
export type WithdrawalSetting = z.infer<typeof withdrawalSetting>
