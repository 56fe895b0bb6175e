import { platformOnly } from '@chauffeur/contract/authorities'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { countHolders, lockAdministration, rightsOf } from './administration.queries.ts'
import { ADMINISTRATION, type Grantor } from '../function/index.ts'

/** Takes the tenant's administration lock, then reads what the person may do now. Somebody disabled meanwhile may do nothing. */
export async function grantorOf(tx: TenantTx, operator: OperatorSession, scope: Scope): Promise<Grantor> {
  await lockAdministration(tx, operator.tenantId)
  const now = await rightsOf(tx, operator.userId)
  const active = now?.status === 'ENABLED'
  const codes = active ? (now.codes ?? []) : []
  return {
    userId: operator.userId,
    level: active ? now.level : 0,
    platformAdmin: active && now.platform_admin,
    authorities: new Set(codes.filter((code) => now?.platform_admin || !platformOnly.has(code))),
    scope,
  }
}

/** Whether the tenant keeps an administrator when this person, or these functions of a role, are gone. */
export const administratorRemains = async (
  platform: Platform,
  tenantId: string,
  without: { userId?: string; roleId?: string; codes?: readonly string[] },
): Promise<boolean> => (await platform.db.acrossTenants((tx) => countHolders(tx, tenantId, ADMINISTRATION, without))) > 0
