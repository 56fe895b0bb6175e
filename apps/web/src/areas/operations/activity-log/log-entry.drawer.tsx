import { activityLogCalls, type LogRow } from '@chauffeur/contract/operations/activity-log'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
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
    <KeptDrawer row={row} title={({ summary, call }) => callWords(summary, call)} size={760} onClose={onClose}>
      {(shown) => <Entry row={shown} />}
    </KeptDrawer>
  )
}

const mono = (text: string) => text && <span className="log-mono">{text}</span>

function Entry({ row }: { row: LogRow }) {
  const query = useCall(activityLogCalls.info, { logId: row.logId, at: row.at })
  return (
    <>
      <Facts
        as="pairs"
        facts={[
          [t('时间'), <Time key="at" at={row.at} as="exact" />],
          [
            t('操作人'),
            <span key="who">
              {row.actorName || '—'} <span className="ui-none">{tr(actorText[row.actorType])}</span>
            </span>,
          ],
          [
            t('结果'),
            row.code === 0 ? (
              <Tag key="done" tone="done">
                {t('成功')}
              </Tag>
            ) : (
              <Tag key="refused" tone="lost">
                {t('被拒 {code}', { code: row.code })}
              </Tag>
            ),
          ],
          [t('对象'), <What key="what" row={row} />],
          [t('接口'), mono(row.call)],
          ['IP', mono(row.ip)],
          [t('耗时'), t('{n} 毫秒', { n: row.durationMs })],
          [t('请求号'), mono(row.requestId)],
        ]}
      />
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
