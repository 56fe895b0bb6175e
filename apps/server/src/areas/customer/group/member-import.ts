import { id, phone, text } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { keepsCities } from '#platform/database/scope'
import { defineImport } from '#platform/import/kind'
import type { OperatorSession } from '#platform/identity/session'
import { instantOf } from '#platform/values/local-clock'
import { insertMembers, listedGroup, lockGroup, membersAmong, removeBrought } from './group.queries.ts'
import { customersFor } from './group.service.ts'

interface ImportedMember {
  phone: string
  until?: Date
  remark?: string
}
/** The whole of that day, by China's clock. */
const lastDay = z
  .string()
  .transform((typed) =>
    typed
      .trim()
      .replaceAll(/[/.年月]/g, '-')
      .replace(/日$/, ''),
  )
  .pipe(z.string().regex(/^\d{4}-\d{1,2}-\d{1,2}$/, '应为日期，如 2026-12-31 | must be a date such as 2026-12-31'))
  .transform((day, context) => {
    const [year, month, date] = day.split('-')
    const at = instantOf(`${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}`, '23:59:59.999', 480)
    if (at && at > new Date()) return at
    context.addIssue({ code: 'custom', message: '应为今天以后的日期 | must be a day to come' })
    return z.NEVER
  })

const isOwn = ({ city_ids }: { city_ids: readonly string[] }, { scope }: OperatorSession) => keepsCities(city_ids, scope)

/** Members of a group out of a sheet; telephones of nobody become customers. */
export const memberImport = defineImport<{ groupId: string }, ImportedMember>({
  name: 'customer.groupMembers',
  authority: 'customerGroup.edit',
  title: { zh: '客户分组成员', en: 'members of a group' },
  into: z.object({ groupId: id }),
  fields: {
    phone: { zh: '电话', en: 'Phone', required: true, also: ['手机', '手机号', '手机号码', '联系电话', 'mobile'], read: phone },
    until: { zh: '截止日期', en: 'Until', also: ['截止', '有效期至', '到期'], read: lastDay },
    remark: { zh: '备注', en: 'Remark', also: ['说明', 'note'], read: text(200) },
  },
  isThere: async (db, { groupId }) => (await listedGroup(db, groupId)) !== undefined,
  keyOf: (row) => row.phone,
  judge: async (db, { into, operator }, rows) => {
    const group = await listedGroup(db, into.groupId)
    const problem = !group ? 'customerGroup.notFound' : isOwn(group, operator) ? null : 'customerGroup.beyondCities'
    if (problem) return rows.map(() => problem)
    const already = await membersAmong(
      db,
      into.groupId,
      rows.map((row) => row.phone),
    )
    return rows.map((row) => (already.has(row.phone) ? 'customerGroup.memberAlready' : null))
  },
  write: async (tx, { into, operator }, rows) => {
    const group = await lockGroup(tx, into.groupId)
    if (!group || !isOwn(group, operator)) return rows.map(() => ({ problem: 'customerGroup.notFound' }))
    const customers = await customersFor(
      tx,
      rows.map((row) => row.phone),
      { operator, group, source: 'FILE' },
    )
    const added = await insertMembers(
      tx,
      { tenantId: operator.tenantId, groupId: into.groupId, source: 'FILE', by: { userId: operator.userId, name: operator.realName } },
      rows.flatMap((row) => {
        const customerId = customers.get(row.phone)
        return customerId ? [{ customerId, until: row.until ?? null, remark: row.remark ?? '' }] : []
      }),
    )
    return rows.map((row) => {
      const customerId = customers.get(row.phone)
      return customerId && added.has(customerId) ? { made: customerId } : { problem: 'customerGroup.memberAlready' }
    })
  },
  undo: async (tx, { into, operator }, made) => {
    const group = await lockGroup(tx, into.groupId)
    return group && isOwn(group, operator) ? removeBrought(tx, into.groupId, made) : new Set()
  },
})
