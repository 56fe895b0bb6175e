import { noticeCalls } from '@chauffeur/contract/operations/notice'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { CountedButton } from './counted-button.tsx'

const NoticeList = lazyPiece(() => import('./notice.list.tsx'), 'place')

/** How many messages this operator has not read, and the list of them: what needs somebody is told by the queue and the home. */
export function NoticeBell() {
  const pollS = usePollS(30, 300)
  const notices = useCall(noticeCalls.list, { pageNo: 1, pageSize: 20 }, { silent: true, refetchIntervalS: pollS })
  const again = () => void refresh([noticeCalls.list])
  useLive('notices', again, { onGap: again })
  const unread = notices.data?.unread ?? 0
  const name = unread > 0 ? t('{count} 条未读消息', { count: unread }) : t('消息')
  return (
    <CountedButton
      glyph="bell"
      name={name}
      count={unread}
      countClass="count-unread"
      listLabel={t('消息')}
      list={(close) => <NoticeList notices={notices} onDone={close} />}
    />
  )
}
