import { useMemo } from 'react'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { overlayInk } from '../map/overlay-ink.ts'
import { PACES_KMH, paceOf, speedSteps, type Track } from './track.ts'

const STEPS = 160
const HIGH = 100
/** The strip reaches at least so far up, so that a slow trip looks slow. */
const LEAST_TOP_MPS = 60 / 3.6

const usePaceInk = () => overlayInk[useSession((state) => state.theme)].pace

/** How fast the car went, along the slider: each bar in the colour that its piece of the way has on the map. */
export function SpeedStrip({ track, atMs }: { track: Track; atMs: number }) {
  const ink = usePaceInk()
  const steps = useMemo(() => speedSteps(track, STEPS), [track])
  const top = Math.max(LEAST_TOP_MPS, ...steps.map((mps) => mps ?? 0))
  const whole = Math.max(1, track.toMs - track.fromMs)
  const share = (ms: number) => ((ms - track.fromMs) / whole) * STEPS
  const bars = useMemo(
    () =>
      steps.map((mps, step) => {
        if (mps === null) return null
        const high = Math.max(3, (mps / top) * HIGH)
        return <rect key={step} x={step} y={HIGH - high} width={1.05} height={high} fill={ink[paceOf(mps)]} />
      }),
    [steps, top, ink],
  )
  return (
    <svg className="track-strip" viewBox={`0 0 ${STEPS} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
      {track.gaps.map(({ fromMs, toMs }) => (
        <rect key={fromMs} className="track-strip-gap" x={share(fromMs)} y={0} width={share(toMs) - share(fromMs)} height={HIGH} />
      ))}
      <g shapeRendering="crispEdges">{bars}</g>
      <line className="track-strip-at" x1={share(atMs)} x2={share(atMs)} y1={-10} y2={HIGH} />
    </svg>
  )
}

/** What the colours of the way mean. */
export function PaceLegend() {
  const ink = usePaceInk()
  const [slow, middle, fast] = PACES_KMH
  const words = [`< ${slow}`, `${slow}–${middle}`, `${middle}–${fast}`, `≥ ${fast} km/h`]
  return (
    <span className="track-legend" role="group" aria-label={t('车速')}>
      {words.map((range, pace) => (
        <span key={range}>
          <i style={{ background: ink[pace] }} aria-hidden="true" />
          {range}
        </span>
      ))}
    </span>
  )
}
