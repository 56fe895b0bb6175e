import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { optional } from '../../kernel/fields.ts'
import { findInput, findOutput } from '../../kernel/find.ts'

/** Apart, because pickers stand on screens that need no other call of this area. */
export const customerFindCalls = {
  /** The beginning of a name, or a whole telephone number; its last four digits for whoever sees telephones masked. */
  findCustomers: call({
    method: 'GET',
    path: '/djweb/customers/find',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '查找客户',
    input: findInput,
    output: findOutput,
  }),
} satisfies Area

/** What a group is for: prices of its own, promises, being turned away, drivers of its own. */
export const customerGroupType = z.enum(['PRICE', 'MARKETING', 'BLACK', 'TEAM'])
export type CustomerGroupType = z.infer<typeof customerGroupType>

/** Apart for the same reason. */
export const groupFindCalls = {
  groupList: call({
    method: 'GET',
    path: '/djfee/v2/customerGroup/group_list',
    anyVerb: true,
    effect: 'read',
    access: 'signedIn',
    summary: '查找客户分组',
    input: findInput.extend({ type: optional(customerGroupType) }),
    output: findOutput,
  }),
} satisfies Area
