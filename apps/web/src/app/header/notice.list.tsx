import { noticeCalls, noticeKindText } from '@chauffeur/contract/operations/notice'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { useCall } from '#platform/http/call.ts'
import { useSend } from '#platform/http/call.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Time } from '#ui/show/time.tsx'
import './header.css'

type Notice = AnswerOf<typeof noticeCalls.list>['rows'][number]
type Notices = ReturnType<typeof useCall<typeof noticeCalls.list>>

/** The newest messages. Picking one opens what is to be done: the review or approval that is asked for, else the order. */
export default function NoticeList({ notices, onDone }: { notices: Notices; onDone: () => void }) {
  const read = useSend(noticeCalls.markRead, { refreshes: [noticeCalls.list] })
  const rows = notices.data?.rows ?? []
  const mark = (noticeIds?: string[]) => void read.send({ noticeIds }).catch(() => undefined)
  const pick = (notice: Notice) => {
    if (!notice.read) mark([notice.noticeId])
    const lead = leadOf(notice)
    if (lead) openTab(lead.path)
    onDone()
  }
  return (
    <div className="notice-list">
      <header>
        <strong>{t('消息')}</strong>
        <button type="button" className="link" disabled={read.pending || (notices.data?.unread ?? 0) === 0} onClick={() => mark()}>
          {t('全部已读')}
        </button>
      </header>
      {notices.isError && !notices.data ? (
        <p className="notice-none">
          {t('消息加载失败')}{' '}
          <button type="button" className="link" onClick={() => void notices.refetch()}>
            {t('重试')}
          </button>
        </p>
      ) : rows.length === 0 ? (
        <p className="notice-none">{notices.isPending ? t('正在加载…') : t('暂无消息')}</p>
      ) : (
        <ul>
          {rows.map((notice) => (
            <li key={notice.noticeId}>
              <button type="button" data-read={notice.read} onClick={() => pick(notice)}>
                <span>
                  {tr(noticeKindText[notice.kind])}
                  {notice.read ? null : <span className="sr-only">{t('未读')}</span>}
                </span>
                <Time at={notice.at} />
                <span className="notice-about">{aboutOf(notice)}</span>
                <span className="notice-subject">{tr(notice.subject)}</span>
                {leadOf(notice) ? <span className="notice-do">{leadOf(notice)!.label}</span> : null}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where what is told of can be dealt with. */
function leadOf({ kind, orderId }: Notice): { path: string; label: string } | null {
  if (kind.startsWith('BROADCAST_')) return { path: '/yunYing/broadcasts', label: t('去查看') }
  if (kind.startsWith('MESSAGE_TEXT_')) return { path: '/yunYing/messageTexts', label: t('去查看') }
  if (!orderId) return null
  return kind === 'CANCEL_REVIEW'
    ? { path: `/Order/CancelReview?orderId=${orderId}`, label: t('去复核') }
    : { path: `/Order/Detail?orderId=${orderId}`, label: t('打开订单') }
}

/** Where, why and whose. */
const aboutOf = ({ cityName, reason, customerName, pickupAddress }: Notice): string =>
  [tr(cityName), reason, customerName, pickupAddress].filter(Boolean).join(' · ')
