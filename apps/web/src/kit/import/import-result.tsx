import { importCalls } from '@chauffeur/contract/operations/import'
import { jobCalls } from '@chauffeur/contract/operations/job'
import type { Call } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { refresh, useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { downloadRefused } from '#kit/jobs/download.ts'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { isUnderWay } from '#kit/jobs/job.view.ts'
import { useJob } from '#kit/jobs/use-jobs.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import type { Import } from './import.view.ts'

interface ImportResultProps {
  importId: string
  refreshes: readonly Call[]
  onClose: () => void
}

/** How far an import is, what became of its rows, and the way back. */
export function ImportResult({ importId, refreshes, onClose }: ImportResultProps) {
  const query = useCall(importCalls.info, { importId })
  return (
    <Async query={query} skeleton={<Skeleton lines={4} />}>
      {(made) => <Result made={made} refreshes={refreshes} onClose={onClose} />}
    </Async>
  )
}

function Result({ made, refreshes, onClose }: { made: Import } & Omit<ImportResultProps, 'importId'>) {
  const { importId } = made
  const job = useJob(made.jobId)
  const ended = job !== undefined && !isUnderWay(job)
  // A job that did all of it ends together with its import: until that is read again, nothing can be said.
  const over = ended && (job.state !== 'DONE' || (made.state !== 'RUNNING' && made.state !== 'UNDOING'))
  useEffect(() => {
    if (ended) void refresh([importCalls.info, importCalls.rows, jobCalls.list, ...refreshes])
  }, [ended, refreshes])
  const undo = useSend(importCalls.undo, { refreshes: [importCalls.info, jobCalls.list] })
  const cancel = useSend(jobCalls.cancel, { refreshes: [jobCalls.info, jobCalls.list] })
  const [asked, setAsked] = useState(false)
  const may = (action: Import['allowedActions'][number]) => over && made.allowedActions.includes(action)
  const quiet = (promise: Promise<unknown>) => void promise.catch(() => undefined)
  return (
    <>
      {!over ? (
        <>
          <p role="status">{made.state === 'UNDOING' ? t('正在撤销…') : t('正在导入…')}</p>
          <JobProgress label={t('导入进度')} done={job?.done ?? 0} total={job?.total ?? made.rows} active />
        </>
      ) : (
        <p role="status" className="import-figures">
          {job.problem
            ? job.problem
            : made.state === 'UNDONE'
              ? t('已撤销 {n} 行', { n: countText(made.undone) })
              : t('已导入 {n} 行，未导入 {bad} 行', { n: countText(made.done), bad: countText(made.refused) })}
        </p>
      )}
      {over && made.refused > 0 && made.state !== 'UNDONE' ? <Rows importId={importId} state="REFUSED" label={t('未导入的行')} /> : null}
      {over && made.state === 'UNDONE' && made.done > made.undone ? (
        <Rows importId={importId} state="KEPT" label={t('未撤销的行')} />
      ) : null}
      {asked ? (
        <p role="alert">
          {t('将删除这次导入的 {n} 行；导入后修改或使用过的行会保留。', { n: countText(made.done - made.undone) })}{' '}
          {made.undoUntil ? (
            <span className="import-soft">
              {t('可撤销至')} <Time at={made.undoUntil} as="short" />
            </span>
          ) : null}
        </p>
      ) : null}
      <div className="ui-dialog-footer import-footer">
        {job?.allowedActions.includes('CANCEL') ? (
          <Button loading={cancel.pending} onClick={() => quiet(cancel.send({ jobId: job.jobId }))}>
            {t('停止')}
          </Button>
        ) : null}
        {may('TAKE_REFUSED') ? <Button onClick={() => quiet(downloadRefused(importId))}>{t('下载未导入的行')}</Button> : null}
        {may('UNDO') && made.done > 0 ? (
          <Button
            danger
            loading={undo.pending}
            onClick={() => {
              if (!asked) return setAsked(true)
              setAsked(false)
              quiet(undo.send({ importId }))
            }}
          >
            {asked ? t('确认撤销') : t('撤销导入')}
          </Button>
        ) : null}
        <Button type="primary" onClick={onClose}>
          {over ? t('完成') : t('转到后台')}
        </Button>
      </div>
    </>
  )
}

function Rows({ importId, state, label }: { importId: string; state: 'REFUSED' | 'KEPT'; label: string }) {
  const { data } = useCall(importCalls.rows, { importId, state, pageNo: 1, pageSize: 100 })
  if (!data) return null
  return (
    <div className="import-preview" role="region" aria-label={label} tabIndex={0}>
      <PlainTable
        label={label}
        rows={data.rows}
        rowKey={({ rowNo }) => rowNo}
        columns={[
          { title: t('行'), head: true, cell: ({ rowNo }) => <span className="ui-number">{rowNo}</span> },
          { title: t('内容'), cell: ({ cells }) => cells.filter(Boolean).join(' · ') },
          { title: t('原因'), cell: ({ problem }) => problem },
        ]}
      />
    </div>
  )
}
