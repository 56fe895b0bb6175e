export { driverInvitationRoutes } from './invitation.routes.ts'
