import { driverInvitationCalls, driverJoinCalls } from '@chauffeur/contract/driver/invitation'
import { implement } from '#platform/http/implement'
import { findInvitation, inviteDriver, joinByInvitation } from './invitation.service.ts'

const deskRoutes = implement(
  'driver',
  driverInvitationCalls,
)({
  invite: async ({ input, db, operator, platform, request, audit, fail }) => {
    const invited = await inviteDriver(db, { driverId: input.driverId, operator, origin: request.origin }, platform, fail)
    audit({ object: 'driver', objectId: input.driverId, after: { invitedUntil: invited.validUntil } })
    return invited
  },
})

const driverSide = implement(
  'dispatch',
  driverJoinCalls,
)({
  invitation: async ({ input, platform, fail }) => {
    const found = (await findInvitation(platform, input.token)) ?? fail('driver.invitationGone')
    return { tenantId: found.tenant_id, brandName: found.brand_name, name: found.name, cityName: found.city_name }
  },
  join: ({ input, platform, request, fail }) =>
    joinByInvitation(platform, input.token, { ip: request.ip, userAgent: input.device ?? request.userAgent, requestId: request.id }, fail),
})

export const driverInvitationRoutes = [...deskRoutes, ...driverSide]
