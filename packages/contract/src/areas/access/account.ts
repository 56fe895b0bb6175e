import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, json, nothing, optional, requiredText } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

export const accountRefusals = refusals({
  'account.wholeTenantOnly': {
    code: 40375,
    zh: '账号安全策略对全公司生效，仅不限城市、机构与渠道的人员可以修改',
    en: 'The security policy holds for the whole company: people bound to cities, an organisation or a channel cannot change it',
  },
  'account.wrongPassword': { code: 40071, zh: '原密码不正确', en: 'The current password is wrong', field: 'oldPassword' },
  /** `data.problems` says which rules are broken. */
  'account.weakPassword': { code: 40072, zh: '新密码不符合要求', en: 'The new password does not meet the rules', field: 'newPassword' },
  'account.passwordUsedBefore': {
    code: 40073,
    zh: '新密码不能与当前密码或最近五次使用过的密码相同',
    en: 'The new password must differ from the current one and the last five',
    field: 'newPassword',
  },
  'account.noPhone': {
    code: 40074,
    zh: '该账号没有登记手机号，请联系管理员',
    en: 'This account has no telephone number, ask your administrator',
  },
  /** Wrong, too old, already used, or no longer open to tries. */
  'account.badSmsCode': { code: 40075, zh: '短信验证码错误或已过期', en: 'The text message code is wrong or has expired', field: 'code' },
  'account.bindingExpired': {
    code: 40076,
    zh: '绑定已超时或已完成，请重新开始',
    en: 'The binding has expired or is done, start again',
  },
  'account.badAuthenticatorCode': {
    code: 40077,
    zh: '验证器中的验证码不正确，请检查手机时间后重试',
    en: "The authenticator's code is wrong, check the clock of your telephone and try again",
  },
  'account.notBound': { code: 40078, zh: '该账号尚未绑定验证器', en: 'This account has no authenticator' },
  'account.authenticatorRequired': {
    code: 40079,
    zh: '您的角色必须使用验证器，不能解除绑定',
    en: 'Your role requires an authenticator, it cannot be removed',
  },
  'account.linkInvalid': { code: 40080, zh: '链接无效、已使用或已过期', en: 'The link is invalid, used or has expired' },
  'account.codeTooOften': { code: 42971, zh: '验证码发送过于频繁，请稍后再试', en: 'Codes were sent too often, try again later' },
  'account.versionConflict': {
    code: 40984,
    zh: '账号安全策略已被他人修改',
    en: 'Somebody else changed the account policy',
  },
  'account.locked': { code: 42972, zh: '错误次数过多，请稍后再试', en: 'Too many wrong tries, try again later' },
})

export const passwordProblem = z.enum(['TOO_SHORT', 'TOO_FEW_CLASSES', 'CONTAINS_USERNAME', 'TOO_COMMON'])
export type PasswordProblem = z.infer<typeof passwordProblem>
/** What both sides check a new password by; the kinds are small and capital letters, digits, and everything else. */
export const passwordLimits = { minLength: 10, minClasses: 3, /** From here on the kinds do not matter. */ longLength: 16 }
const password = z.string().min(1).max(256)
const smsCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, '请输入 6 位数字 | six digits')
const ticket = z.string().min(20).max(200)

const sent = z.object({
  /** Masked. */
  phone: z.string(),
  validS: z.number().int(),
  resendAfterS: z.number().int(),
})
const changed = z.object({ endedSessions: z.number().int() })

export const accountCalls = {
  /** Changes the own password with a text message code where the old one is not at hand: sends the code. */
  preChangePassword: call({
    method: 'POST',
    path: '/api/djy/tenant-pre-change-password',
    effect: 'write',
    access: 'signedIn',
    beforeSetup: true,
    summary: '发送修改密码短信验证码',
    input: nothing,
    output: sent,
    failures: ['account.noPhone', 'account.codeTooOften'],
  }),
  /** Checks the code and sets the new password; the own other sessions end. */
  checkChangePassword: call({
    method: 'POST',
    path: '/api/djy/tenant-check-change-password',
    effect: 'write',
    access: 'signedIn',
    beforeSetup: true,
    summary: '短信验证码修改密码',
    input: z.object({ code: smsCode, newPassword: password }),
    output: changed,
    failures: ['account.badSmsCode', 'account.weakPassword', 'account.passwordUsedBefore'],
  }),
  updatePassword: call({
    method: 'POST',
    path: '/api/user/updatePassword',
    effect: 'write',
    access: 'signedIn',
    beforeSetup: true,
    summary: '修改密码',
    input: z.object({ oldPassword: password, newPassword: password }),
    output: changed,
    failures: ['account.wrongPassword', 'account.weakPassword', 'account.passwordUsedBefore', 'account.locked'],
  }),
  /** Whose link this is, for the page that asks for the new password. */
  passwordLink: call({
    method: 'POST',
    path: '/public/user/passwordLink',
    effect: 'read',
    access: 'public',
    summary: '查看设置密码链接',
    input: z.object({ token: ticket }),
    output: z.object({ username: z.string(), brandName: z.string() }),
    failures: ['account.linkInvalid'],
  }),
  /** Uses up a one-time link; every session of the account ends. */
  setPassword: call({
    method: 'POST',
    path: '/public/user/setPassword',
    effect: 'write',
    access: 'public',
    summary: '通过一次性链接设置密码',
    input: z.object({ token: ticket, newPassword: password }),
    output: z.object({ username: z.string() }),
    failures: ['account.linkInvalid', 'account.weakPassword', 'account.passwordUsedBefore'],
  }),

  /**
   * First step of binding an authenticator: name and password as for signing in, and where one is bound already, its code.
   * Sends a code to the account's telephone. The ticket stands for this binding in the steps that follow.
   */
  bindStart: call({
    method: 'POST',
    path: '/public/user/sms-binding-google',
    effect: 'write',
    access: 'public',
    tolerant: true,
    summary: '绑定验证器：发送短信验证码',
    input: z.object({ username: requiredText(64), password, code: optional(z.string().trim().max(16)) }),
    output: sent.extend({ ticket: z.string() }),
    failures: [
      'session.badCredentials',
      'session.codeRequired',
      'session.badCode',
      'session.locked',
      'session.disabled',
      'account.noPhone',
      'account.codeTooOften',
    ],
  }),
  /** Second step: the code of the text message. */
  bindCheck: call({
    method: 'POST',
    path: '/public/user/sms-binding-google-check',
    effect: 'write',
    access: 'public',
    tolerant: true,
    summary: '绑定验证器：校验短信验证码',
    input: z.object({ ticket, code: smsCode }),
    output: nothing,
    failures: ['account.badSmsCode', 'account.bindingExpired'],
  }),
  /** Third step: the secret, as text and as a picture to scan. It is shown once. A GET works too; the ticket stays out of addresses with POST. */
  bindSecret: call({
    method: 'POST',
    path: '/public/user/generate-google-verification-code',
    anyVerb: true,
    effect: 'write',
    access: 'public',
    summary: '绑定验证器：生成密钥与二维码',
    input: z.object({ ticket }),
    /** `qr`: an SVG as a `data:` address. */
    output: z.object({ secret: z.string(), otpauthUrl: z.string(), qr: z.string(), account: z.string(), issuer: z.string() }),
    failures: ['account.bindingExpired'],
  }),
  /** Last step: a code that the authenticator shows. The recovery codes are shown once. */
  bindConfirm: call({
    method: 'POST',
    path: '/public/user/google-binding-confirm',
    effect: 'write',
    access: 'public',
    tolerant: true,
    summary: '绑定验证器：确认',
    input: z.object({ ticket, code: smsCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    failures: ['account.badAuthenticatorCode', 'account.bindingExpired'],
  }),
  authenticator: call({
    method: 'GET',
    path: '/api/user/authenticator',
    effect: 'read',
    access: 'signedIn',
    beforeSetup: true,
    summary: '验证器状态',
    input: nothing,
    /** `required`: the tenant asks for one of people in the own roles. */
    output: z.object({
      bound: z.boolean(),
      boundAt: instant.nullable(),
      required: z.boolean(),
      recoveryCodesLeft: z.number().int(),
      phone: z.string(),
    }),
  }),
  newRecoveryCodes: call({
    method: 'POST',
    path: '/api/user/authenticator/recoveryCodes',
    effect: 'write',
    access: 'signedIn',
    summary: '重新生成恢复码',
    input: z.object({ password, code: smsCode }),
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    failures: ['account.wrongPassword', 'account.badAuthenticatorCode', 'account.notBound', 'account.locked'],
  }),
  unbind: call({
    method: 'POST',
    path: '/api/user/authenticator/remove',
    effect: 'write',
    access: 'signedIn',
    summary: '解除验证器',
    input: z.object({ password, code: smsCode }),
    output: nothing,
    failures: [
      'account.wrongPassword',
      'account.badAuthenticatorCode',
      'account.notBound',
      'account.authenticatorRequired',
      'account.locked',
    ],
  }),

  /** Roles whose people must have an authenticator: they may do nothing else before they bind one. */
  policy: call({
    method: 'GET',
    path: '/api/account/policy',
    effect: 'read',
    access: { authority: 'account.policy' },
    summary: '账号安全策略',
    input: nothing,
    output: z.object({
      authenticatorRoleIds: z.array(id),
      roles: z.array(
        z.object({
          roleId: id,
          name: z.string(),
          users: z.number().int(),
          /** People of the role without an authenticator. */
          unbound: z.number().int(),
        }),
      ),
    }),
  }),
  policyHistory: call({
    method: 'GET',
    path: '/api/account/policy/history',
    effect: 'read',
    access: { authority: 'account.policy' },
    summary: '账号安全策略的历次修改',
    input: nothing,
    /** Roles under the names they had. */
    output: versionsOf(z.object({ ...versionFacts, roles: z.array(z.object({ roleId: id, name: z.string() })) })),
  }),
  savePolicy: call({
    method: 'POST',
    path: '/api/account/policy/save',
    effect: 'write',
    access: { authority: 'account.policy' },
    summary: '保存账号安全策略',
    input: z.object({
      authenticatorRoleIds: json(z.array(id).max(500)),
      /** The roles as they were seen; others than those in force are refused. Absent: whatever is in force. */
      seenRoleIds: optional(json(z.array(id).max(500))),
      ...changeReason,
    }),
    output: nothing,
    failures: ['account.versionConflict', 'account.wholeTenantOnly'],
  }),

  /** Whether an incoming call opens the customer's screen at this operator's desk. */
  popup: call({
    method: 'GET',
    path: '/api/popup/switch',
    effect: 'read',
    access: 'signedIn',
    summary: '来电弹屏开关',
    input: nothing,
    output: z.object({ enabled: z.boolean() }),
  }),
  savePopup: call({
    method: 'POST',
    path: '/api/popup/switch/save',
    effect: 'write',
    access: 'signedIn',
    summary: '设置来电弹屏',
    input: z.object({ enabled: flag }),
    output: nothing,
  }),
  /** Whether this operator answers with a cloud telephone instead of the box on the desk. There is none yet: nobody does. */
  cloudPhone: call({
    method: 'GET',
    path: '/api/popup/cloudPhone',
    effect: 'read',
    access: 'signedIn',
    summary: '云电话开关',
    input: nothing,
    output: z.object({ enabled: z.boolean() }),
  }),
} satisfies Area
