import { tenancyCalls, TENANT_STATE, type TenantState } from '@chauffeur/contract/access/tenant'
import { issuePasswordLink } from '../user/index.ts'
import { implement } from '#platform/http/implement'
import { storeLogo } from '#platform/pictures/pictures'
import { unknownPassword } from '#platform/identity/password'
import { endSessions } from '#platform/identity/session-end'
import { makeTenant } from './new-tenant.service.ts'
import { tenantList, tenantLogList } from './tenancy.list.ts'
import {
  citiesOfTheCountry,
  domainTaken,
  findAdministrator,
  lockTenant,
  onDuty,
  saveTenant,
  saveTenantLogo,
  shutPassword,
  tenantExists,
  usernameTaken,
} from './tenancy.queries.ts'
import { nextTenantState } from './tenant.rules.ts'

const tenantObject = (objectId: string) => ({ object: 'tenant', objectId })

export const tenancyRoutes = implement(
  'tenancy',
  tenancyCalls,
)({
  list: tenantList.page,
  create: async ({ input, db, operator, fail, audit }) => {
    const domain = input.domain ?? ''
    if (await domainTaken(db, domain, null)) return fail('tenancy.domainTaken')
    if (await usernameTaken(db, input.adminUsername)) return fail('tenancy.usernameTaken')
    const enabled = input.enabled ?? true
    const { tenantId, userId, link } = await makeTenant(db, { ...input, domain, enabled }, operator.userId)
    const { name, brandName, adminUsername, adminName, cityIds } = input
    audit({ ...tenantObject(tenantId), after: { name, brandName, domain, adminUsername, adminName, cityIds, state: enabled ? 30 : 10 } })
    return { tenantId, userId, username: adminUsername, link: link.path, validUntil: link.expiresAt }
  },
  update: async ({ input, db, fail, audit }) => {
    const tenant = await lockTenant(db, input.tenantId)
    if (!tenant) return fail('tenancy.notFound')
    if (tenant.version !== input.version) return fail('tenancy.versionConflict', { version: tenant.version })
    const domain = input.domain ?? ''
    if (await domainTaken(db, domain, input.tenantId)) return fail('tenancy.domainTaken')
    await saveTenant(db, input.tenantId, { name: input.name, brand_name: input.brandName, domain })
    audit({
      ...tenantObject(input.tenantId),
      before: { name: tenant.name, brandName: tenant.brand_name, domain: tenant.domain },
      after: { name: input.name, brandName: input.brandName, domain },
    })
    return {}
  },
  uploadLogo: async ({ input, db, platform, fail, audit }) => {
    if (!(await tenantExists(db, input.tenantId))) return fail('tenancy.notFound')
    const stored = await storeLogo(platform.files, input.tenantId, input.file.bytes)
    if (!stored) return fail('tenancy.badPicture')
    const tenant = await lockTenant(db, input.tenantId)
    if (!tenant) return fail('tenancy.notFound')
    const { fileId, logo } = stored
    await platform.files.keep(db, fileId)
    await saveTenantLogo(db, input.tenantId, logo)
    audit({ ...tenantObject(input.tenantId), before: { logo: tenant.logo }, after: { logo } })
    return { logo }
  },
  audit: async ({ input, db, operator, platform, fail, audit }) => {
    const tenant = await lockTenant(db, input.tenantId)
    if (!tenant) return fail('tenancy.notFound')
    const state = nextTenantState(tenant.state as TenantState, input.state)
    if (!state) return fail('tenancy.notInThisState', { state: tenant.state })
    if (state === TENANT_STATE.disabled && input.tenantId === operator.tenantId) return fail('tenancy.ownTenant')
    await saveTenant(db, input.tenantId, { state })
    const endedSessions = state === TENANT_STATE.disabled ? await endSessions(db, { tenantId: input.tenantId }, 'DISABLED') : 0
    audit({ ...tenantObject(input.tenantId), before: { state: tenant.state }, after: { state, reason: input.reason } })
    platform.forgetSession()
    return { state, endedSessions }
  },
  resetPassword: async ({ input, db, operator, platform, fail, audit }) => {
    const person = await findAdministrator(db, input.tenantId)
    if (!person) return fail('tenancy.notFound')
    await shutPassword(db, input.tenantId, person.user_id, await unknownPassword())
    await endSessions(db, { tenantId: input.tenantId, userId: person.user_id }, 'PASSWORD')
    const link = await issuePasswordLink(db, { tenantId: input.tenantId, userId: person.user_id, by: operator.userId })
    audit({ ...tenantObject(input.tenantId), after: { resetFor: person.username, reason: input.reason } })
    platform.forgetSession()
    return { userId: person.user_id, username: person.username, link: link.path, validUntil: link.expiresAt }
  },
  logs: tenantLogList.page,
  driverOnline: async ({ input, db, operator, fail }) => {
    const tenantId = input.tenantId ?? operator.tenantId
    const tenant = await lockTenant(db, tenantId)
    if (!tenant) return fail('tenancy.notFound')
    return { tenantId, enabled: tenant.driver_online_enabled, onDuty: await onDuty(db, tenantId) }
  },
  saveDriverOnline: async ({ input, db, fail, audit }) => {
    const tenant = await lockTenant(db, input.tenantId)
    if (!tenant) return fail('tenancy.notFound')
    await saveTenant(db, input.tenantId, { driver_online_enabled: input.enabled })
    audit({
      ...tenantObject(input.tenantId),
      before: { driverOnlineEnabled: tenant.driver_online_enabled },
      after: { driverOnlineEnabled: input.enabled, reason: input.reason },
    })
    return {}
  },
  cityOptions: async ({ db }) => ({
    options: (await citiesOfTheCountry(db)).map((city) => ({ key: city.city_id, value: city.name })),
  }),
})
