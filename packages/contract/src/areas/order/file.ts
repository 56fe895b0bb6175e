import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant } from '../../kernel/fields.ts'
import { orderFileKind } from '../quality/photo-model.ts'

/** Pictures that drivers took of an order: the car before and after, receipts. */
export const orderFileRefusals = refusals({
  'orderFile.notFound': { code: 404, zh: '图片不存在或不在您的业务范围内', en: 'No such picture within your scope' },
})

const orderFile = z.object({
  fileId: id,
  kind: orderFileKind,
  /** Of a receipt on a filed bill: the line it belongs to (`TOLL`, `PARKING` …). */
  extraType: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  takenAt: instant,
})

export const orderFileCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/order/order_files',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单照片与票据',
    input: z.object({ orderId: id }),
    output: z.object({ rows: z.array(orderFile) }),
    failures: ['order.notFound'],
  }),
  picture: call({
    method: 'GET',
    path: '/djweb/order/order_file',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '查看订单图片',
    input: z.object({ fileId: id }),
    output: orderFile.extend({
      /** A JPEG to put into an image as it is. */
      dataUrl: z.string(),
    }),
    failures: ['orderFile.notFound'],
  }),
} satisfies Area
