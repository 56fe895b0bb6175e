import { exportCalls } from '@chauffeur/contract/operations/export'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Facts } from '../detail/facts.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { fileOfJob } from './download.ts'
import { JobProgress } from './job-progress.tsx'
import { jobStateWords, jobTone, type JobRow } from './job.view.ts'
import type { useJobs } from './use-jobs.ts'
import './jobs.css'

const EXPORTS_PATH = '/yunYing/exports'

/** What I asked for lately: how far each is, why it failed, and what can be done about it. */
export default function JobsPanel({ jobs, onDone }: { jobs: ReturnType<typeof useJobs>; onDone: () => void }) {
  const mayExport = useMay(exportCalls.list)
  return (
    <div className="jobs-panel">
      <header>
        <strong>{t('任务')}</strong>
        {mayExport ? (
          <button
            type="button"
            className="link"
            onClick={() => {
              openTab(EXPORTS_PATH)
              onDone()
            }}
          >
            {t('导出中心')}
          </button>
        ) : null}
      </header>
      {jobs.isError && !jobs.data ? (
        <p className="jobs-none">
          {t('任务加载失败')}{' '}
          <button type="button" className="link" onClick={() => void jobs.refetch()}>
            {t('重试')}
          </button>
        </p>
      ) : jobs.rows.length === 0 ? (
        <p className="jobs-none">{jobs.isPending ? t('正在加载…') : t('导出、导入和批量处理的进度在这里')}</p>
      ) : (
        <ul>
          {jobs.rows.map((job) => (
            <JobLine key={job.jobId} job={job} />
          ))}
        </ul>
      )}
    </div>
  )
}

const changed = [jobCalls.list, jobCalls.info, exportCalls.list]

function JobLine({ job }: { job: JobRow }) {
  const cancel = useSend(jobCalls.cancel, { refreshes: changed })
  const retry = useSend(jobCalls.retry, { refreshes: changed })
  const [taking, setTaking] = useState(false)
  const [why, setWhy] = useState(false)
  const file = fileOfJob(job)
  const take = () => {
    setTaking(true)
    void file
      ?.take()
      .catch(() => undefined)
      .finally(() => setTaking(false))
  }
  const ask = (send: typeof cancel.send) => void send({ jobId: job.jobId }).catch(() => undefined)
  return (
    <li>
      <span className="jobs-title">{job.title}</span>
      <Tag tone={jobTone[job.state]}>{jobStateWords(job)}</Tag>
      <span className="jobs-when">
        <Time at={job.endedAt ?? job.createdAt} />
        {job.reason ? <span title={job.reason}>{job.reason}</span> : null}
      </span>
      {job.state === 'RUNNING' ? <JobProgress label={job.title} done={job.done} total={job.total} active /> : null}
      {job.problem ? <p className="jobs-problem">{job.problem}</p> : null}
      <span className="jobs-acts">
        {file ? (
          <button type="button" className="link" disabled={taking} onClick={take}>
            {file.label}
          </button>
        ) : null}
        {job.refused > 0 ? (
          <button type="button" className="link" aria-expanded={why} onClick={() => setWhy(!why)}>
            {t('未完成 {n} 项', { n: job.refused })}
          </button>
        ) : null}
        {job.allowedActions.includes('RETRY') ? (
          <button type="button" className="link" disabled={retry.pending} onClick={() => ask(retry.send)}>
            {t('重试')}
          </button>
        ) : null}
        {job.allowedActions.includes('CANCEL') ? (
          <button type="button" className="link" disabled={cancel.pending} onClick={() => ask(cancel.send)}>
            {t('取消')}
          </button>
        ) : null}
      </span>
      {why ? <Parts jobId={job.jobId} /> : null}
    </li>
  )
}

/** What was not done, each with its reason. */
function Parts({ jobId }: { jobId: string }) {
  const { data, isError } = useCall(jobCalls.info, { jobId }, { silent: true })
  if (isError) return <p className="jobs-problem">{t('加载失败')}</p>
  return <Facts className="jobs-parts" facts={data?.parts.map(({ subject, problem }) => [subject, problem]) ?? []} />
}
