import type { TenantTx } from '#platform/database/db'

export interface NewCustomers {
  tenantId: string
  /** Null where a program made them. */
  userId: string | null
  cityId: string | null
  source: 'CONSOLE' | 'FILE' | 'PARTNER'
}

/** Makes customers of telephones that are nobody's; gives their ids by telephone. */
export async function insertCustomers(tx: TenantTx, by: NewCustomers, phones: readonly string[]): Promise<Map<string, string>> {
  const made = await tx
    .insertInto('customers')
    .values(
      phones.map((phone) => ({
        tenant_id: by.tenantId,
        phone,
        city_id: by.cityId,
        source: by.source,
        created_by: by.userId,
        updated_by: by.userId,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'phone']).doNothing())
    .returning(['phone', 'customer_id'])
    .execute()
  return new Map(made.map(({ phone, customer_id }) => [phone, customer_id]))
}
