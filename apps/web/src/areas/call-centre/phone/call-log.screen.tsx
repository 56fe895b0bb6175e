import { callDirectionText, callResultText, type CallRow, phoneCalls, wrapUpText } from '@chauffeur/contract/call-centre/phone'
import { useMemo, useState } from 'react'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { callColumns } from './call.columns.tsx'

const CallDrawer = lazyPiece(() => import('./call.drawer.tsx'))
const rowKey = (row: CallRow) => row.callId
const optionsOf = (table: Record<string, string>) => Object.entries(table).map(([key, value]) => ({ key, value: tr(value) }))

/** Every call of the desk phones, with what became of it, its orders and its recording. */
export default function CallLogScreen() {
  const language = useLocale()
  const [open, setOpen] = useState<CallRow | null>(null)
  const columns = useMemo(() => callColumns(language, setOpen), [language])
  const filters = useMemo<Filter[]>(
    () =>
      language && [
        { kind: 'text', key: 'keyword', label: t('号码或客户'), width: 150, placeholder: t('号码、尾号或客户姓名') },
        { kind: 'select', key: 'direction', label: t('方向'), width: 92, options: optionsOf(callDirectionText) },
        { kind: 'select', key: 'result', label: t('结果'), width: 104, options: optionsOf(callResultText) },
        { kind: 'select', key: 'wrapUp', label: t('处理结果'), width: 130, options: optionsOf(wrapUpText) },
        { kind: 'text', key: 'orderNo', label: t('订单编号'), width: 150, placeholder: t('订单编号或后 6 位') },
        { kind: 'days', key: 'startedAt', label: t('通话时间'), width: 230 },
      ],
    [language],
  )
  return (
    <Page title={t('通话记录')} fill>
      <QueryTable
        name="phone.calls"
        label={t('通话记录')}
        call={phoneCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('话务电话接入后，每通来电和去电记录在这里。')}
        onOpen={setOpen}
        pollS={60}
      />
      <WhenOpened open={open !== null}>
        <CallDrawer row={open} onClose={() => setOpen(null)} />
      </WhenOpened>
    </Page>
  )
}
