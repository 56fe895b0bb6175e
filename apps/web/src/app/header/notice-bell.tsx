import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { Suspense, useRef, useState } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Glyph } from '../menu/glyph.tsx'
import { Popup } from '../overlay/popup.tsx'

const NoticeList = lazyPiece(() => import('./notice.list.tsx'), 'place')

/** How many messages this operator has not read, and the list of them: what needs somebody is told by the queue and the home. */
export function NoticeBell() {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ x: number; y: number; alignRight: true } | null>(null)
  const pollS = usePollS(30, 300)
  const notices = useCall(noticeCalls.list, { pageNo: 1, pageSize: 20 }, { silent: true, refetchIntervalS: pollS })
  const again = () => void refresh([noticeCalls.list])
  useLive('notices', again, { onGap: again })
  const unread = notices.data?.unread ?? 0
  const name = unread > 0 ? t('{count} 条未读消息', { count: unread }) : t('消息')
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={() => {
          const box = button.current?.getBoundingClientRect()
          setAt(at || !box ? null : { x: box.right, y: box.bottom + 4, alignRight: true })
        }}
      >
        <Glyph name="bell" />
        {unread > 0 ? (
          <span className="count count-unread" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        ) : null}
      </button>
      {at ? (
        <Popup at={at} role="dialog" label={t('消息')} onClose={() => setAt(null)}>
          <Suspense fallback={<div className="notice-list" />}>
            <NoticeList notices={notices} onDone={() => setAt(null)} />
          </Suspense>
        </Popup>
      ) : null}
    </>
  )
}
