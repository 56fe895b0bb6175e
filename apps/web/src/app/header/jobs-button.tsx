import { Suspense, useRef, useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { fileOfJob } from '#kit/jobs/download.ts'
import { isUnderWay, jobStateWords, type JobRow } from '#kit/jobs/job.view.ts'
import { useJobs } from '#kit/jobs/use-jobs.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Glyph } from '../menu/glyph.tsx'
import { Popup } from '../overlay/popup.tsx'

const JobsPanel = lazyPiece(() => import('#kit/jobs/jobs.panel.tsx'), 'place')

/** How many of the jobs I asked for are under way, and the list of them; says when one ends, wherever its asker is by then. */
export default function JobsButton() {
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ x: number; y: number; alignRight: true } | null>(null)
  const jobs = useJobs(tellEnd)
  const running = jobs.rows.filter(isUnderWay).length
  const name = running > 0 ? t('{count} 个任务进行中', { count: running }) : t('任务')
  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={name}
        title={name}
        aria-haspopup="dialog"
        aria-expanded={at !== null}
        onClick={() => {
          const box = button.current?.getBoundingClientRect()
          setAt(at || !box ? null : { x: box.right, y: box.bottom + 4, alignRight: true })
        }}
      >
        <Glyph name="jobs" />
        {running > 0 ? (
          <span className="count count-running" aria-hidden="true">
            {running > 99 ? '99+' : running}
          </span>
        ) : null}
      </button>
      {at ? (
        <Popup at={at} role="dialog" label={t('任务')} onClose={() => setAt(null)}>
          <Suspense fallback={<div className="notice-list" />}>
            <JobsPanel jobs={jobs} onDone={() => setAt(null)} />
          </Suspense>
        </Popup>
      ) : null}
    </>
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
