import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

interface NewEmployee {
  phone: string
  name?: string | undefined
  dept?: string | undefined
  monthLimitFen?: number | null | undefined
}

/** Adds those who are not there yet; gives their ids by telephone. */
export async function insertEmployees(
  tx: TenantTx,
  at: { tenantId: string; enterpriseId: string; by: string },
  employees: readonly NewEmployee[],
): Promise<Map<string, string>> {
  if (employees.length === 0) return new Map()
  const rows = await tx
    .insertInto('enterprise_employees')
    .values(
      employees.map(({ phone, name = '', dept = '', monthLimitFen = null }) => ({
        tenant_id: at.tenantId,
        enterprise_id: at.enterpriseId,
        phone,
        name,
        dept,
        month_limit_fen: monthLimitFen,
        created_by: at.by,
        updated_by: at.by,
      })),
    )
    .onConflict((on) => on.columns(['tenant_id', 'enterprise_id', 'phone']).doNothing())
    .returning(['phone', 'employee_id'])
    .execute()
  return new Map(rows.map(({ phone, employee_id }) => [phone, employee_id]))
}

export async function knownPhones(db: TenantDb, enterpriseId: string, phones: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from enterprise_employees where enterprise_id = ${enterpriseId} and phone = any (${phones}::text[])`.execute(db)
  return new Set(rows.map(({ phone }) => phone))
}

/** Removes employees whom nobody has changed since they were added, and for whom the enterprise pays no order; gives who went. */
export async function removeUntouched(tx: TenantTx, enterpriseId: string, employeeIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ employee_id: string }>`
    delete from enterprise_employees e where employee_id = any (${employeeIds}::bigint[]) and enterprise_id = ${enterpriseId} and updated_at = created_at
      and not exists (select from orders o join customers c on c.tenant_id = o.tenant_id and c.customer_id = o.customer_id
        where o.tenant_id = e.tenant_id and o.enterprise_id = e.enterprise_id and o.created_at >= e.created_at and c.phone = e.phone)
    returning employee_id`.execute(tx)
  return new Set(rows.map(({ employee_id }) => employee_id))
}
