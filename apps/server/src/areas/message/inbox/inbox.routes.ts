import { messageEvent } from '@chauffeur/contract/message/event'
import { driverMessageCalls, driverPushCalls, INBOX_MOST } from '@chauffeur/contract/message/inbox'
import { implement } from '#platform/http/implement'
import type { Vault } from '#platform/identity/vault'
import { openSms } from '#platform/provider/sms'
import { pushKeysOf } from '#platform/sending/push/keys'
import { inboxOf, keepLanguage, languageKept, markSeen } from './inbox.queries.ts'
import { listen } from './listen.service.ts'
import { removeDevice } from './listen.queries.ts'

/** Null of what was sealed under another `APP_SECRET`: nobody can read it, and it hides no other. */
function textOf(vault: Vault, tenantId: string, sealed: string): string | null {
  try {
    return openSms(vault, tenantId, sealed).body
  } catch {
    return null
  }
}

const messageRoutes = implement(
  'driverMessage',
  driverMessageCalls,
)({
  messages: async ({ db, driver, platform }) => {
    const rows = (await inboxOf(db, driver.driverId, INBOX_MOST)).flatMap((row) => {
      const text = textOf(platform.vault, driver.tenantId, row.sealed)
      if (text === null) return []
      const event = messageEvent.safeParse(row.event).data ?? null
      return [{ messageId: row.sms_id, event, text, at: row.created_at.toISOString(), readAt: row.read_at?.toISOString() ?? null }]
    })
    const language = await languageKept(db, driver.driverId)
    return { rows, language, unread: rows.filter(({ readAt }) => readAt === null).length }
  },
  setLanguage: async ({ input: { language }, db, driver }) => {
    await keepLanguage(db, driver.driverId, language)
    return { language }
  },
  seen: async ({ input, db, driver, fail }) =>
    (await markSeen(db, driver.driverId, input.messageIds, input.read ?? false)) === 0 ? fail('driverMessage.notFound') : {},
})

const pushRoutes = implement(
  'driverMessage',
  driverPushCalls,
)({
  pushKey: async ({ platform: { settings, vault } }) => ({ publicKey: settings.pushContact === null ? null : pushKeysOf(vault).publicKey }),
  listen: async ({ input, db, driver, platform, fail }) => {
    await listen(db, platform, driver, input, fail)
    return {}
  },
  stopListening: async ({ db, driver }) => {
    await removeDevice(db, driver.sessionId)
    return {}
  },
})

export const driverMessageRoutes = [...messageRoutes, ...pushRoutes]
