import { type CallRow, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { t, tr, type Locale } from '#platform/text/text.ts'
import { CallResult } from '#shared/phone/call-result.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Phone } from '#kit/show/phone.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'
import { OrderLinks } from '#shared/phone/order-links.tsx'

const none = <span className="ui-none">—</span>

export function callColumns(language: Locale, onOpen: (row: CallRow) => void): Column<CallRow>[] {
  const wide = (zh: number, en: number) => (language === 'en' ? en : zh)
  return [
    {
      key: 'startedAt',
      title: t('开始时间'),
      width: 156,
      fixed: true,
      sortable: true,
      cell: (row) => <Time at={row.startedAt} as="short" />,
    },
    { key: 'result', title: t('方向与结果'), width: wide(128, 140), cell: (row) => <CallResult row={row} /> },
    {
      key: 'phone',
      title: t('号码'),
      width: 140,
      cell: (row) => (row.phone === '' ? none : <Phone value={row.phone} dial={{ of: 'CALL', id: row.callId }} />),
    },
    { key: 'customerName', title: t('客户'), width: 100, grow: true, cell: (row) => row.customerName || none },
    { key: 'agentName', title: t('客服'), width: 96, cell: (row) => row.agentName },
    {
      key: 'ringS',
      title: t('振铃'),
      width: wide(72, 88),
      align: 'right',
      cell: (row) => (row.ringS === null ? none : <span className="ui-number">{clockText(row.ringS)}</span>),
    },
    {
      key: 'talkS',
      title: t('通话时长'),
      width: wide(84, 92),
      align: 'right',
      cell: (row) => (row.talkS === null ? none : <span className="ui-number">{clockText(row.talkS)}</span>),
    },
    { key: 'orders', title: t('订单'), width: 170, grow: true, cell: (row) => <OrderLinks orders={row.orders} /> },
    { key: 'recordId', title: t('录音'), width: wide(72, 96), cell: (row) => (row.recordId ? t('有') : none) },
    { key: 'wrapUp', title: t('处理结果'), width: wide(100, 160), cell: (row) => (row.wrapUp ? tr(wrapUpText[row.wrapUp]) : none) },
    {
      key: 'note',
      title: t('备注'),
      width: 140,
      grow: true,
      cell: (row) => (row.note === '' ? none : <span title={row.note}>{row.note}</span>),
    },
    { key: 'lineNo', title: t('线路'), width: 64, align: 'right', optional: true, cell: (row) => row.lineNo + 1 },
    {
      key: 'actions',
      title: t('操作'),
      width: 64,
      pin: 'right',
      fixed: true,
      cell: (row) => (
        <button
          type="button"
          className="ui-text-button"
          aria-label={t('查看 {phone} 的通话', { phone: row.phone || t('号码未显示') })}
          onClick={() => onOpen(row)}
        >
          {t('查看')}
        </button>
      ),
    },
  ]
}
