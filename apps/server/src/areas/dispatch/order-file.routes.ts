import type { OrderFileKind } from '@chauffeur/contract/dispatch'
import { orderFileCalls } from '@chauffeur/contract/order-file'
import { findOrder } from '#areas/order'
import { implement } from '#platform/implement'
import { filesOfOrder, findOrderFile, type OrderFileRow } from './order-file.queries.ts'

const fileView = (row: OrderFileRow) => ({
  fileId: row.file_id,
  kind: row.kind as OrderFileKind,
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
  picture: async ({ input, db, fail }) => {
    const row = (await findOrderFile(db, input.fileId)) ?? fail('orderFile.notFound')
    return { ...fileView(row), dataUrl: `data:image/jpeg;base64,${row.jpeg.toString('base64')}` }
  },
})
