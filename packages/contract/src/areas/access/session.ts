import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, nothing, optional, requiredText, text } from '../../kernel/fields.ts'

export const sessionRefusals = refusals({
  'session.badCredentials': { code: 40011, zh: '用户名或密码错误', en: 'Wrong username or password' },
  'session.codeRequired': {
    code: 40012,
    zh: '该账号已绑定验证器，请输入验证码',
    en: 'This account has an authenticator: enter the verification code',
  },
  'session.badCode': { code: 40013, zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  'session.locked': { code: 42901, zh: '登录失败次数过多，请稍后再试', en: 'Too many failed sign-ins, try again later' },
  'session.disabled': { code: 40014, zh: '该账号已停用，请联系管理员', en: 'This account is disabled, ask your administrator' },
  'session.mustChangePassword': { code: 40301, zh: '请先修改密码，再使用其他功能', en: 'Change your password first, then go on' },
  'session.mustBindAuthenticator': {
    code: 40302,
    zh: '您的角色必须使用验证器，请先完成绑定',
    en: 'Your role requires an authenticator, bind one first',
  },
  'session.sessionNotFound': { code: 404, zh: '该登录会话不存在或已结束', en: 'That session does not exist or has ended' },
  'session.tenantNotFound': { code: 404, zh: '没有找到对应的租户', en: 'No such tenant' },
})

export const locale = z.enum(['zh-CN', 'en'])
export const theme = z.enum(['dark', 'light'])
/** The tenant's headquarters, an organisation (a city company or fleet), a partner (its channel). */
export const DEPT_TYPE = { headquarters: 1, organisation: 2, partner: 3 } as const
export const deptType = z.literal(Object.values(DEPT_TYPE))
export type DeptType = z.infer<typeof deptType>

export const signedIn = z.object({
  token: z.string(),
  userId: id,
  username: z.string(),
  realName: z.string(),
  email: z.string(),
  tenantId: id,
  deptType,
  cooperationChannelId: id.nullable(),
  mustChangePassword: z.boolean(),
  /** The tenant asks for an authenticator of this person's roles, and none is bound. */
  mustBindAuthenticator: z.boolean().default(false),
})

export const loginUser = signedIn.omit({ token: true }).extend({
  brandName: z.string(),
  deptName: z.string(),
  roleNames: z.array(z.string()),
  /** Cities this user works in; empty sees nothing, null all of the tenant's. */
  cityIds: z.array(id).nullable(),
  locale,
  theme,
  /** The business asked its people to agree to something before this session began, and this person has not. */
  mustAgree: z.boolean().default(false),
})

export const sessionRow = z.object({
  sessionId: id,
  current: z.boolean(),
  signedInAt: instant,
  lastActiveAt: instant,
  ip: z.string(),
  userAgent: z.string(),
})

export const sessionCalls = {
  signIn: call({
    method: 'POST',
    path: '/public/login',
    effect: 'write',
    access: 'public',
    tolerant: true,
    summary: '登录',
    input: z.object({ username: requiredText(64), password: z.string().min(1).max(256), code: optional(z.string().trim().max(16)) }),
    output: signedIn,
    failures: ['session.badCredentials', 'session.codeRequired', 'session.badCode', 'session.locked', 'session.disabled'],
  }),
  siteInfo: call({
    method: 'POST',
    path: '/public/tenant/site/info',
    effect: 'read',
    access: 'public',
    summary: '租户站点信息',
    input: z.object({ tenantId: optional(id) }),
    output: z.object({ tenantId: id, brandName: z.string(), logo: z.string() }),
    failures: ['session.tenantNotFound'],
  }),
  signOut: call({
    method: 'POST',
    path: '/api/session/signOut',
    effect: 'write',
    access: 'signedIn',
    beforeSetup: true,
    beforeAgreement: true,
    summary: '退出登录',
    input: nothing,
    output: nothing,
  }),
  me: call({
    method: 'GET',
    path: '/api/user/getLoginUser',
    effect: 'read',
    access: 'signedIn',
    beforeSetup: true,
    beforeAgreement: true,
    summary: '当前登录用户',
    input: nothing,
    output: loginUser,
  }),
  sessions: call({
    method: 'GET',
    path: '/api/session/list',
    effect: 'read',
    access: 'signedIn',
    summary: '我的登录会话',
    input: nothing,
    output: z.object({ rows: z.array(sessionRow) }),
  }),
  revoke: call({
    method: 'POST',
    path: '/api/session/revoke',
    effect: 'write',
    access: 'signedIn',
    summary: '结束登录会话',
    input: z.object({ sessionId: id }),
    output: nothing,
    failures: ['session.sessionNotFound'],
  }),
  /** Kept per user: language, theme, and what a screen remembers under `key` (filters, columns). */
  savePreferences: call({
    method: 'POST',
    path: '/api/session/preferences/save',
    effect: 'write',
    access: 'signedIn',
    summary: '保存个人偏好',
    input: z.object({
      locale: optional(locale),
      theme: optional(theme),
      key: optional(z.string().regex(/^[a-z][a-zA-Z0-9.-]{0,63}$/)),
      value: optional(text(8000)),
    }),
    output: nothing,
  }),
  preference: call({
    method: 'GET',
    path: '/api/session/preferences/get',
    effect: 'read',
    access: 'signedIn',
    beforeSetup: true,
    summary: '读取个人偏好',
    input: z.object({ key: z.string().regex(/^[a-z][a-zA-Z0-9.-]{0,63}$/) }),
    output: z.object({ value: z.string().nullable() }),
  }),
} satisfies Area
