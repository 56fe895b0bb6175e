export {
  appealsOver,
  type AuditRow,
  audits,
  lapsedClaims,
  lockCase,
  openCase,
  partnerBilling,
  tellOrder,
  unreversed,
} from './right-audit.queries.ts'
export { failsNow, type UseFacts } from './right-audit.rules.ts'
export { auditRules } from './right-audit.setting.ts'
export { rightAuditRulesRoutes } from './rules.routes.ts'
export { screening, screenUses } from './screening.service.ts'
