import { sessionCalls } from '@chauffeur/contract/access/session'
import { implement } from '#platform/http/implement'
import { endSession } from '#platform/identity/session-end'
import { findMe, findSite, openSessions, readPreference, saveLook, savePreference } from './session.queries.ts'
import { signIn } from './sign-in.service.ts'

export const sessionRoutes = implement(
  'session',
  sessionCalls,
)({
  signIn: async ({ input, platform, request, fail }) => {
    const result = await signIn(platform, input, { ip: request.ip, userAgent: request.userAgent, requestId: request.id })
    if ('refusal' in result) return fail(result.refusal, 'retryAfterS' in result ? { retryAfterS: result.retryAfterS } : undefined)
    const { account, token } = result
    return {
      token,
      userId: account.user_id,
      username: account.username,
      realName: account.real_name,
      email: account.email,
      tenantId: account.tenant_id,
      deptType: account.dept_type,
      cooperationChannelId: account.channel_id,
      mustChangePassword: account.must_change_password,
      mustBindAuthenticator: Boolean(account.authenticator_required) && account.totp_secret === null,
    }
  },
  siteInfo: async ({ input, platform, request, fail }) => {
    const host = request.host.replace(/:\d+$/, '')
    const site = await platform.db.signingIn((tx) => findSite(tx, { ...(input.tenantId && { tenantId: input.tenantId }), host }))
    return site ? { tenantId: site.tenant_id, brandName: site.brand_name, logo: site.logo } : fail('session.tenantNotFound')
  },
  signOut: async ({ db, operator, platform }) => {
    const ended = await endSession(db, operator, 'SIGN_OUT')
    if (ended) platform.forgetSession(ended.token_hash)
    return {}
  },
  me: async ({ db, operator }) => {
    const row = await findMe(db, operator.userId)
    return {
      userId: operator.userId,
      username: operator.username,
      realName: operator.realName,
      email: row.email,
      tenantId: operator.tenantId,
      deptType: operator.deptType,
      cooperationChannelId: operator.channelId,
      mustChangePassword: row.must_change_password,
      mustBindAuthenticator: operator.pending === 'AUTHENTICATOR',
      mustAgree: operator.pending === 'AGREEMENT',
      brandName: row.brand_name,
      deptName: row.dept_name,
      roleNames: row.role_names ?? [],
      cityIds: row.all_cities ? null : row.city_ids,
      locale: row.locale as 'zh-CN' | 'en',
      theme: row.theme as 'dark' | 'light',
    }
  },
  sessions: async ({ db, operator, platform }) => {
    const rows = await openSessions(db, operator.userId, platform.settings.sessionIdleS)
    return {
      rows: rows.map((row) => ({
        sessionId: row.session_id,
        current: row.session_id === operator.sessionId,
        signedInAt: row.signed_in_at.toISOString(),
        lastActiveAt: row.last_active_at.toISOString(),
        ip: row.ip,
        userAgent: row.user_agent,
      })),
    }
  },
  revoke: async ({ input, db, operator, platform, fail, audit, emit }) => {
    const ended = await endSession(db, { userId: operator.userId, sessionId: input.sessionId }, 'REVOKED')
    if (!ended) return fail('session.sessionNotFound')
    audit({ object: 'session', objectId: input.sessionId })
    await emit({
      tenantId: operator.tenantId,
      topic: 'session',
      userId: operator.userId,
      payload: { what: 'ended', sessionId: input.sessionId },
    })
    platform.forgetSession(ended.token_hash)
    return {}
  },
  savePreferences: async ({ input, db, operator }) => {
    const { locale, theme, key, value } = input
    if (locale || theme) await saveLook(db, operator.userId, { ...(locale && { locale }), ...(theme && { theme }) })
    if (key) await savePreference(db, operator.tenantId, operator.userId, key, value ?? '')
    return {}
  },
  preference: async ({ input, db, operator }) => ({ value: (await readPreference(db, operator.userId, input.key))?.value ?? null }),
})
