import type { TenantTx } from '#platform/database/db'
import { presentVersions } from '../agreement/index.ts'
import { insertSaid } from './consent.queries.ts'

/**
 * What a customer said to the business's people, on the telephone or on paper: of the version in force, or of none where none was published.
 * `tx` sees the whole business.
 */
export async function enterConsent(
  tx: TenantTx,
  said: { tenantId: string; customerId: string; given: boolean; source: string; by: { userId: string; realName: string }; ip: string },
): Promise<void> {
  const inForce = (await presentVersions(tx, 'CUSTOMER')).find(({ state }) => state === 'IN_FORCE')
  const { tenantId, customerId, given, source, by, ip } = said
  await insertSaid(tx, {
    tenantId,
    who: { kind: 'CUSTOMER', customerId },
    number: inForce?.number ?? null,
    given,
    channel: 'DESK',
    source,
    by,
    ip,
    device: '',
  })
}
