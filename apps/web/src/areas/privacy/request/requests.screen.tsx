import {
  privacyRequestCalls,
  type PrivacyRequestRow,
  requestChannelText,
  requestKindText,
  requestStateText,
} from '@chauffeur/contract/privacy/request'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Time } from '#ui/show/time.tsx'
import { requesterOf, requestTone } from './request.view.ts'
import { TermsButton } from './terms.tsx'
import './request.css'

const OpenForm = lazyPiece(() => import('./open.form.tsx'))
const RequestDrawer = lazyPiece(() => import('./request.drawer.tsx'))

/** What people ask about what is held of them; what has to be answered first stands on top. */
export default defineList(privacyRequestCalls.list, ({ c, f, a }) => ({
  name: 'privacy.requests',
  title: t('个人信息请求'),
  rowKey: (row) => row.requestId,
  rowName: requesterOf,
  open: ['look'],
  fills: t('客户在客户端提出，或由员工登记电话、现场、信函的请求后，在这里处理。'),
  add: { may: privacyRequestCalls.open, label: t('登记请求'), Dialog: OpenForm },
  Buttons: TermsButton,
  filters: [
    f.keyword(t('姓名或电话尾号')),
    f.word('kind', t('请求'), requestKindText),
    f.word('state', t('状态'), requestStateText),
    f.word('channel', t('来源'), requestChannelText),
    f.flag('overdue', t('期限'), t('已逾期'), t('未逾期')),
    f.days('openedAt', t('提出时间')),
  ],
  columns: [
    c.opener('name', t('姓名'), { words: requesterOf, like: letters(8), under: (row) => row.phone, shows: ['name', 'phone', 'personId'] }),
    c.of('kind', t('请求'), (row) => tr(requestKindText[row.kind]), letters(3)),
    c.status('state', t('状态'), requestStateText, requestTone),
    c.of('dueAt', t('答复期限'), (row) => <Due row={row} />, '00-00 00:00', { shows: ['dueAt', 'overdue'] }),
    c.time('openedAt', t('提出时间')),
    c.of('channel', t('来源'), (row) => tr(requestChannelText[row.channel]), letters(3)),
    c.text('cityName', t('城市'), (row) => tr(row.cityName), { like: letters(4) }),
    c.text('handlerName', t('承办人'), undefined, { like: letters(5) }),
    c.text('words', t('诉求')),
  ],
  actions: [a.look(RequestDrawer)],
}))

function Due({ row }: { row: PrivacyRequestRow }) {
  return (
    <span className={row.overdue ? 'privacy-overdue' : undefined}>
      <Time at={row.dueAt} as="short" />
      {row.overdue ? ` ${t('已逾期')}` : ''}
    </span>
  )
}
