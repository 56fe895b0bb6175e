import { orderSoundCalls, soundActionText, type SoundRecord, soundSourceText } from '@chauffeur/contract/order/sound'
import { type RawBuilder, sql } from 'kysely'
import { flag, instant, number, seconds, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { callsOf, ordersNumbered } from '../phone/index.ts'
import { findSound, type SoundDb } from './sound.queries.ts'

export const isExpired = (row: Pick<SoundDb, 'storage' | 'expire_at'>, now: Date) => row.storage === 'PURGED' || row.expire_at <= now
const ofOrders = (orders: RawBuilder<string>) => sql<boolean>`(r.order_id in ${orders} or r.call_id in ${callsOf(orders)})`

export const soundList = defineList(orderSoundCalls.recordList, {
  from: ({ db }) => db.selectFrom('sound_records as r'),
  filters: {
    orderId: (orderId) => ofOrders(sql`(${orderId})`),
    orderNo: (number) => ofOrders(ordersNumbered(number)),
    callId: is('r.call_id'),
    source: is('r.source'),
    startedAtFrom: isFrom('r.started_at'),
    startedAtTo: isBefore('r.started_at'),
  },
  growing: { period: { from: 'startedAtFrom', to: 'startedAtTo' }, served: ({ source }) => source === undefined },
  key: 'r.record_id',
  order: [desc('r.started_at')],
  select: (rows) =>
    rows.selectAll('r').select(
      sql<{ orderId: string; orderNo: string }[]>`(
          select coalesce(json_agg(json_build_object('orderId', o.order_id::text, 'orderNo', o.order_no) order by o.order_id), '[]')
          from orders o where o.tenant_id = r.tenant_id and (o.order_id = r.order_id or o.order_id in (
            select p.order_id from phone_call_orders p where p.tenant_id = r.tenant_id and p.call_id = r.call_id)))`.as('orders'),
    ),
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '录音',
    en: 'Recordings',
    columns: {
      startedAt: instant('开始时间', 'Started'),
      source: words('来源', 'Source', soundSourceText),
      orders: text('订单', 'Orders', (orders) => orders.map(({ orderNo }) => orderNo).join(' ')),
      fromParty: text('主叫', 'From'),
      toParty: text('被叫', 'To'),
      seconds: seconds('时长', 'Length'),
      bytes: number('字节', 'Bytes'),
      expireAt: instant('保存至', 'Kept until'),
      expired: flag('已过期', 'Expired'),
      keepReason: text('延长原因', 'Why kept longer'),
    },
  },
  view: (row): SoundRecord => ({
    recordId: row.record_id,
    source: row.source,
    callId: row.call_id,
    orders: row.orders,
    fromParty: row.from_party,
    toParty: row.to_party,
    startedAt: row.started_at.toISOString(),
    seconds: row.seconds,
    bytes: row.bytes,
    storage: row.storage,
    expireAt: row.expire_at.toISOString(),
    expired: isExpired(row, new Date()),
    keepReason: row.keep_reason,
  }),
})

/** Who listened to a recording, kept it or had it removed. */
export const soundAccessList = defineList(orderSoundCalls.log, {
  refused: async ({ db, input }) => !(await findSound(db, input.recordId)) && 'orderSound.notFound',
  from: ({ db }) => db.selectFrom('sound_access_logs'),
  filters: { recordId: is('record_id') },
  key: 'log_id',
  order: [desc('at')],
  select: (rows) => rows.select(['action', 'user_name', 'reason', 'at']),
  file: {
    module: import.meta.url,
    zh: '录音操作记录',
    en: 'Access to the recording',
    columns: {
      at: instant('时间', 'Time'),
      action: words('操作内容', 'Operation', soundActionText),
      userName: text('操作人', 'User'),
      reason: text('原因', 'Reason'),
    },
  },
  view: (row) => ({ action: row.action, userName: row.user_name, reason: row.reason, at: row.at.toISOString() }),
})
