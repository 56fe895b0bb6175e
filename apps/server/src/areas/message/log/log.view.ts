import { messageEvent } from '@chauffeur/contract/message/event'
import type { MessageAttempt, MessageLogRow, MessagePush } from '@chauffeur/contract/message/log'
import { noticeKind } from '@chauffeur/contract/operations/notice'
import { type SmsOutcome, smsProvider, smsReason } from '@chauffeur/contract/message/sending'
import { type AttemptRow, type MessageRow, type PushRow, wayOfChannel } from './log.queries.ts'

export const messageView = (row: MessageRow): MessageLogRow => ({
  messageId: row.sms_id,
  event: messageEvent.safeParse(row.event).data ?? null,
  notice: row.channel === 'NOTICE' ? (noticeKind.safeParse(row.event).data ?? null) : null,
  way: wayOfChannel(row.channel),
  cityId: row.city_id,
  cityName: row.city_name ?? '',
  phone: row.phone_shown,
  toName: row.to_name ?? '',
  orderId: row.order_id,
  orderNo: row.order_no ?? '',
  provider: smsProvider.safeParse(row.provider).data ?? null,
  serviceName: row.service_name ?? '',
  segments: row.segments,
  costFenX100: row.cost_x100,
  state: row.state,
  attempts: row.attempts,
  reason: smsReason.safeParse(row.reason).data ?? null,
  failure: row.last_error,
  at: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  resultAt: row.result_at?.toISOString() ?? null,
  readAt: row.read_at?.toISOString() ?? null,
})

export const attemptView = (row: AttemptRow): MessageAttempt => ({
  number: row.number,
  provider: row.provider as MessageAttempt['provider'],
  serviceName: row.service_name ?? '',
  beganAt: row.began_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
  outcome: row.outcome as SmsOutcome,
  reason: smsReason.safeParse(row.reason).data ?? null,
  code: row.code,
  bizId: row.biz_id,
  segments: row.segments,
  costFenX100: row.cost_x100,
  report: row.report as MessageAttempt['report'],
  reportReason: smsReason.safeParse(row.report_reason).data ?? null,
  reportCode: row.report_code,
  reportedAt: row.reported_at?.toISOString() ?? null,
  askAt: row.ask_at?.toISOString() ?? null,
})

export const pushView = (row: PushRow): MessagePush => ({
  deviceId: row.device_id,
  service: row.service,
  state: row.state as MessagePush['state'],
  attempts: row.attempts,
  status: row.status,
  failure: row.failure,
  at: row.at.toISOString(),
  doneAt: row.done_at?.toISOString() ?? null,
})
