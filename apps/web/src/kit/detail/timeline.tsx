import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { durationText } from '#ui/show/measure.view.ts'
import type { Tone } from '#ui/show/tag.tsx'
import { Elapsed, Time } from '#ui/show/time.tsx'
import { secondsBetween } from '#ui/show/time.view.ts'
import './timeline.css'

export interface TimelineStep {
  key: string | number
  at: string
  title: ReactNode
  tone: Tone
  /** Who did it. */
  by: string
  reason?: string
  /** Something within a state, which did not end it. */
  within?: boolean
}

interface TimelineProps {
  label: string
  /** In the order in which they came about. */
  steps: readonly TimelineStep[]
  /** The last state still lasts. */
  goesOn?: boolean
}

/** What happened to something and by whom, the newest on top; the line between two steps is as long as the wait felt. */
export function Timeline({ label, steps, goesOn }: TimelineProps) {
  const last = steps.at(-1)
  return (
    <ol className="timeline" aria-label={label}>
      {goesOn && last ? (
        <li className="timeline-now">
          <span className="timeline-gap" style={{ height: 24 }}>
            <span>
              {t('已持续')} <Elapsed since={last.at} />
            </span>
          </span>
        </li>
      ) : null}
      {steps.map((step, at) => <Step key={step.key} step={step} before={steps[at - 1]} />).toReversed()}
    </ol>
  )
}

function Step({ step, before }: { step: TimelineStep; before: TimelineStep | undefined }) {
  const afterS = before && secondsBetween(before.at, step.at)
  return (
    <li className={`ui-tag-${step.tone}${step.within ? ' timeline-within' : ''}`}>
      <span className="timeline-step">
        <span className="timeline-head">
          <strong>{step.title}</strong>
          <Time at={step.at} as="lately" />
        </span>
        {step.by ? <span className="timeline-by">{step.by}</span> : null}
        {step.reason ? <span className="timeline-reason">{step.reason}</span> : null}
      </span>
      {afterS === undefined ? null : (
        <span className="timeline-gap" style={{ height: gapPx(afterS) }}>
          <span className="ui-number">{durationText(afterS)}</span>
        </span>
      )}
    </li>
  )
}

/** Pixels between two steps: longer waits are drawn longer, an hour not sixty times a minute. */
function gapPx(seconds: number): number {
  return Math.round(22 + Math.min(50, 9 * Math.log2(1 + seconds / 30)))
}
