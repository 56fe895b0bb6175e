import * as z from 'zod'
import { compareVersions } from '../../kernel/app-client.ts'
import { call, part } from '../../kernel/call.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'

export const appsRefusals = refusals({
  'apps.notFound': { code: 404, zh: '应用不存在', en: 'No such app' },
  'apps.versionConflict': { code: 40981, zh: '应用已被他人修改，请刷新后重试', en: 'Someone else changed the app, reload and try again' },
  /** `data.certifyState` is the present state. */
  'apps.notInThisState': { code: 40982, zh: '应用当前的认证状态不允许该操作', en: "The app's certification state does not allow this" },
  'apps.ownSubmission': { code: 40983, zh: '不能审核自己提交的认证', en: 'You cannot decide on your own submission' },
  'apps.notAdministrator': {
    code: 40371,
    zh: '只有该应用的管理员可以修改支付配置',
    en: 'Only administrators of this app may change its payment settings',
  },
  'apps.badPicture': {
    code: 40082,
    zh: '请上传 2 MB 以内的 PNG、JPEG 或 WebP 图片',
    en: 'Upload a PNG, JPEG or WebP picture of at most 2 MB',
  },
  'apps.wrongPassword': { code: 40083, zh: '密码不正确', en: 'Wrong password', field: 'password' },
  'apps.locked': { code: 42973, zh: '密码错误次数过多，请稍后再试', en: 'Too many wrong passwords, try again later' },
  /** `data.missing` names the fields. */
  'apps.secretMissing': {
    code: 40084,
    zh: '启用该支付方式前请填写全部商户资料与密钥',
    en: 'Fill in all of the merchant’s data and keys before switching this on',
  },
  'apps.badPrivateKey': {
    code: 400861,
    zh: '不是可用的商户私钥：请粘贴 apiclient_key.pem 的全部内容（RSA，不少于 2048 位，未加密）',
    en: 'Not a merchant’s private key: paste all of apiclient_key.pem (RSA of at least 2048 bits, not encrypted)',
    field: 'signSecret',
  },
  'apps.badPlatformKey': {
    code: 400862,
    zh: '不是可用的平台公钥：请粘贴 pub_key.pem 的全部内容，不要填商户自己的密钥',
    en: 'Not the channel’s public key: paste all of pub_key.pem, and not a key of the merchant’s own',
    field: 'platformKey',
  },
  'apps.payHostNotAllowed': {
    code: 400863,
    zh: '该接口地址未获系统管理方允许，请留空以使用微信支付的地址',
    en: 'This address is not allowed by those who run the installation: leave it empty for WeChat Pay’s own',
    field: 'baseUrl',
  },
  /** `data.missing` names the types. */
  'apps.sceneReports': {
    code: 400864,
    zh: '该转账场景的报备信息不完整，请按微信支付的要求填写',
    en: 'This scene has to be reported with more: enter what WeChat Pay asks for',
    field: 'scene',
  },
  'apps.notEnabled': {
    code: 409841,
    zh: '应用已停用，请先启用再设为司机默认应用',
    en: 'The app is disabled: enable it before making it the drivers’ default',
  },
  'apps.wholeTenantOnly': {
    code: 40372,
    zh: '应用属于整个公司，仅不限城市与机构的人员可以管理',
    en: 'Apps belong to the whole company: people bound to cities or an organisation cannot manage them',
  },
  'apps.noSuchPerson': { code: 40085, zh: '所选管理员不存在', en: 'A chosen administrator does not exist' },
})

export const appPlatform = z.enum(['IOS', 'ANDROID', 'MP', 'H5'])
export type AppPlatform = z.infer<typeof appPlatform>
export const CERTIFY_STATE = { notSubmitted: 0, submitted: 10, certified: 20, refused: 30 } as const
export const certifyState = z.literal(Object.values(CERTIFY_STATE))
export type CertifyState = z.infer<typeof certifyState>
export const appAction = z.enum([
  'update',
  'enable',
  'disable',
  'makeDefault',
  'endDefault',
  'submit',
  'decide',
  'pays',
  'settings',
  'administrators',
])
/** By which money leaves through an app. */
export const payWay = z.enum(['WECHAT'])
export type PayWay = z.infer<typeof payWay>

export const appRow = z.object({
  appId: id,
  platform: appPlatform,
  name: z.string(),
  logo: z.string(),
  /** Bundle id, package name, mini-program id or address. */
  identifier: z.string(),
  remark: z.string(),
  enabled: z.boolean(),
  /** Clients of drivers that name no app count as this one. */
  driverDefault: z.boolean(),
  certifyState,
  certifyCompany: z.string(),
  certifyNote: z.string(),
  administrators: z.array(z.object({ userId: id, realName: z.string() })),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(appAction),
})
export type AppRow = z.infer<typeof appRow>

/** What a way to pay still needs before money leaves through it. */
export const payMissing = z.enum([
  'merchantNo',
  'channelAppId',
  'certSerial',
  'platformKeyId',
  'platformKey',
  'baseUrl',
  'secret',
  'signSecret',
  'WAY_OFF',
  'APP_DISABLED',
  'NOT_CERTIFIED',
])
export type PayMissing = z.infer<typeof payMissing>

/** WeChat Pay's own addresses, which answer alike; the first is asked where nothing else was entered. */
export const WECHAT_PAY_URLS = ['https://api.mch.weixin.qq.com', 'https://api2.mch.weixin.qq.com'] as const

/** From which of the merchant's accounts money leaves. */
export const payAccount = z.enum(['BASIC', 'OPERATION', 'FEES'])
export type PayAccount = z.infer<typeof payAccount>
/** What transfers are for, as the merchant platform granted it, and what has to be said of it there. */
const transferScene = z.object({
  id: text(8).refine((given) => /^\d{4,8}$/.test(given), '场景 ID 由 4 到 8 位数字组成 | a scene has four to eight digits'),
  reports: z
    .array(z.object({ type: requiredText(15), content: requiredText(32) }))
    .min(1)
    .max(5),
})
export type TransferScene = z.infer<typeof transferScene>
/** What has to be said in scenes that businesses pay people in; the types are WeChat Pay's own words. */
export const SCENE_REPORTS: Readonly<Record<string, readonly string[]>> = { 1000: ['活动名称', '奖励说明'], 1005: ['岗位类型', '报酬说明'] }
/** Pay for work, out of the account for that: until something else is entered. */
export const standardTransfer: { scene: TransferScene; account: PayAccount } = {
  scene: {
    id: '1005',
    reports: [
      { type: '岗位类型', content: '代驾司机' },
      { type: '报酬说明', content: '代驾服务报酬' },
    ],
  },
  account: 'OPERATION',
}

export const payRow = z.object({
  way: payWay,
  enabled: z.boolean(),
  merchantNo: z.string(),
  /** The app as the channel knows it: what a driver's openId belongs to. */
  channelAppId: z.string(),
  /** Of the merchant's certificate: hexadecimal. */
  certSerial: z.string(),
  /** Of the key that the channel signs with. */
  platformKeyId: z.string(),
  /** The channel's public key, PEM. */
  platformKey: z.string(),
  /** Empty: the channel's own. */
  baseUrl: z.string(),
  scene: transferScene,
  account: payAccount,
  /** Of the APIv3 key the last four characters, empty where there is none. The whole is shown to nobody. */
  secretLast4: z.string(),
  /** Of the merchant's private key the last four of its fingerprint, empty where there is none. */
  signSecretLast4: z.string(),
  /** Nothing: withdrawals can be paid this way. */
  missing: z.array(payMissing),
  updatedAt: instant.nullable(),
  updatedByName: z.string(),
})

const addressOrNone = (protocol: RegExp) => z.union([z.url({ protocol }).max(300), z.literal('')])
const appVersion = text(20).refine(
  (given) => given === '' || compareVersions(given, given) === 0,
  '版本号形如 3.10.2 | a version such as 3.10.2',
)
/** As they are shown; what was stored before a rule came is shown as it is. */
export const appSettings = z
  .object({
    servicePhone: z.string(),
    latestVersion: z.string(),
    /** Clients below it are refused. */
    minVersion: z.string(),
    downloadUrl: z.string(),
    notice: z.string(),
  })
  .partial()
const newAppSettings = z
  .object({
    servicePhone: optional(phone),
    latestVersion: optional(appVersion),
    minVersion: optional(appVersion),
    downloadUrl: optional(addressOrNone(/^https$/)),
    notice: optional(text(300)),
  })
  .refine(({ minVersion, latestVersion }) => (compareVersions(minVersion ?? '', latestVersion ?? '') ?? 0) <= 0, {
    path: ['minVersion'],
    message: '不能高于最新版本 | not above the latest version',
  })
export type AppSettings = z.infer<typeof appSettings>

const fits = (pattern: RegExp, message: string) => text(120).refine((given) => given === '' || pattern.test(given), message)

const version = intBetween(1, 2_000_000_000)

export const appsCalls = part({
  list: call({
    method: 'POST',
    path: '/api/app/query',
    effect: 'read',
    access: { authority: 'app.view' },
    summary: '应用列表',
    input: page.extend({ keyword: optional(text(60)), platform: optional(appPlatform), enabled: optional(flag) }),
    output: pageOf(appRow),
  }),
  /** Without `appId` a new app. */
  update: call({
    method: 'POST',
    path: '/api/app/update',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '新建或修改应用',
    input: z.object({
      appId: optional(id),
      version: optional(version),
      platform: appPlatform,
      name: requiredText(40),
      identifier: requiredText(120),
      remark: optional(text(200)),
    }),
    output: z.object({ appId: id, version }),
    failures: ['apps.notFound', 'apps.versionConflict', 'apps.wholeTenantOnly'],
  }),
  uploadLogo: call({
    method: 'POST',
    path: '/api/app/logo/upload',
    effect: 'write',
    access: { authority: 'app.edit' },
    body: 'multipart',
    summary: '上传应用图标',
    input: z.object({ appId: id, file: upload }),
    output: z.object({ logo: z.string() }),
    failures: ['apps.notFound', 'apps.badPicture'],
  }),
  enable: call({
    method: 'POST',
    path: '/api/app/enable',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '启用或停用应用',
    input: z.object({ appId: id, enabled: flag }),
    output: nothing,
    failures: ['apps.notFound'],
  }),
  /** Whether clients of drivers that name no app count as this one; at most one app of a business is it. */
  driverDefault: call({
    method: 'POST',
    path: '/api/app/driverDefault',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '设置司机默认应用',
    input: z.object({ appId: id, driverDefault: flag }),
    output: nothing,
    failures: ['apps.notFound', 'apps.notEnabled'],
  }),
  /** Sets who administers the app. Where it has administrators, only they change its payment settings. */
  authorise: call({
    method: 'POST',
    path: '/api/app/admin/auth',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '设置应用管理员',
    input: z.object({ appId: id, userIds: json(z.array(id).max(50)) }),
    output: nothing,
    failures: ['apps.notFound', 'apps.noSuchPerson'],
  }),
  /** Who can be chosen as an administrator. */
  people: call({
    method: 'GET',
    path: '/api/app/admin/people',
    effect: 'read',
    access: { authority: 'app.edit' },
    summary: '可选应用管理员',
    input: findInput,
    output: findOutput,
  }),
  /** SUBMIT: 0 or 30 → 10. APPROVE: 10 → 20, REFUSE: 10 → 30, by another person than who submitted. */
  certify: call({
    method: 'POST',
    path: '/api/app/certify',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '应用认证',
    input: z.object({
      appId: id,
      step: z.enum(['SUBMIT', 'APPROVE', 'REFUSE']),
      company: optional(text(80)),
      licenceNo: optional(text(40)),
      note: optional(text(200)),
    }),
    output: z.object({ certifyState }),
    failures: ['apps.notFound', 'apps.notInThisState', 'apps.ownSubmission'],
  }),
  pays: call({
    method: 'POST',
    path: '/api/app/pays/get',
    effect: 'read',
    access: { authority: 'app.pays' },
    summary: '支付配置',
    input: z.object({ appId: id }),
    output: z.object({ ways: z.array(payRow), mayChange: z.boolean() }),
    failures: ['apps.notFound'],
  }),
  /** What is not given stays as it is; an empty merchant number is none, an empty secret is not given. Asks for the operator's password again. */
  savePay: call({
    method: 'POST',
    path: '/api/app/pays/save',
    effect: 'write',
    access: { authority: 'app.pays' },
    summary: '保存支付配置',
    input: z.object({
      appId: id,
      way: payWay,
      enabled: flag,
      merchantNo: fits(/^\d{6,32}$/, '商户号由数字组成 | a merchant number is made of digits').optional(),
      channelAppId: fits(/^wx\w{6,60}$/, 'AppID 形如 wx0123456789abcdef | an AppID such as wx0123456789abcdef').optional(),
      certSerial: fits(/^[\da-f]{8,64}$/i, '证书序列号由十六进制数字组成 | a serial number is hexadecimal').optional(),
      platformKeyId: fits(/^(PUB_KEY_ID_\w{4,60}|[\da-f]{8,64})$/i, '形如 PUB_KEY_ID_… | such as PUB_KEY_ID_…').optional(),
      platformKey: text(4000).optional(),
      baseUrl: addressOrNone(/^https?$/).optional(),
      scene: json(transferScene).optional(),
      account: payAccount.optional(),
      secret: optional(
        text(64).refine((given) => /^[\x21-\x7e]{32}$/.test(given), 'APIv3 密钥为 32 个字符 | an APIv3 key has 32 characters'),
      ),
      signSecret: optional(text(8000)),
      password: z.string().min(1).max(256),
    }),
    output: nothing,
    failures: [
      'apps.notFound',
      'apps.notAdministrator',
      'apps.wrongPassword',
      'apps.locked',
      'apps.secretMissing',
      'apps.badPrivateKey',
      'apps.badPlatformKey',
      'apps.payHostNotAllowed',
      'apps.sceneReports',
    ],
  }),
  settings: call({
    method: 'POST',
    path: '/api/app/setting/get',
    effect: 'read',
    access: { authority: 'app.view' },
    summary: '应用设置',
    wholePhones: ['servicePhone'],
    input: z.object({ appId: id }),
    output: z.object({ settings: appSettings, version }),
    failures: ['apps.notFound'],
  }),
  saveSettings: call({
    method: 'POST',
    path: '/api/app/setting/save',
    effect: 'write',
    access: { authority: 'app.edit' },
    summary: '保存应用设置',
    wholePhones: ['servicePhone'],
    input: z.object({ appId: id, version, settings: json(newAppSettings) }),
    output: z.object({ version }),
    failures: ['apps.notFound', 'apps.versionConflict'],
  }),
})
