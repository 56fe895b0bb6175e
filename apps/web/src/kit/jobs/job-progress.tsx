import { percentOf, progressWords, type Progress } from './job.view.ts'
import './jobs.css'

interface JobProgressProps extends Progress {
  /** What comes on, for those who hear it. */
  label: string
  /** It moves: somebody works on it. */
  active?: boolean
  /** Instead of the two numbers. */
  children?: React.ReactNode
}

/** How far something is, as a bar and in numbers; a bar that only moves where the whole is not known. */
export function JobProgress({ label, done, total, active = false, children }: JobProgressProps) {
  const percent = percentOf({ done, total })
  return (
    <div className="job-progress">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        aria-valuetext={progressWords({ done, total })}
        className={`job-bar${active ? ' job-bar-active' : ''}${percent === null ? ' job-bar-unknown' : ''}`}
      >
        <i style={{ width: `${percent ?? 100}%` }} />
      </div>
      <span className="job-figures ui-number">
        {children ?? `${progressWords({ done, total })}${percent === null ? '' : ` · ${percent}%`}`}
      </span>
    </div>
  )
}
