import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { datum, fen, id, intBetween, lat, lng, optional, requiredText } from '../../kernel/fields.ts'
import { place } from '../operations/city.ts'
import { payStatus, serviceStatus } from '../order/model.ts'
import { wireFeeLine } from '../pricing/fee-line.ts'

export const tripRefusals = refusals({
  'order.notTerminable': {
    code: 40903,
    zh: '只有行程中或待报单的订单可以终止，未出发的订单请取消',
    en: 'Only an order that is being driven or not yet billed can be terminated; cancel one that has not departed',
  },
  'order.noPrice': {
    code: 40905,
    zh: '该订单没有价格模板，不能按已行驶部分计费',
    en: 'The order has no price template, so the travelled part cannot be billed',
  },
  'callCentre.addressUnknown': {
    code: 40434,
    zh: '没有找到该地址，请换一个写法或在地图上点选',
    en: 'No such address was found, word it differently or click the map',
  },
})

const view = { authority: 'callCentre.view' } as const

export const deskTripCalls = {
  /** Where an address is, see `geocodeAddress`. */
  gpsLocation: call({
    method: 'GET',
    path: '/djweb/callCenter/gps_location',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '地址转坐标',
    input: z.object({ cityId: id, address: requiredText(200) }),
    output: place.extend({ exact: z.boolean() }),
    failures: ['callCentre.addressUnknown'],
  }),
  /** What lies at a point. */
  gpsStreet: call({
    method: 'GET',
    path: '/djweb/callCenter/gps_street',
    effect: 'read',
    access: view,
    summary: '坐标转街道',
    input: z.object({ lat, lng, datum: optional(datum) }),
    output: z.object({ cityId: id.nullable(), cityName: z.string(), street: z.string(), nearest: place.nullable() }),
  }),
  /**
   * Ends an order in the middle of its trip (accident, safety): the driver is free, the booking goes on with its other orders. `TRAVELLED`
   * bills what was driven so far by the order's own prices, `NOTHING` bills nothing and gives coupon and right back.
   */
  terminate: call({
    method: 'GET',
    path: '/djweb/callCenter/terminate_order',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'order.terminate' },
    tolerant: true,
    once: true,
    summary: '终止订单',
    input: z.object({
      orderId: id,
      version: intBetween(1, 1_000_000_000),
      reason: requiredText(200),
      /** What proves it: a case number, who was asked. */
      evidence: optional(requiredText(500)),
      billing: z.enum(['TRAVELLED', 'NOTHING']),
    }),
    output: z.object({
      orderId: id,
      serviceStatus,
      payStatus,
      lines: z.array(wireFeeLine),
      totalFen: fen,
      version: z.number().int(),
    }),
    failures: ['order.notFound', 'order.notTerminable', 'order.versionConflict', 'order.noPrice', 'order.accountShut'],
  }),
} satisfies Area
