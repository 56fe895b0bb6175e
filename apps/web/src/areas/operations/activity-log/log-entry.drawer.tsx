import { activityLogCalls, type LogRow } from '@chauffeur/contract/operations/activity-log'
import { Drawer } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Difference } from '#kit/log/difference.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { actorText, objectPath, objectWords } from './log.view.ts'
import './log.css'

/** One entry in full: who, what, from where, and what it changed. */
export default function LogEntryDrawer({ row, onClose }: { row: LogRow | null; onClose: () => void }) {
  return (
    <Drawer open={row !== null} title={row ? callWords(row.summary, row.call) : ''} size={760} onClose={onClose} destroyOnHidden>
      {row ? <Entry row={row} /> : null}
    </Drawer>
  )
}

function Entry({ row }: { row: LogRow }) {
  const query = useCall(activityLogCalls.info, { logId: row.logId, at: row.at })
  return (
    <>
      <dl className="log-facts">
        <dt>{t('时间')}</dt>
        <dd>
          <Time at={row.at} as="exact" />
        </dd>
        <dt>{t('操作人')}</dt>
        <dd>
          {row.actorName || '—'} <span className="ui-none">{tr(actorText[row.actorType])}</span>
        </dd>
        <dt>{t('结果')}</dt>
        <dd>{row.code === 0 ? <Tag tone="done">{t('成功')}</Tag> : <Tag tone="lost">{t('被拒 {code}', { code: row.code })}</Tag>}</dd>
        <dt>{t('对象')}</dt>
        <dd>
          <What row={row} />
        </dd>
        <dt>{t('接口')}</dt>
        <dd className="log-mono">{row.call}</dd>
        <dt>IP</dt>
        <dd className="log-mono">{row.ip || '—'}</dd>
        <dt>{t('耗时')}</dt>
        <dd>{t('{n} 毫秒', { n: row.durationMs })}</dd>
        <dt>{t('请求号')}</dt>
        <dd className="log-mono">{row.requestId}</dd>
      </dl>
      <Async query={query} skeleton={<Skeleton lines={6} />}>
        {({ input, before, after }) => (
          <>
            <h3 className="log-heading">{t('变更前后')}</h3>
            {before === null && after === null ? (
              <p className="ui-none">{t('这次操作没有记录变更前后的数据。')}</p>
            ) : (
              <Difference before={before} after={after} />
            )}
            <details className="log-input">
              <summary>{t('请求内容')}</summary>
              <pre>{input === null || input === undefined ? t('（无）') : JSON.stringify(input, null, 2)}</pre>
            </details>
          </>
        )}
      </Async>
    </>
  )
}

function What({ row }: { row: LogRow }) {
  if (row.object === '') return '—'
  const path = row.objectName === '' ? null : objectPath(row)
  return (
    <>
      {objectWords(row.object)}{' '}
      {path === null ? (
        row.objectName || row.objectId
      ) : (
        <a className="ui-link ui-number" href={`#${path}`}>
          {row.objectName}
        </a>
      )}
    </>
  )
}
