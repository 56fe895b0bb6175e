import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { flag, id, instant, json, nothing, optional, page, pageOf } from '../../kernel/fields.ts'

export const noticeKind = z.enum([
  'DISPATCH_FAILED',
  'DRIVER_CANCELLED',
  'DRIVER_SILENT',
  'CANCEL_REVIEW',
  'SIGN_IN_ELSEWHERE',
  'CHANNEL_STOPPED',
  'CHANNEL_STARTED',
  'CITY_STOPPED',
  'CITY_STARTED',
  'BAD_WEATHER',
  'BAD_WEATHER_OVER',
  'BROADCAST_WAITING',
  'BROADCAST_APPROVED',
  'BROADCAST_REJECTED',
  'MESSAGE_TEXT_WAITING',
  'MESSAGE_TEXT_APPROVED',
  'MESSAGE_TEXT_REJECTED',
])
export type NoticeKind = z.infer<typeof noticeKind>
export const noticeKindText: Record<NoticeKind, string> = {
  DISPATCH_FAILED: '派单失败',
  DRIVER_CANCELLED: '司机取消',
  DRIVER_SILENT: '司机失联',
  CANCEL_REVIEW: '取消申请待处理',
  SIGN_IN_ELSEWHERE: '账号在其他地方登录',
  CHANNEL_STOPPED: '合作渠道已停用，不能再下新单',
  CHANNEL_STARTED: '合作渠道已启用',
  CITY_STOPPED: '城市停止接单',
  CITY_STARTED: '城市恢复接单',
  BAD_WEATHER: '恶劣天气已开启',
  BAD_WEATHER_OVER: '恶劣天气已结束',
  BROADCAST_WAITING: '营销群发等您批准',
  BROADCAST_APPROVED: '您的营销群发已批准',
  BROADCAST_REJECTED: '您的营销群发被退回',
  MESSAGE_TEXT_WAITING: '消息模板等您审核',
  MESSAGE_TEXT_APPROVED: '您的消息模板已通过',
  MESSAGE_TEXT_REJECTED: '您的消息模板未通过',
}

export const notice = z.object({
  noticeId: id,
  kind: noticeKind,
  /** What it is about: an order or booking number, a driver, a broadcast, a message. */
  subject: z.string(),
  orderId: id.nullable(),
  /** Of its order, for operators who may see orders: empty where there is none in sight. */
  cityName: z.string(),
  customerName: z.string(),
  pickupAddress: z.string(),
  /** Why the driver gave the order back, or why its cancellation is asked for. */
  reason: z.string(),
  at: instant,
  read: z.boolean(),
})

export const noticeCalls = {
  list: call({
    method: 'GET',
    path: '/api/notice/list',
    effect: 'read',
    access: 'signedIn',
    summary: '通知列表',
    input: page.extend({ unread: optional(flag) }),
    output: pageOf(notice).extend({ unread: z.number().int() }),
  }),
  markRead: call({
    method: 'POST',
    path: '/api/notice/read',
    effect: 'write',
    access: 'signedIn',
    summary: '通知已读',
    input: z.object({ noticeIds: optional(json(z.array(id).max(200))) }),
    output: nothing,
  }),
} satisfies Area
