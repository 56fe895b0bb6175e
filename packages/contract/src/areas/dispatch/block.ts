import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

export const dispatchBlocksRefusals = refusals({
  'dispatchBlocks.orderNotFound': { code: 404, zh: '订单不存在或不在您的业务范围内', en: 'No such order within your scope' },
  'dispatchBlocks.driverNotFound': { code: 40461, zh: '司机不存在或不在您的业务范围内', en: 'No such driver within your scope' },
  'dispatchBlocks.notFound': { code: 40462, zh: '该屏蔽已解除或不在您的业务范围内', en: 'No such block within your scope' },
})

/** A driver who is not asked for a customer's orders. */
export const driverBlock = z.object({
  customerId: id,
  customerName: z.string(),
  /** Masked. */
  customerPhone: z.string(),
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  /** Null: for good. */
  until: instant.nullable(),
  reason: z.string(),
  /** Empty where a cancellation rule did it. */
  byName: z.string(),
  at: instant,
})
export type DriverBlock = z.infer<typeof driverBlock>

const access = { authority: 'dispatchDesk.block' } as const

export const dispatchBlocksCalls = {
  /** Those in force, newest first. */
  list: call({
    method: 'GET',
    path: '/djweb/dispatch/block/list',
    effect: 'read',
    access,
    summary: '客户屏蔽司机列表',
    input: page.extend({
      /** Number or name of a driver, name or whole telephone of a customer. */
      keyword: optional(text(40)),
    }),
    output: pageOf(driverBlock),
  }),
  /** Whether the customer of an order does not want its driver. */
  ofOrder: call({
    method: 'GET',
    path: '/djweb/dispatch/block/of_order',
    effect: 'read',
    access,
    summary: '订单司机是否被客户屏蔽',
    input: z.object({ orderId: id }),
    output: z.object({ block: driverBlock.nullable() }),
    failures: ['dispatchBlocks.orderNotFound'],
  }),
  /**
   * The driver is asked for no more orders of the order's customer; an offer that is open to them is taken back, an order they have stays
   * theirs. Given again, the new end and reason hold.
   */
  add: call({
    method: 'POST',
    path: '/djweb/dispatch/block/add',
    effect: 'write',
    access,
    tolerant: true,
    summary: '为客户屏蔽司机',
    input: z.object({
      orderId: id,
      driverId: id,
      /** Absent: for good. */
      days: optional(intBetween(1, 3_650)),
      reason: requiredText(200),
    }),
    output: z.object({ until: instant.nullable() }),
    failures: ['dispatchBlocks.orderNotFound', 'dispatchBlocks.driverNotFound'],
  }),
  remove: call({
    method: 'POST',
    path: '/djweb/dispatch/block/remove',
    effect: 'write',
    access,
    tolerant: true,
    summary: '解除客户屏蔽司机',
    input: z.object({
      customerId: id,
      driverId: id,
      /** An order of the customer: with it also where the customer lives in another city. */
      orderId: optional(id),
    }),
    output: z.object({}),
    failures: ['dispatchBlocks.notFound'],
  }),
} satisfies Area
