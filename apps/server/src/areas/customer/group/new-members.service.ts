import type { TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { makeFindable } from '../search/index.ts'
import { customersByPhone } from './group.queries.ts'
import { insertCustomers, type NewCustomers } from './new-members.queries.ts'

/** Customers by their telephones, whoever may see them; of those who are nobody's yet new ones are made. */
export async function customersOfPhones(tx: TenantTx, phones: readonly string[], by: NewCustomers): Promise<Map<string, string>> {
  const known = new Map((await customersByPhone(whole(tx), phones)).map(({ phone, customerId }) => [phone, customerId]))
  const strangers = phones.filter((phone) => !known.has(phone))
  if (strangers.length === 0) return known
  const made = await insertCustomers(tx, by, strangers)
  await makeFindable(tx, [...made.values()])
  return new Map([...known, ...made])
}
