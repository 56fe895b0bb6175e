import * as z from 'zod'
import { part, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, int, intBetween, nothing, optional, requiredText, text } from '../../kernel/fields.ts'

export const numberProviderRefusals = refusals({
  'numberProvider.versionConflict': {
    code: 409501,
    zh: '隐私号服务已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed the number service, look at the present data and try again',
  },
  'numberProvider.notSet': { code: 409504, zh: '尚未填写隐私号服务', en: 'No number service is entered yet' },
  'numberProvider.secretMissing': { code: 400501, zh: '请填写 APP Secret', en: 'The APP secret is missing', field: 'secret' },
  'numberProvider.toneMissing': {
    code: 400502,
    zh: '开启录音须填写录音提示音：通话双方都要被告知',
    en: 'Recording needs a tone: both sides have to be told',
    field: 'recordTone',
  },
  /** `data.host` is what has to be allowed. */
  'numberProvider.hostNotAllowed': {
    code: 403501,
    zh: '该地址未获允许：请让安装方把主机名写入环境变量 PRIVACY_NUMBER_HOSTS',
    en: 'This address is not allowed: whoever runs the installation has to name its host in PRIVACY_NUMBER_HOSTS',
    field: 'url',
  },
  'numberProvider.wholeTenantOnly': {
    code: 403502,
    zh: '隐私号服务属于整个公司，仅不限城市与机构的人员可以管理',
    en: 'The number service belongs to the whole company: people bound to cities or an organisation cannot manage it',
  },
  /** `data.lines`: those that are none. */
  'numberProvider.badNumbers': {
    code: 400503,
    zh: '有不是号码的行：每行一个号码，只写数字',
    en: 'Some lines are no numbers: one number a line, digits alone',
    field: 'numbers',
  },
  'numberProvider.noNumber': { code: 404, zh: '号码池中没有此号码', en: 'There is no such number in the pool' },
  'numberProvider.inUse': {
    code: 409502,
    zh: '此号码正在使用，请先停用，待绑定都释放后再删除',
    en: 'This number is in use: switch it off, and remove it when its pairs are released',
  },
})

export const numberProviderName = z.enum(['HUAWEI'])
export type NumberProviderName = z.infer<typeof numberProviderName>
export const numberProviderText: Record<NumberProviderName, string> = { HUAWEI: '华为云隐私保护通话' }
export const numberProviderUrl: Record<NumberProviderName, string> = { HUAWEI: 'https://rtcpns.cn-north-1.myhuaweicloud.com' }

/** Why a provider did not do what it was asked, in a word that the screen has a sentence for. */
export const numberFailure = z.enum([
  '',
  /** No number of the pool is free for these two. */
  'POOL_EMPTY',
  'TAKEN',
  'NUMBER_BLOCKED',
  'NOT_THERE',
  'KEY_WRONG',
  'IP_NOT_LISTED',
  'ACCOUNT_FROZEN',
  'TOO_MANY',
  'BAD_REQUEST',
  'UNREACHABLE',
  'TIMEOUT',
  'FAULT',
  /** The provider is switched off, or no longer entered. */
  'NO_PROVIDER',
])
export type NumberFailure = z.infer<typeof numberFailure>
export const numberFailureText: Record<NumberFailure, string> = {
  '': '正常',
  POOL_EMPTY: '号码池没有空闲号码',
  TAKEN: '号码在服务商处已被占用',
  NUMBER_BLOCKED: '号码被服务商列入黑名单',
  NOT_THERE: '服务商处没有这条绑定或录音',
  KEY_WRONG: '密钥不正确或没有权限',
  IP_NOT_LISTED: '本系统的出口地址不在服务商白名单',
  ACCOUNT_FROZEN: '服务商账号欠费或冻结',
  TOO_MANY: '请求过多，服务商限流',
  BAD_REQUEST: '服务商认为请求有误',
  UNREACHABLE: '连接不上服务商',
  TIMEOUT: '服务商没有按时回应',
  FAULT: '服务商系统出错',
  NO_PROVIDER: '隐私号服务已停用',
}

const provider = z.object({
  provider: numberProviderName,
  url: z.string(),
  appKey: z.string(),
  /** The last four; the whole is shown to nobody. */
  secretLast4: z.string(),
  enabled: z.boolean(),
  records: z.boolean(),
  recordTone: z.string(),
  keepMinutes: z.number().int(),
  mostPairs: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  updatedBy: z.string(),
})
export type NumberProvider = z.infer<typeof provider>
const poolNumber = z.object({
  number: z.string(),
  /** Null: every city. */
  cityId: id.nullable(),
  cityName: z.string(),
  enabled: z.boolean(),
  /** Pairs it serves now. */
  pairs: z.number().int(),
  /** Calls over it within the last seven days. */
  calls: z.number().int(),
})
export type PoolNumber = z.infer<typeof poolNumber>
const shown = z.object({
  provider: provider.nullable(),
  /** Where the provider is to push calls and their records; null where PUBLIC_URL is not set. */
  pushUrl: z.string().nullable(),
  numbers: z.array(poolNumber),
  /** Live pairs by city, and those that failed for want of a number since yesterday. */
  usage: z.array(
    z.object({ cityId: id, cityName: z.string(), pairs: z.number().int(), free: z.number().int(), poolEmpty: z.number().int() }),
  ),
  mayChange: z.boolean(),
})
export type NumberPool = z.infer<typeof shown>

const access = { authority: 'number.provider' } as const
const telephone = z.string().regex(/^\d{5,15}$/, '号码只写数字 | digits alone')
export const MOST_NUMBERS_AT_ONCE = 500

export const numberProviderCalls = part({
  show: call({
    method: 'GET',
    path: '/api/number/provider/show',
    effect: 'read',
    access,
    everyChannel: true,
    wholePhones: ['number'],
    summary: '隐私号服务与号码池',
    input: nothing,
    output: shown,
  }),
  save: call({
    method: 'POST',
    path: '/api/number/provider/save',
    effect: 'write',
    access,
    everyChannel: true,
    tolerant: true,
    summary: '保存隐私号服务',
    input: z.object({
      /** As it was seen; 0 where there was none. */
      version: int(),
      provider: numberProviderName,
      /** Not given: the provider's own. */
      url: optional(
        z
          .url({ protocol: /^https?$/, error: '应为 http(s) 地址 | must be an http(s) address' })
          .max(300)
          .regex(/^[^?#]*$/, '服务地址不带 ? 和 # | the address of a service has no ? or #'),
      ),
      appKey: requiredText(100).pipe(
        z.string().regex(/^[\w.-]+$/, '只含字母、数字、点、横线与下划线 | letters, digits, dots, - and _ alone'),
      ),
      /** Not given: the present one stays. */
      secret: optional(text(200)),
      enabled: flag,
      records: flag,
      /** The provider's name of the sound file, which lies there. */
      recordTone: optional(text(100)),
      keepMinutes: intBetween(0, 1440),
      mostPairs: intBetween(1, 5000),
    }),
    output: provider,
    failures: [
      'numberProvider.versionConflict',
      'numberProvider.secretMissing',
      'numberProvider.toneMissing',
      'numberProvider.hostNotAllowed',
      'numberProvider.wholeTenantOnly',
    ],
  }),
  /** Asks the provider what is bound to a number of the pool: nothing is changed there or here. */
  tryOut: call({
    method: 'POST',
    path: '/api/number/provider/try',
    effect: 'read',
    access,
    everyChannel: true,
    summary: '试用隐私号服务',
    input: z.object({ number: telephone }),
    output: z.object({
      tookMs: z.number().int(),
      failure: numberFailure,
      /** The provider's own code. */
      code: z.string(),
      /** Pairs that the provider has bound to it. */
      pairs: z.number().int().nullable(),
    }),
    failures: ['numberProvider.notSet', 'numberProvider.noNumber'],
  }),
  /** One number a line; one that is there already gets this city. */
  addNumbers: call({
    method: 'POST',
    path: '/api/number/pool/add',
    effect: 'write',
    access,
    everyChannel: true,
    tolerant: true,
    summary: '添加隐私号码',
    input: z.object({ cityId: optional(id), numbers: requiredText(MOST_NUMBERS_AT_ONCE * 20) }),
    output: z.object({ added: z.number().int(), moved: z.number().int() }),
    failures: ['numberProvider.badNumbers', 'numberProvider.wholeTenantOnly'],
  }),
  /** Off: it serves no new pairs, and those it has until they end. */
  enableNumber: call({
    method: 'POST',
    path: '/api/number/pool/enable',
    effect: 'write',
    access,
    everyChannel: true,
    summary: '启用或停用隐私号码',
    input: z.object({ number: telephone, enabled: flag }),
    output: nothing,
    failures: ['numberProvider.noNumber', 'numberProvider.wholeTenantOnly'],
  }),
  removeNumber: call({
    method: 'POST',
    path: '/api/number/pool/remove',
    effect: 'write',
    access,
    everyChannel: true,
    summary: '删除隐私号码',
    input: z.object({ number: telephone }),
    output: nothing,
    failures: ['numberProvider.noNumber', 'numberProvider.inUse', 'numberProvider.wholeTenantOnly'],
  }),
})
