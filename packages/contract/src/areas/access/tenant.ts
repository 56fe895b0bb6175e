import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  flag,
  id,
  instant,
  intBetween,
  json,
  nothing,
  option,
  optional,
  page,
  pageOf,
  phone,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'

export const tenancyRefusals = refusals({
  'tenancy.notFound': { code: 404, zh: '租户不存在', en: 'No such tenant' },
  /** `data.state` is the present state. */
  'tenancy.notInThisState': { code: 40971, zh: '租户当前状态不允许该操作', en: "The tenant's present state does not allow this" },
  'tenancy.ownTenant': { code: 40972, zh: '不能停用您自己所在的租户', en: 'You cannot disable the tenant you belong to' },
  'tenancy.domainTaken': { code: 40973, zh: '该域名已被其他租户使用', en: 'Another tenant uses this domain', field: 'domain' },
  'tenancy.usernameTaken': { code: 40974, zh: '该用户名已被使用', en: 'This username is taken', field: 'adminUsername' },
  'tenancy.versionConflict': {
    code: 40975,
    zh: '租户已被他人修改，请刷新后重试',
    en: 'Someone else changed the tenant, reload and try again',
  },
  'tenancy.badPicture': {
    code: 40081,
    zh: '请上传 2 MB 以内的 PNG、JPEG 或 WebP 图片',
    en: 'Upload a PNG, JPEG or WebP picture of at most 2 MB',
  },
})

export const TENANT_STATE = { applied: 10, audited: 20, enabled: 30, disabled: 40 } as const
export const tenantState = z.literal(Object.values(TENANT_STATE))
export type TenantState = z.infer<typeof tenantState>
export const tenantStateText: Record<TenantState, string> = { 10: '待审核', 20: '已审核', 30: '使用中', 40: '已停用' }
export const tenantAction = z.enum(['audit', 'enable', 'disable', 'resetPassword', 'update'])

export const tenantRow = z.object({
  tenantId: id,
  name: z.string(),
  brandName: z.string(),
  logo: z.string(),
  domain: z.string(),
  state: tenantState,
  driverOnlineEnabled: z.boolean(),
  createdAt: instant,
  version: z.number().int(),
  /** The tenant's first administrator. */
  adminUserId: id.nullable(),
  adminUsername: z.string(),
  adminName: z.string(),
  cityNames: z.array(z.string()),
  users: z.number().int(),
  drivers: z.number().int(),
  /** Orders of the last 30 days. */
  recentOrders: z.number().int(),
  allowedActions: z.array(tenantAction),
})
export type TenantRow = z.infer<typeof tenantRow>

const passwordLink = z.object({
  userId: id,
  username: z.string(),
  /** Path of the console that asks for the new password; works once. */
  link: z.string(),
  validUntil: instant,
})

const domain = text(120)
  .transform((value) => value.toLowerCase())
  .pipe(
    z.string().regex(/^$|^(localhost|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/, '应为域名 | must be a host name'),
  )
export const username = requiredText(64).pipe(
  z.string().regex(/^[a-zA-Z][a-zA-Z0-9._-]{2,63}$/, '3–64 个字符，以字母开头 | 3 to 64 characters, beginning with a letter'),
)

export const tenancyCalls = part({
  list: call({
    method: 'POST',
    path: '/api/djy/tenant-list',
    effect: 'read',
    access: { authority: 'tenant.view' },
    crossTenant: true,
    summary: '租户列表',
    input: page.extend({ keyword: optional(text(60)), state: optional(intBetween(10, 40)) }),
    output: pageOf(tenantRow),
  }),
  /** A tenant that works at once: brand, administrator with a one-time link, default roles, menus, cities and price templates. */
  create: call({
    method: 'POST',
    path: '/api/djy/tenant-create',
    effect: 'write',
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    summary: '新建租户',
    input: z.object({
      name: requiredText(80),
      brandName: requiredText(20),
      domain: optional(domain),
      adminUsername: username,
      adminName: requiredText(30),
      adminPhone: phone,
      cityIds: json(z.array(id).min(1, '至少选择一个城市 | choose at least one city').max(400)),
      /** Off: the tenant waits as applied (10) until it is audited and enabled. */
      enabled: optional(flag),
    }),
    output: passwordLink.extend({ tenantId: id }),
    failures: ['tenancy.domainTaken', 'tenancy.usernameTaken'],
  }),
  update: call({
    method: 'POST',
    path: '/api/djy/tenant-update',
    effect: 'write',
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    summary: '修改租户',
    input: z.object({
      tenantId: id,
      version: intBetween(1, 2_000_000_000),
      name: requiredText(80),
      brandName: requiredText(20),
      domain: optional(domain),
    }),
    output: nothing,
    failures: ['tenancy.notFound', 'tenancy.domainTaken', 'tenancy.versionConflict'],
  }),
  uploadLogo: call({
    method: 'POST',
    path: '/api/djy/tenant-logo/upload',
    effect: 'write',
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    body: 'multipart',
    summary: '上传租户标志',
    input: z.object({ tenantId: id, file: upload }),
    output: z.object({ logo: z.string() }),
    failures: ['tenancy.notFound', 'tenancy.badPicture'],
  }),
  /** Moves a tenant: 10 → 20 → 30 and 30 ↔ 40. Disabling ends every session of the tenant. */
  audit: call({
    method: 'POST',
    path: '/api/djy/tenant-audit',
    effect: 'write',
    once: true,
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    summary: '审核、启用或停用租户',
    input: z.object({ tenantId: id, state: intBetween(20, 40), reason: requiredText(200) }),
    output: z.object({ state: tenantState, endedSessions: z.number().int() }),
    failures: ['tenancy.notFound', 'tenancy.notInThisState', 'tenancy.ownTenant'],
  }),
  /** A one-time link for the tenant's administrator, whose sessions end. */
  resetPassword: call({
    method: 'POST',
    path: '/api/djy/tenant-reset-paw',
    effect: 'write',
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    summary: '重置租户管理员密码',
    input: z.object({ tenantId: id, reason: requiredText(200) }),
    output: passwordLink,
    failures: ['tenancy.notFound'],
  }),
  /** What was done to tenants, newest first. */
  logs: call({
    method: 'POST',
    path: '/api/djy/tenant-log-list',
    effect: 'read',
    access: { authority: 'tenant.view' },
    crossTenant: true,
    summary: '租户日志',
    input: page.extend({ tenantId: optional(id), keyword: optional(text(60)), atFrom: optional(instant), atTo: optional(instant) }),
    output: pageOf(
      z.object({
        logId: id,
        at: instant,
        tenantId: id,
        brandName: z.string(),
        actorName: z.string(),
        ip: z.string(),
        call: z.string(),
        summary: z.string(),
        before: z.unknown(),
        after: z.unknown(),
        requestId: z.string(),
      }),
    ),
  }),
  /** Whether drivers of a tenant may go on duty. Without `tenantId` the own tenant's. */
  driverOnline: call({
    method: 'POST',
    path: '/api/djy/get-driver-online-enabled',
    effect: 'read',
    access: { authority: 'tenant.view' },
    crossTenant: true,
    summary: '司机上线开关',
    input: z.object({ tenantId: optional(id) }),
    output: z.object({ tenantId: id, enabled: z.boolean(), onDuty: z.number().int() }),
    failures: ['tenancy.notFound'],
  }),
  /** Off: drivers cannot go on duty any more; those on duty stay until they go off. */
  saveDriverOnline: call({
    method: 'POST',
    path: '/api/djy/set-driver-online-enabled',
    effect: 'write',
    access: { authority: 'tenant.edit' },
    crossTenant: true,
    summary: '设置司机上线开关',
    input: z.object({ tenantId: id, enabled: flag, reason: requiredText(200) }),
    output: nothing,
    failures: ['tenancy.notFound'],
  }),
  /** Cities a tenant can work in. */
  cityOptions: call({
    method: 'GET',
    path: '/api/djy/tenant-city-options',
    effect: 'read',
    access: { authority: 'tenant.view' },
    crossTenant: true,
    summary: '可开通城市',
    input: nothing,
    output: z.object({ options: z.array(option) }),
  }),
})
