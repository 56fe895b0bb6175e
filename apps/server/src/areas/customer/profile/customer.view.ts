import type { CustomerLevel } from '@chauffeur/contract/customer/level'
import type { customerAction, CustomerSource } from '@chauffeur/contract/customer/profile'
import type * as z from 'zod'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { phoneFor } from '#areas/order/model'
import { isOutsider } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import type { ListedCustomer } from './profile.queries.ts'

/** On the blacklist without an end. */
export const FOR_GOOD = new Date('9999-12-31T00:00:00Z')

type Action = z.infer<typeof customerAction>

/** What an operator may do to a customer as they stand. */
function actionsOf(blacklisted: boolean, { authorities, scope }: OperatorSession): Action[] {
  // The city and the blacklist hold for the whole business.
  const ofTheBusiness = !isOutsider(scope)
  const may = (authority: string, ...actions: Action[]) => (authorities.has(authority) ? actions : [])
  return [
    ...may('customer.edit', 'edit'),
    ...(ofTheBusiness ? may('customer.edit', 'move') : []),
    ...(ofTheBusiness ? may('customer.blacklist', blacklisted ? 'unblacklist' : 'blacklist') : []),
    ...may('customer.merge', 'merge'),
    ...may('customer.erase', 'erase'),
  ]
}

export function customerView(row: ListedCustomer, operator: OperatorSession, levels: readonly CustomerLevel[]) {
  const until = row.blacklisted_until
  const blacklisted = until !== null && until > new Date()
  return {
    customerId: row.customer_id,
    phone: phoneFor(operator.authorities, row.phone),
    name: row.name,
    gender: row.gender,
    language: row.language as MessageLanguage,
    level: row.level,
    levelName: levels.find(({ level }) => level === row.level)?.name ?? String(row.level),
    cityId: row.city_id,
    cityName: row.city_name ?? '',
    source: row.source as CustomerSource,
    blacklisted,
    blacklistReason: blacklisted ? row.blacklist_reason : '',
    blacklistedUntil: blacklisted && until < FOR_GOOD ? until.toISOString() : null,
    birthday: row.birthday ?? '',
    tags: row.tags,
    plateNos: row.plate_nos,
    orderCount: row.order_count,
    lastOrderAt: row.last_order_at?.toISOString() ?? null,
    remark: row.remark,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    allowedActions: actionsOf(blacklisted, operator),
  }
}
