import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { fileOfJob } from '#kit/jobs/download.ts'
import { isUnderWay, jobStateWords, type JobRow } from '#kit/jobs/job.view.ts'
import { useJobs } from '#kit/jobs/use-jobs.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { CountedButton } from './counted-button.tsx'

const JobsPanel = lazyPiece(() => import('#kit/jobs/jobs.panel.tsx'), 'place')

/** How many of the jobs I asked for are under way, and the list of them; says when one ends, wherever its asker is by then. */
export default function JobsButton() {
  const jobs = useJobs(tellEnd)
  const running = jobs.rows.filter(isUnderWay).length
  const name = running > 0 ? t('{count} 个任务进行中', { count: running }) : t('任务')
  return (
    <CountedButton
      glyph="jobs"
      name={name}
      count={running}
      countClass="count-running"
      listLabel={t('任务')}
      list={(close) => <JobsPanel jobs={jobs} onDone={close} />}
    />
  )
}

function tellEnd(job: JobRow): void {
  if (job.state === 'CANCELLED') return
  const words = `${job.title}${t('：')}${job.problem || jobStateWords(job)}`
  if (job.state === 'FAILED') return toast.error(words)
  const file = fileOfJob(job)
  const left = job.refused > 0 ? t('，未完成 {n} 项', { n: job.refused }) : ''
  toast.success(words + left, file ? { label: file.label, run: () => void file.take().catch(() => undefined) } : undefined)
}
