import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

export const agreementRefusals = refusals({
  'agreement.notFound': { code: 404, zh: '协议版本不存在', en: 'No such version of an agreement' },
  'agreement.versionConflict': {
    code: 409541,
    zh: '草稿已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this draft, look at it again',
  },
  'agreement.noDraft': { code: 409542, zh: '没有草稿，请先编辑并保存', en: 'There is no draft: write and save one first' },
  'agreement.beyond': {
    code: 403541,
    zh: '协议对整个企业生效，请由负责全部城市的人员操作',
    en: 'An agreement holds for the whole business: who runs all of its cities can do this',
  },
  /** `data.fields`: what is wrong with which. */
  'agreement.invalid': { code: 400541, zh: '协议填写有误，请按提示修改', en: 'The agreement has faults, correct the fields named' },
})

/** With whom. */
export const agreementKind = z.enum(['CUSTOMER', 'DRIVER', 'EMPLOYEE'])
export type AgreementKind = z.infer<typeof agreementKind>
export const agreementKindText: Record<AgreementKind, string> = { CUSTOMER: '客户', DRIVER: '司机', EMPLOYEE: '员工' }

/** MATERIAL is asked for again at the next sign-in; of MINOR ones those who agreed before are told and not asked. */
export const changeLevel = z.enum(['MINOR', 'MATERIAL'])
export type ChangeLevel = z.infer<typeof changeLevel>
export const changeLevelText: Record<ChangeLevel, string> = { MINOR: '一般变更', MATERIAL: '重大变更' }

export const agreementState = z.enum(['COMING', 'IN_FORCE', 'REPLACED'])
export type AgreementState = z.infer<typeof agreementState>
export const agreementStateText: Record<AgreementState, string> = { COMING: '待生效', IN_FORCE: '生效中', REPLACED: '已替换' }

export const AGREEMENT_TITLE_MAX = 60
export const AGREEMENT_HTML_MAX = 200_000
export const AGREEMENT_SUMMARY_MAX = 500
/** Tables, pictures and script are taken out of a text before it is kept. */
const html = z.string().max(AGREEMENT_HTML_MAX, '内容过长 | The text is too long')

/** A version as whoever is to agree reads it. */
export const agreementText = z.object({
  agreementId: id,
  kind: agreementKind,
  /** Counted within its kind, from 1. */
  number: z.number().int(),
  title: z.string(),
  /** Clean: elements of `rich-text.ts` alone. */
  html: z.string(),
  /** What is new, for who agreed to an earlier one; may be empty. */
  summary: z.string(),
  effectiveAt: instant,
})
export type AgreementText = z.infer<typeof agreementText>

export const agreementVersion = agreementText.omit({ html: true }).extend({
  changeLevel,
  state: agreementState,
  publishedAt: instant,
  publishedByName: z.string(),
  /** SHA-256 of title and text, in hex: what a proof of consent names. */
  digest: z.string(),
})
export type AgreementVersion = z.infer<typeof agreementVersion>

const draft = z.object({
  title: z.string(),
  html: z.string(),
  summary: z.string(),
  changeLevel,
  /** Null: as soon as it is published. */
  effectiveAt: instant.nullable(),
  version: z.number().int(),
  changedAt: instant,
  changedByName: z.string(),
})

/** How one agreement stands. */
export const agreementView = z.object({
  kind: agreementKind,
  inForce: agreementVersion.extend({ html: z.string() }).nullable(),
  /** The newest version that has not begun. */
  coming: agreementVersion.extend({ html: z.string() }).nullable(),
  draft: draft.nullable(),
  /** Of the newest version; 0 before anything was published. */
  newest: z.number().int(),
  allowedActions: z.array(z.enum(['edit', 'publish'])),
})
export type AgreementView = z.infer<typeof agreementView>

/** Words that stayed, came or went. */
const words = z.object({ change: z.enum(['SAME', 'ADDED', 'REMOVED']), text: z.string() })
export type ChangedWords = z.infer<typeof words>

const view = { authority: 'privacy.view' } as const
const edit = { authority: 'privacy.edit' } as const
const ofKind = z.object({ kind: agreementKind })

/** What a business agrees on with its customers, drivers and employees: one text of each kind, in versions that never change. */
export const agreementCalls = part({
  get: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/get',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '隐私协议详情',
    input: ofKind,
    output: agreementView,
  }),
  /** Saves the draft; `version` of the draft that was seen, 0 for the first. */
  update: call({
    method: 'POST',
    path: '/commonapi/admin/privacy-agreement/update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存隐私协议草稿',
    input: ofKind.extend({
      version: intBetween(0, 1_000_000_000),
      title: requiredText(AGREEMENT_TITLE_MAX),
      html,
      summary: optional(text(AGREEMENT_SUMMARY_MAX)),
      changeLevel,
      effectiveAt: optional(instant),
    }),
    output: agreementView,
    failures: ['agreement.versionConflict', 'agreement.beyond', 'agreement.invalid'],
  }),
  /** Versions, the newest first. */
  log: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/log',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '隐私协议发布记录',
    input: page.extend({ kind: optional(agreementKind), changeLevel: optional(changeLevel), state: optional(agreementState) }),
    output: pageOf(agreementVersion),
  }),
  version: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/version',
    effect: 'read',
    access: view,
    summary: '隐私协议的一个版本',
    input: z.object({ agreementId: id }),
    output: agreementVersion.extend({ html: z.string() }),
    failures: ['agreement.notFound'],
  }),
  /** What one version says otherwise than another, or the draft than the newest version: in words, paragraph by paragraph. */
  difference: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/difference',
    effect: 'read',
    access: view,
    summary: '隐私协议版本差异',
    /** `number` not given: the draft. `from` not given: the version before; 0 for nothing. */
    input: ofKind.extend({ number: optional(intBetween(1, 1_000_000)), from: optional(intBetween(0, 1_000_000)) }),
    output: z.object({
      from: z.number().int(),
      paragraphs: z.array(z.array(words)),
      /** Nothing but headings, lists and emphasis is another. */
      formOnly: z.boolean(),
    }),
    failures: ['agreement.notFound', 'agreement.noDraft'],
  }),
  /** Makes the draft, as it was seen, the next version: for good. */
  publish: call({
    method: 'POST',
    path: '/commonapi/admin/privacy-agreement/publish',
    effect: 'write',
    access: { authority: 'privacy.publish' },
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '发布隐私协议',
    input: ofKind.extend({ version: intBetween(1, 1_000_000_000) }),
    output: agreementView,
    failures: ['agreement.versionConflict', 'agreement.noDraft', 'agreement.beyond', 'agreement.invalid'],
  }),
  discard: call({
    method: 'POST',
    path: '/commonapi/admin/privacy-agreement/discard',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '放弃隐私协议草稿',
    input: ofKind.extend({ version: intBetween(1, 1_000_000_000) }),
    output: agreementView,
    failures: ['agreement.versionConflict', 'agreement.noDraft', 'agreement.beyond'],
  }),
  /** Of those in the asker's sight whom each agreement is for: how many agreed to what is asked of them now. */
  counts: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/counts',
    effect: 'read',
    access: view,
    summary: '隐私协议同意情况',
    input: nothing,
    output: z.object({
      kinds: z.array(
        z.object({
          kind: agreementKind,
          /** The version that is asked for at least; 0: nothing is. */
          asked: z.number().int(),
          people: z.number().int(),
          agreed: z.number().int(),
          declined: z.number().int(),
        }),
      ),
    }),
  }),
})
