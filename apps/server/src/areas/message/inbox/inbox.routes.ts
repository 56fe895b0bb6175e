import { messageEvent } from '@chauffeur/contract/message/event'
import { driverMessageCalls, INBOX_MOST } from '@chauffeur/contract/message/inbox'
import { implement } from '#platform/http/implement'
import { openSms } from '#platform/provider/sms'
import { inboxOf, markSeen } from './inbox.queries.ts'

export const driverMessageRoutes = implement(
  'driverMessage',
  driverMessageCalls,
)({
  messages: async ({ db, driver, platform }) => {
    const rows = (await inboxOf(db, driver.driverId, INBOX_MOST)).map((row) => ({
      messageId: row.sms_id,
      event: messageEvent.safeParse(row.event).data ?? null,
      text: openSms(platform.vault, driver.tenantId, row.sealed).body,
      at: row.created_at.toISOString(),
      readAt: row.read_at?.toISOString() ?? null,
    }))
    return { rows, unread: rows.filter(({ readAt }) => readAt === null).length }
  },
  seen: async ({ input, db, driver, fail }) =>
    (await markSeen(db, driver.driverId, input.messageIds, input.read ?? false)) === 0 ? fail('driverMessage.notFound') : {},
})
