import { exportCalls, type ExportRow, exportStateText } from '@chauffeur/contract/operations/export'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { bytesText } from '../monitoring/monitoring.view.ts'
import './export.css'

/** One export in full, with everybody who took its file. */
export default function ExportDrawer({ row, onClose }: { row: ExportRow | null; onClose: () => void }) {
  return (
    <Drawer open={row !== null} title={row ? t('导出{name}', { name: row.listName }) : ''} size={640} onClose={onClose} destroyOnHidden>
      {row ? <Details exportId={row.exportId} /> : null}
    </Drawer>
  )
}

function Details({ exportId }: { exportId: string }) {
  const query = useCall(exportCalls.info, { exportId })
  return (
    <Async query={query} skeleton={<Skeleton lines={10} />}>
      {(row) => (
        <>
          <dl className="export-facts">
            <Fact name={t('状态')}>{`${tr(exportStateText[row.state])}${row.problem && `${t('：')}${row.problem}`}`}</Fact>
            <Fact name={t('导出人')}>
              {row.requestedBy.name} <Time at={row.createdAt} as="exact" />
            </Fact>
            <Fact name={t('筛选条件')}>{row.conditions || t('全部')}</Fact>
            <Fact name={t('原因')}>{row.reason || '—'}</Fact>
            <Fact name={t('列')}>{joined(row.columns.map(({ title }) => title))}</Fact>
            <Fact name={t('电话号码')}>{row.wholePhones ? t('完整') : t('脱敏')}</Fact>
            <Fact name={t('行数')}>{row.total === null ? '—' : countText(row.total)}</Fact>
            <Fact name={t('文件')}>{row.bytes === null ? '—' : `${row.fileName} · ${bytesText(row.bytes)}`}</Fact>
            {row.sha256 ? (
              <Fact name="SHA-256">
                <span className="export-digest">{row.sha256}</span>
              </Fact>
            ) : null}
            <Fact name={t('保存至')}>
              <Time at={row.expiresAt} as="exact" />
            </Fact>
          </dl>
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

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)
