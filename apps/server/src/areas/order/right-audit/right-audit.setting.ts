import { type AuditRules, STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import { defineCitySetting } from '#platform/setting/city-setting'
import { versionFactsOf } from '#platform/setting/version'

/** The city's rules, else the tenant's. */
export const auditRules = defineCitySetting<AuditRules>()({
  kind: 'rightAuditRules',
  object: 'rightAuditRules',
  standard: STANDARD_AUDIT_RULES,
  view: (row) => ({ cityId: row.cityId, cityName: row.cityName, ...versionFactsOf(row), ...row.content }),
  refusals: { conflict: 'rightAuditRules.versionConflict' },
})
