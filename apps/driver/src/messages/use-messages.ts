import { driverMessageCalls } from '@chauffeur/contract/message/inbox'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useRef, useState } from 'react'
import { alertDriver } from '../platform/alert.ts'
import { showOutside } from './system-notice.ts'
import { titleOf } from './titles.ts'
import { chosenLanguage, inChinese } from '../platform/text.ts'
import { ask } from '../platform/wire.ts'

export type Messages = AnswerOf<typeof driverMessageCalls.messages>
export type Message = Messages['rows'][number]
const LOOK_MS = 60_000

/** What this driver is told. The server hears which of it came, and which was opened. */
export function useMessages(token: string): {
  messages: Messages | null
  look: () => void
  read: (messages: readonly Pick<Message, 'messageId'>[]) => Promise<unknown>
} {
  const [messages, setMessages] = useState<Messages | null>(null)
  /** The newest that was told of; null: nothing was looked at yet, and what was there is no news. */
  const newest = useRef<bigint | null>(null)
  /** What the server knows that this page has. */
  const came = useRef(new Set<string>())
  /** Once for each opening of the page: another telephone may have chosen otherwise. */
  const toldLanguage = useRef(false)
  const look = useCallback(
    () =>
      void ask(driverMessageCalls.messages, {}, token).then(
        (answer) => {
          setMessages(answer)
          const reads = chosenLanguage ?? (answer.language === null && !inChinese ? 'en' : null)
          if (reads && !toldLanguage.current && answer.language !== undefined && answer.language !== reads) {
            toldLanguage.current = true
            ask(driverMessageCalls.setLanguage, { language: reads }, token).catch(() => undefined)
          }
          const before = newest.current
          newest.current = BigInt(answer.rows[0]?.messageId ?? 0)
          const unread = answer.rows.filter(({ readAt }) => readAt === null)
          const fresh = before === null ? [] : unread.filter(({ messageId }) => BigInt(messageId) > before)
          if (fresh.length > 0) alertDriver()
          for (const message of fresh) showOutside(titleOf(message), message.text, message.messageId)
          const coming = unread.map(({ messageId }) => messageId).filter((messageId) => !came.current.has(messageId))
          if (coming.length > 0)
            ask(driverMessageCalls.seen, { messageIds: coming }, token).then(
              () => coming.forEach((messageId) => came.current.add(messageId)),
              // Said again with the next look.
              () => undefined,
            )
        },
        () => undefined,
      ),
    [token],
  )
  useEffect(() => {
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  const read = useCallback(
    async (opened: readonly Pick<Message, 'messageId'>[]) => {
      if (opened.length === 0) return
      await ask(driverMessageCalls.seen, { messageIds: opened.map(({ messageId }) => messageId), read: true }, token)
      look()
    },
    [token, look],
  )
  return { messages, look, read }
}
