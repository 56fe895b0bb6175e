import { accountCalls } from '@chauffeur/contract/access/account'
import { consumePasswordLink, findPasswordLink } from '../user/index.ts'
import { confirmPerson } from '../session/index.ts'
import { languageOf } from '#areas/message/wording'
import { implement } from '#platform/http/implement'
import { seesEveryCity } from '#platform/database/scope'
import { maskPhone } from '#platform/identity/mask'
import { writeOperationLog } from '#platform/http/operation-log'
import { accountPolicy } from './policy.setting.ts'
import {
  authenticatorState,
  lockPolicyRoles,
  rolesOfPolicy,
  savePolicyRoles,
  saveRecoveryCodes,
  saveSecret,
} from './authenticator.queries.ts'
import { checkBinding, confirmBinding, renewRecoveryCodes, showSecret, startBinding } from './authenticator.service.ts'
import { spendCode } from './code.queries.ts'
import { checkCode, sendCode } from './code.service.ts'
import { findRecipient } from './password.queries.ts'
import { changePassword, judgeNewPassword, type NewPassword } from './password.service.ts'
import { readSwitches, saveSwitches } from './switch.queries.ts'

const userObject = (userId: string) => ({ object: 'user', objectId: userId })
const fromOf = (request: { ip: string; userAgent: string; id: string }) => ({
  ip: request.ip,
  userAgent: request.userAgent,
  requestId: request.id,
})

export const accountRoutes = implement(
  'account',
  accountCalls,
)({
  preChangePassword: async ({ operator, platform, request, fail }) => {
    const sent = await platform.db.signingIn(async (tx) => {
      const { phone } = await findRecipient(tx, operator.tenantId, operator.userId)
      return phone ? sendCode(tx, platform, { ...operator, phone }, 'CHANGE_PASSWORD', languageOf(request)) : null
    })
    if (!sent) return fail('account.noPhone')
    return 'retryAfterS' in sent ? fail('account.codeTooOften', sent) : sent
  },
  checkChangePassword: async ({ input, operator, platform, fail, audit }) => {
    const judged = await judgeNewPassword(platform, operator, input.newPassword)
    const result = await platform.db.signingIn(async (tx): Promise<NewPassword | { refusal: 'account.badSmsCode' }> => {
      if (!(await checkCode(tx, platform, operator, 'CHANGE_PASSWORD', input.code))) return { refusal: 'account.badSmsCode' }
      const changed = await changePassword(tx, { ...operator, exceptSessionId: operator.sessionId }, judged)
      // A password that breaks a rule costs no code.
      if (!('refusal' in changed)) await spendCode(tx, operator, 'CHANGE_PASSWORD')
      return changed
    })
    if ('refusal' in result) return fail(result.refusal, 'problems' in result ? { problems: result.problems } : undefined)
    platform.forgetSession()
    audit(userObject(operator.userId))
    return result
  },
  updatePassword: async ({ input, operator, platform, request, fail, audit }) => {
    const person = await confirmPerson(platform, operator, { password: input.oldPassword }, request.ip)
    if (typeof person === 'object') return fail('account.locked', person)
    if (person !== 'yes') return fail('account.wrongPassword')
    const judged = await judgeNewPassword(platform, operator, input.newPassword)
    const result = await platform.db.signingIn((tx) => changePassword(tx, { ...operator, exceptSessionId: operator.sessionId }, judged))
    if ('refusal' in result) return fail(result.refusal, 'problems' in result ? { problems: result.problems } : undefined)
    platform.forgetSession()
    audit(userObject(operator.userId))
    return result
  },
  passwordLink: async ({ input, platform, fail }) =>
    platform.db.signingIn(async (tx) => {
      const owner = await findPasswordLink(tx, input.token)
      if (!owner) return fail('account.linkInvalid')
      const { brand_name } = await findRecipient(tx, owner.tenantId, owner.userId)
      return { username: owner.username, brandName: brand_name }
    }),
  setPassword: async ({ input, platform, request, fail }) => {
    const named = await platform.db.signingIn((tx) => findPasswordLink(tx, input.token))
    if (!named) return fail('account.linkInvalid')
    const judged = await judgeNewPassword(platform, named, input.newPassword)
    const owner = await platform.db.signingIn(async (tx) => {
      const who = await consumePasswordLink(tx, input.token)
      if (!who) return fail('account.linkInvalid')
      const changed = await changePassword(tx, who, judged)
      // Rolled back: the link is still good for a better password.
      if ('refusal' in changed) return fail(changed.refusal, 'problems' in changed ? { problems: changed.problems } : undefined)
      await writeOperationLog(tx, {
        tenantId: who.tenantId,
        actor: { type: 'OPERATOR', id: who.userId, name: who.realName },
        ip: request.ip,
        call: 'account.setPassword',
        summary: accountCalls.setPassword.summary,
        input: {},
        audits: [userObject(who.userId)],
        code: 0,
        requestId: request.id,
        durationMs: 0,
      })
      return who
    })
    platform.forgetSession()
    return { username: owner.username }
  },

  bindStart: async ({ input, platform, request, fail }) => {
    const result = await startBinding(platform, input, { ...fromOf(request), language: languageOf(request) })
    return 'refusal' in result
      ? fail(result.refusal, 'retryAfterS' in result ? { retryAfterS: result.retryAfterS } : undefined)
      : result.done
  },
  bindCheck: async ({ input, platform, fail }) => {
    const result = await checkBinding(platform, input.ticket, input.code)
    return 'refusal' in result ? fail(result.refusal) : result.done
  },
  bindSecret: async ({ input, platform, fail }) => {
    const result = await showSecret(platform, input.ticket)
    return 'refusal' in result ? fail(result.refusal) : result.done
  },
  bindConfirm: async ({ input, platform, request, fail }) => {
    const result = await confirmBinding(platform, input.ticket, input.code, fromOf(request))
    if ('refusal' in result) return fail(result.refusal)
    platform.forgetSession()
    return result.done
  },
  authenticator: async ({ operator, platform }) => {
    const state = await platform.db.signingIn((tx) => authenticatorState(tx, operator))
    return {
      bound: Boolean(state.bound),
      boundAt: state.totp_bound_at?.toISOString() ?? null,
      required: Boolean(state.required),
      recoveryCodesLeft: state.codes_left ?? 0,
      phone: maskPhone(state.phone),
    }
  },
  newRecoveryCodes: async ({ input, operator, platform, request, fail, audit }) => {
    const person = await confirmPerson(platform, operator, input, request.ip)
    if (person !== 'yes') return refuse(person, fail)
    audit(userObject(operator.userId))
    return { recoveryCodes: await platform.db.signingIn((tx) => renewRecoveryCodes(tx, platform, operator)) }
  },
  unbind: async ({ input, operator, platform, request, fail, audit }) => {
    const state = await platform.db.signingIn((tx) => authenticatorState(tx, operator))
    if (state.required) return fail('account.authenticatorRequired')
    const person = await confirmPerson(platform, operator, input, request.ip)
    if (person !== 'yes') return refuse(person, fail)
    await platform.db.signingIn(async (tx) => {
      await saveSecret(tx, operator, null)
      await saveRecoveryCodes(tx, operator, [])
    })
    audit(userObject(operator.userId))
    return {}
  },

  policy: async ({ db }) => {
    const roles = await rolesOfPolicy(db)
    return {
      authenticatorRoleIds: roles.filter((role) => role.required).map((role) => role.role_id),
      roles: roles.map((role) => ({ roleId: role.role_id, name: role.name, users: role.users, unbound: role.unbound })),
    }
  },
  policyHistory: ({ db }) => accountPolicy.historyFor(db, null),
  savePolicy: async ({ input, db, scope, operator, platform, fail, audit }) => {
    if (!seesEveryCity(scope)) return fail('account.wholeTenantOnly')
    await lockPolicyRoles(db, operator.tenantId)
    const roles = await rolesOfPolicy(db)
    const before = roles.filter(({ required }) => required).map(({ role_id }) => role_id)
    const seen = new Set(input.seenRoleIds ?? before)
    if (before.length !== seen.size || before.some((roleId) => !seen.has(roleId)))
      return fail('account.versionConflict', { current: { authenticatorRoleIds: before } })
    // A role that is gone is left out.
    const after = roles.filter(({ role_id }) => input.authenticatorRoleIds.includes(role_id))
    const newest = await accountPolicy.rowFor(db, null)
    await accountPolicy.saveFor(
      db,
      { cityId: null, version: newest?.version ?? 0, reason: input.changeReason },
      { operator, audit, fail },
      { roles: after.map(({ role_id, name }) => ({ roleId: role_id, name })) },
    )
    await savePolicyRoles(
      db,
      operator.tenantId,
      after.map(({ role_id }) => role_id),
    )
    platform.forgetSession()
    return {}
  },

  popup: async ({ db, operator }) => ({ enabled: (await readSwitches(db, operator.userId)).popup_enabled }),
  savePopup: async ({ input, db, operator }) => {
    await saveSwitches(db, operator.userId, { popup_enabled: input.enabled })
    return {}
  },
  // NOTE: no cloud telephone is connected to the platform, so nobody answers with one, whatever was ticked before.
  cloudPhone: async () => ({ enabled: false }),
})

type Doubt = Exclude<Awaited<ReturnType<typeof confirmPerson>>, 'yes'>
function refuse(
  doubt: Doubt,
  fail: (
    failure: 'account.locked' | 'account.wrongPassword' | 'account.badAuthenticatorCode' | 'account.notBound',
    detail?: unknown,
  ) => never,
): never {
  if (typeof doubt === 'object') return fail('account.locked', doubt)
  return fail(
    doubt === 'wrongPassword' ? 'account.wrongPassword' : doubt === 'wrongCode' ? 'account.badAuthenticatorCode' : 'account.notBound',
  )
}
