import type { MessageEvent } from '@chauffeur/contract/message/event'
import { type ReactNode, useEffect, useState } from 'react'
import { listenForPushes } from './push.ts'
import { askForNotices, mayAskForNotices } from './system-notice.ts'
import { clock, t } from '../platform/text.ts'
import { titleOf } from './titles.ts'
import { useAct } from '../platform/use-act.ts'
import type { Message, Messages } from './use-messages.ts'
import { Problem } from '../pages/parts.tsx'

export type Leads = 'PHOTOS' | 'LEVEL' | 'WALLET' | 'FACE' | 'EXAMS' | 'CLAIMS' | 'CONDITIONS' | 'APPEALS'
/** Where what is told of can be dealt with. */
const LEADS: Partial<Record<MessageEvent, { to: Leads; label: () => string }>> = {
  APP_PHOTO_RETAKE: { to: 'PHOTOS', label: () => t('去重拍') },
  APP_LEVEL_UP: { to: 'LEVEL', label: () => t('查看等级') },
  APP_LEVEL_DOWN: { to: 'LEVEL', label: () => t('查看等级') },
  APP_WITHDRAWAL_PAID: { to: 'WALLET', label: () => t('查看提现') },
  APP_WITHDRAWAL_RETURNED: { to: 'WALLET', label: () => t('查看提现') },
  APP_SUSPENDED: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_REINSTATED: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_PAPER_DUE: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_PAPER_OVER: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_INSURANCE_DUE: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_INSURANCE_OVER: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_FACE_LOCKED: { to: 'CONDITIONS', label: () => t('查看上线条件') },
  APP_APPEAL_GRANTED: { to: 'APPEALS', label: () => t('查看申诉与申请') },
  APP_APPEAL_REFUSED: { to: 'APPEALS', label: () => t('查看申诉与申请') },
  APP_FACE_OPEN: { to: 'FACE', label: () => t('去人脸核验') },
  APP_EXAM_ASKED: { to: 'EXAMS', label: () => t('去考试') },
  APP_CLAIM_FILED: { to: 'CLAIMS', label: () => t('查看理赔') },
  APP_CLAIM_PAID: { to: 'CLAIMS', label: () => t('查看理赔') },
  APP_CLAIM_REFUSED: { to: 'CLAIMS', label: () => t('查看理赔') },
  APP_CLAIM_REOPENED: { to: 'CLAIMS', label: () => t('查看理赔') },
}

export const leadOf = (event: string): Leads | undefined => LEADS[event as MessageEvent]?.to

interface Props {
  messages: Messages | null
  token: string
  onRead: (messages: readonly Message[]) => Promise<unknown>
  onLead: (to: Leads) => void
  /** What the company shows of the page: a wallet or level that is not shown is not led to. */
  leadsTo: (to: Leads) => boolean
}

function Card({
  message,
  onLead,
  leadsTo,
  isNew,
  children,
}: { message: Message; isNew: boolean; children?: ReactNode } & Pick<Props, 'onLead' | 'leadsTo'>) {
  const lead = message.event ? LEADS[message.event] : undefined
  return (
    <section className="card" aria-label={titleOf(message)}>
      <h2>
        {isNew ? t('新：{title}', { title: titleOf(message) }) : titleOf(message)} <span>{clock(message.at)}</span>
      </h2>
      <p className="notice">{message.text}</p>
      {lead && leadsTo(lead.to) ? (
        <button type="button" className="plain" onClick={() => onLead(lead.to)}>
          {lead.label()}
        </button>
      ) : null}
      {children}
    </section>
  )
}

/** The newest message that was not opened, on the page itself, and how many there are besides. */
export function UnreadMessage({ messages, onRead, onLead, leadsTo }: Omit<Props, 'token'>) {
  const act = useAct()
  const next = messages?.rows.find(({ readAt }) => readAt === null)
  if (!next) return null
  return (
    <>
      <div className="unread">
        <Card
          key={next.messageId}
          message={next}
          isNew
          leadsTo={leadsTo}
          onLead={(to) =>
            act.run(async () => {
              await onRead([next])
              onLead(to)
            })
          }
        >
          <button type="button" className="quiet" disabled={act.busy} onClick={() => act.run(() => onRead([next]))}>
            {t('知道了')}
          </button>
        </Card>
      </div>
      <Problem of={act} />
      {messages!.unread > 1 ? <p className="hint">{t('还有 {n} 条未读消息', { n: messages!.unread - 1 })}</p> : null}
    </>
  )
}

/** All messages of the last 30 days. Whoever has opened them has read them. */
export function MessagesPage({ token, messages, onRead, onLead, leadsTo, onClose }: Props & { onClose: () => void }) {
  const act = useAct()
  const [asks, setAsks] = useState(mayAskForNotices)
  // What was new when it was opened stays marked until the page is left.
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const unread = messages?.rows.filter(({ readAt }) => readAt === null) ?? []
    if (unread.length === 0) return
    setFresh((before) => new Set([...before, ...unread.map(({ messageId }) => messageId)]))
    // What did not arrive is said again with the next look.
    onRead(unread).catch(() => undefined)
  }, [messages, onRead])
  return (
    <main className="sheet">
      <header>
        <strong>{t('消息')}</strong>
        <button type="button" className="quiet" onClick={onClose}>
          {t('返回')}
        </button>
      </header>
      <Problem of={act} />
      {asks ? (
        <button
          type="button"
          className="plain"
          disabled={act.busy}
          onClick={() =>
            act.run(async () => {
              await askForNotices().finally(() => setAsks(mayAskForNotices))
              listenForPushes(token)
            })
          }
        >
          {t('关闭页面时也提醒我')}
        </button>
      ) : null}
      {messages === null ? <p role="status">{t('正在打开…')}</p> : null}
      {messages?.rows.length === 0 ? <p className="hint">{t('最近 30 天没有消息')}</p> : null}
      {messages?.rows.map((message) => (
        <Card key={message.messageId} message={message} isNew={fresh.has(message.messageId)} onLead={onLead} leadsTo={leadsTo} />
      ))}
    </main>
  )
}
