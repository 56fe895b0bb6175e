import { driverInvitationCalls, driverJoinCalls } from '@chauffeur/contract/driver/invitation'
import { checkApp } from '../app/index.ts'
import { implement } from '#platform/http/implement'
import { findInvitation, inviteDriver, joinByInvitation } from './invitation.service.ts'

const deskRoutes = implement(
  'driver',
  driverInvitationCalls,
)({
  invite: async ({ input, db, operator, platform, request, audit, fail }) => {
    // A Host that somebody forged would lead the driver, and the link with them, elsewhere.
    const origin = platform.settings.publicUrl ?? request.origin
    const invited = await inviteDriver(db, { driverId: input.driverId, operator, origin }, platform, fail)
    audit({ object: 'driver', objectId: input.driverId, after: { invitedUntil: invited.validUntil } })
    return invited
  },
})

const driverSide = implement(
  'dispatch',
  driverJoinCalls,
)({
  invitation: async ({ input, platform, request, fail }) => {
    const found = (await findInvitation(platform, input.token)) ?? fail('driver.invitationGone')
    await checkApp(platform, found.tenant_id, request.client, fail)
    return { tenantId: found.tenant_id, brandName: found.brand_name, name: found.name, cityName: found.city_name }
  },
  join: async ({ input, platform, request, fail }) => {
    // Asked before anything is used up, and before the connection is held that uses it up.
    const found = (await findInvitation(platform, input.token)) ?? fail('driver.invitationGone')
    await checkApp(platform, found.tenant_id, request.client, fail)
    const from = { ip: request.ip, userAgent: input.device ?? request.userAgent, requestId: request.id }
    return joinByInvitation(platform, input.token, from, fail)
  },
})

export const driverInvitationRoutes = [...deskRoutes, ...driverSide]
