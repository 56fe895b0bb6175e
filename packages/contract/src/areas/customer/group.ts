import * as z from 'zod'

/** What a group is for: prices of its own, promises, being turned away, drivers of its own. */
export const customerGroupType = z.enum(['PRICE', 'MARKETING', 'BLACK', 'TEAM'])
export type CustomerGroupType = z.infer<typeof customerGroupType>
export const customerGroupTypeText: Record<CustomerGroupType, string> = {
  PRICE: '价格分组',
  MARKETING: '营销分组',
  BLACK: '黑名单分组',
  TEAM: '车队分组',
}
/** How a customer came into a group. */
export const memberSource = z.enum(['HAND', 'FILE', 'RULE'])
export type MemberSource = z.infer<typeof memberSource>
export const memberSourceText: Record<MemberSource, string> = { HAND: '手工添加', FILE: '文件导入', RULE: '按规则' }
