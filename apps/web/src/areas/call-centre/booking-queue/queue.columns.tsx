import type { QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import { orderSourceText } from '@chauffeur/contract/order/model'
import { t, tr, type Locale } from '#platform/text/text.ts'
import { Phone } from '#kit/show/phone.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Elapsed, Remaining, Time } from '#ui/show/time.tsx'
import { assignedText, attentionName, orderPath, timerName } from './queue.view.ts'

interface Actions {
  language: Locale
  userId: string
  mayClaim: boolean
  onClaim: (row: QueueRow) => void
  onRelease: (row: QueueRow) => void
  onClose: (row: QueueRow) => void
}
const none = <span className="ui-none">—</span>

export function queueColumns({ language, userId, mayClaim, onClaim, onRelease, onClose }: Actions): Column<QueueRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'timer',
      title: t('倒计时'),
      width: wide(164, 200),
      pin: 'left',
      fixed: true,
      cell: ({ timer }) =>
        timer ? (
          <span className="queue-due">
            {tr(timerName(timer))} <Remaining until={timer.dueAt} />
          </span>
        ) : (
          none
        ),
    },
    { key: 'serviceStatus', title: t('服务状态'), width: wide(104, 144), cell: (row) => <StatusTag service={row.serviceStatus} /> },
    { key: 'since', title: t('已持续'), width: wide(76, 100), align: 'right', cell: (row) => <Elapsed since={row.statusSince} /> },
    {
      key: 'attention',
      title: t('需要处理'),
      width: wide(250, 252),
      grow: true,
      cell: ({ attention: [first, ...more] }) =>
        first ? (
          <span
            className="queue-attention"
            title={[first, ...more].map(({ kind, detail }) => `${tr(attentionName(kind))}：${detail}`).join('\n')}
          >
            <strong>{tr(attentionName(first.kind))}</strong> {first.detail}
            {more.length > 0 ? ` +${more.length}` : ''}
          </span>
        ) : (
          none
        ),
    },
    {
      key: 'handler',
      title: t('跟进人'),
      width: wide(104, 110),
      cell: (row) =>
        row.claimedBy ? (
          <span title={t('领取')}>{row.claimedBy.userId === userId ? t('我') : row.claimedBy.name}</span>
        ) : (
          <span className={row.mine ? undefined : 'ui-none'} title={t('下单客服，尚未领取')}>
            {row.mine ? t('我') : row.agentName || '—'}
          </span>
        ),
    },
    { key: 'customerName', title: t('客户'), width: 92, cell: (row) => row.customerName || none },
    { key: 'customerPhone', title: t('客户电话'), width: wide(112, 124), cell: (row) => <Phone value={row.customerPhone} /> },
    { key: 'cityName', title: t('城市'), width: wide(64, 88), cell: (row) => tr(row.cityName) },
    {
      key: 'pickupAddress',
      title: t('上车点'),
      width: 150,
      grow: true,
      cell: (row) => <span title={row.pickupAddress}>{row.pickupAddress}</span>,
    },
    {
      key: 'drivers',
      title: t('已派 / 需要'),
      width: wide(88, 100),
      align: 'right',
      cell: (row) => <span className="ui-number">{assignedText(row)}</span>,
    },
    {
      key: 'bookingNo',
      title: t('预约单号'),
      width: 150,
      cell: (row) => (
        <a className="ui-link ui-number" href={`#${orderPath(row.orderId)}`}>
          {row.bookingNo}
        </a>
      ),
    },
    { key: 'source', title: t('来源'), width: wide(92, 116), cell: (row) => row.channelName || tr(orderSourceText[row.source]) },
    { key: 'bookTime', title: t('预约时间'), width: 104, cell: (row) => <Time at={row.bookTime} as="short" /> },
    { key: 'createdAt', title: t('下单时间'), width: 92, cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(150, 176),
      pin: 'right',
      fixed: true,
      cell: (row) => (
        <span className="queue-actions">
          <a className="ui-link" href={`#${orderPath(row.orderId)}`} aria-label={t('打开预约单 {no}', { no: row.bookingNo })}>
            {t('打开')}
          </a>
          {row.canClaim && !row.mine ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('领取 {no}', { no: row.bookingNo })}
              onClick={() => onClaim(row)}
            >
              {t('领取')}
            </button>
          ) : null}
          {mayClaim && row.claimedBy?.userId === userId ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('放回 {no}', { no: row.bookingNo })}
              onClick={() => onRelease(row)}
            >
              {t('放回')}
            </button>
          ) : null}
          {mayClaim && row.queueStatus === 'FAILED' && (row.canClaim || row.mine) ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('结束跟进 {no}', { no: row.bookingNo })}
              onClick={() => onClose(row)}
            >
              {t('结束跟进')}
            </button>
          ) : null}
        </span>
      ),
    },
  ]
}
