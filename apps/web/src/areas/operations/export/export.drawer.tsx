import { exportCalls, type ExportRow, exportStateText } from '@chauffeur/contract/operations/export'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { bytesText } from '../monitoring/monitoring.view.ts'
import './export.css'

/** One export in full, with everybody who took its file. */
export default function ExportDrawer({ row, onClose }: { row: ExportRow | null; onClose: () => void }) {
  return (
    <KeptDrawer row={row} title={({ listName }) => t('导出{name}', { name: listName })} size={640} onClose={onClose}>
      {({ exportId }) => <Details exportId={exportId} />}
    </KeptDrawer>
  )
}

function Details({ exportId }: { exportId: string }) {
  const query = useCall(exportCalls.info, { exportId })
  return (
    <Async query={query} skeleton={<Skeleton lines={10} />}>
      {(row) => (
        <>
          <Facts
            facts={[
              [t('状态'), `${tr(exportStateText[row.state])}${row.problem && `${t('：')}${row.problem}`}`],
              [
                t('导出人'),
                <span key="by">
                  {row.requestedBy.name} <Time at={row.createdAt} as="exact" />
                </span>,
              ],
              [t('筛选条件'), row.conditions || t('全部')],
              [t('原因'), row.reason],
              [t('列'), joined(row.columns.map(({ title }) => title))],
              [t('电话号码'), row.wholePhones ? t('完整') : t('脱敏')],
              [t('行数'), row.total === null ? null : countText(row.total)],
              [t('文件'), row.bytes === null ? null : `${row.fileName} · ${bytesText(row.bytes)}`],
              row.sha256 !== null && [
                'SHA-256',
                <span key="digest" className="export-digest">
                  {row.sha256}
                </span>,
              ],
              [t('保存至'), <Time key="until" at={row.expiresAt} as="exact" />],
            ]}
          />
          <h3>{t('下载记录')}</h3>
          {row.downloadLog.length === 0 ? (
            <p className="ui-none">{t('还没有人下载')}</p>
          ) : (
            <PlainTable
              label={t('下载记录')}
              rows={row.downloadLog}
              rowKey={({ at, name }) => `${at} ${name}`}
              columns={[
                { title: t('下载人'), head: true, cell: ({ name }) => name },
                { title: t('时间'), cell: ({ at }) => <Time at={at} as="exact" /> },
                { title: 'IP', cell: ({ ip }) => <span className="ui-number">{ip}</span> },
              ]}
            />
          )}
        </>
      )}
    </Async>
  )
}
