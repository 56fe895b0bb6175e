export { driverInvitationRoutes } from './invitation.routes.ts'
export { inviteNewcomers } from './invitation.service.ts'
