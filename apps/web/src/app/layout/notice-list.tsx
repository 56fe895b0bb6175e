import { noticeCalls, noticeKindText } from '@chauffeur/contract/notice'
import type { useCall } from '#platform/call.ts'
import { useSend } from '#platform/call.ts'
import { openTab } from '#platform/tab.ts'
import { t, tr } from '#platform/text.ts'
import { Time } from '#ui/time.tsx'

type Notices = ReturnType<typeof useCall<typeof noticeCalls.list>>

/** The newest notices. Picking one about an order opens the order. */
export default function NoticeList({ notices, onDone }: { notices: Notices; onDone: () => void }) {
  const read = useSend(noticeCalls.markRead, { refreshes: [noticeCalls.list] })
  const rows = notices.data?.rows ?? []
  const mark = (noticeIds?: string[]) => void read.send({ noticeIds }).catch(() => undefined)
  const pick = (notice: (typeof rows)[number]) => {
    if (!notice.read) mark([notice.noticeId])
    if (notice.orderId) openTab(`/Order/Detail?orderId=${notice.orderId}`)
    onDone()
  }
  return (
    <div className="notice-list">
      <header>
        <strong>{t('通知')}</strong>
        <button type="button" className="link" disabled={read.pending || (notices.data?.unread ?? 0) === 0} onClick={() => mark()}>
          {t('全部已读')}
        </button>
      </header>
      {notices.isError && !notices.data ? (
        <p className="notice-none">
          {t('通知加载失败')}{' '}
          <button type="button" className="link" onClick={() => void notices.refetch()}>
            {t('重试')}
          </button>
        </p>
      ) : rows.length === 0 ? (
        <p className="notice-none">{notices.isPending ? t('正在加载…') : t('暂无通知')}</p>
      ) : (
        <ul>
          {rows.map((notice) => (
            <li key={notice.noticeId}>
              <button type="button" data-read={notice.read} onClick={() => pick(notice)}>
                <span>
                  {tr(noticeKindText[notice.kind])}
                  {notice.read ? null : <span className="sr-only">{t('未读')}</span>}
                </span>
                <span className="notice-subject">{notice.subject}</span>
                <Time at={notice.at} as="short" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
