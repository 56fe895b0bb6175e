import { orderFileCalls } from '@chauffeur/contract/order/file'
import { findOrder } from '../model/index.ts'
import { takeOver } from '#platform/files/take-over'
import { implement } from '#platform/http/implement'
import { filesOfOrder, findOrderFile, type OrderFileRow } from './order-file.queries.ts'

const fileView = (row: OrderFileRow) => ({
  fileId: row.file_id,
  kind: row.kind,
  extraType: row.extra_type,
  width: row.width,
  height: row.height,
  takenAt: row.created_at.toISOString(),
})

export const orderFileRoutes = implement(
  'order-file',
  orderFileCalls,
)({
  list: async ({ input, db, fail }) => {
    if (!(await findOrder(db, input.orderId))) return fail('order.notFound')
    return { rows: (await filesOfOrder(db, input.orderId)).map(fileView) }
  },
  picture: async ({ input, db, platform, fail }) => {
    let row = (await findOrderFile(db, input.fileId)) ?? fail('orderFile.notFound')
    if (!row.stored_id) {
      await takeOver(platform.db.files, 'picture', input.fileId)
      row = (await findOrderFile(db, input.fileId)) ?? fail('orderFile.notFound')
    }
    const file = (row.stored_id && (await platform.files.find(db, row.stored_id))) || fail('orderFile.notFound')
    return { ...fileView(row), dataUrl: `data:image/jpeg;base64,${(await platform.files.readAll(file)).toString('base64')}` }
  },
})
