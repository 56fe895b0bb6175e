import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
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
  'apps.wrongPassword': { code: 40083, zh: '密码不正确', en: 'Wrong password' },
  'apps.locked': { code: 42973, zh: '密码错误次数过多，请稍后再试', en: 'Too many wrong passwords, try again later' },
  'apps.secretMissing': {
    code: 40084,
    zh: '启用该支付方式前请填写商户号与密钥',
    en: 'Enter merchant number and secret before switching this on',
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
export const appAction = z.enum(['update', 'enable', 'disable', 'submit', 'decide', 'pays', 'settings', 'administrators'])
export const payWay = z.enum(['WECHAT', 'ALIPAY', 'UNIONPAY'])
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
  certifyState,
  certifyCompany: z.string(),
  certifyNote: z.string(),
  administrators: z.array(z.object({ userId: id, realName: z.string() })),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(appAction),
})
export type AppRow = z.infer<typeof appRow>

export const payRow = z.object({
  way: payWay,
  enabled: z.boolean(),
  merchantNo: z.string(),
  /** Last four characters, empty where there is none. The whole is shown to nobody. */
  secretLast4: z.string(),
  signSecretLast4: z.string(),
  updatedAt: instant.nullable(),
  updatedByName: z.string(),
})

export const appSettings = z.object({
  servicePhone: optional(phone),
  latestVersion: optional(text(20)),
  minVersion: optional(text(20)),
  downloadUrl: optional(z.union([z.url({ protocol: /^https$/ }).max(300), z.literal('')])),
  forceUpdate: optional(flag),
  notice: optional(text(300)),
  shareTitle: optional(text(60)),
})

const version = intBetween(1, 2_000_000_000)

export const appsCalls = {
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
      merchantNo: text(64).optional(),
      secret: optional(text(4000)),
      signSecret: optional(text(8000)),
      password: z.string().min(1).max(256),
    }),
    output: nothing,
    failures: ['apps.notFound', 'apps.notAdministrator', 'apps.wrongPassword', 'apps.locked', 'apps.secretMissing'],
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
    input: z.object({ appId: id, version, settings: json(appSettings) }),
    output: z.object({ version }),
    failures: ['apps.notFound', 'apps.versionConflict'],
  }),
} satisfies Area
