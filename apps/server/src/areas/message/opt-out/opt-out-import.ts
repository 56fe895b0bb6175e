import { phone, text } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { whole } from '#platform/database/whole-tenant'
import { defineImport } from '#platform/import/kind'
import { phonePrint } from '#platform/provider/sms'
import { optedOutAmong, removeBrought } from './opt-out.queries.ts'
import { optOut } from './opt-out.service.ts'

interface Row {
  phone: string
  said?: string | undefined
}

/** Numbers that want no marketing out of a sheet, such as a provider or an older system has them. */
export const optOutImport = defineImport<object, Row>({
  name: 'message.optOuts',
  authority: 'optOut.edit',
  title: { zh: '退订号码', en: 'numbers that want no marketing' },
  into: z.object({}),
  fields: {
    phone: { zh: '电话', en: 'Phone', required: true, also: ['手机', '手机号', '手机号码', '号码', '联系电话', 'mobile'], read: phone },
    said: { zh: '说明', en: 'Note', also: ['备注', '原因', '退订内容', 'reason'], read: text(200) },
  },
  isThere: () => Promise.resolve(true),
  keyOf: (row) => row.phone,
  // Whether a number is on the list is not told before: it would find out numbers for who sees none.
  judge: (_db, _of, rows) => Promise.resolve(rows.map(() => null)),
  write: async (tx, { operator, platform: { vault } }, rows) => {
    const prints = rows.map((row) => phonePrint(vault, operator.tenantId, row.phone))
    const already = await optedOutAmong(whole(tx), prints)
    const made = await optOut(
      whole(tx),
      vault,
      { tenantId: operator.tenantId, way: 'FILE', by: operator, source: '导入退订名单' },
      rows
        .filter((_, at) => !already.has(prints[at]!.toString('hex')))
        .map((row) => ({ phone: row.phone, said: row.said ?? '', saidAt: new Date() })),
    )
    return rows.map((row) => {
      const id = made.get(row.phone)
      return id === undefined ? { problem: 'optOut.already' } : { made: id }
    })
  },
  undo: (tx, { operator }, made) => removeBrought(whole(tx), made, operator),
})
