import { freshnessText, workStatusText, type WorkStatus } from '@chauffeur/contract/order/model'
import { useSession } from '#platform/session/session.ts'
import { tr } from '#platform/text/text.ts'
import { statusColour } from './driver-tone.ts'
import './driver-legend.css'

/** A dot as the map draws it, beside the word that says the same. */
export function DriverDot({ status, freshness = 'FRESH' }: { status: WorkStatus; freshness?: 'FRESH' | 'LAGGING' | 'SILENT' }) {
  const theme = useSession((state) => state.theme)
  return (
    <span
      className={`driver-dot driver-dot-${freshness.toLowerCase()}`}
      style={{ color: statusColour(status, theme) }}
      aria-hidden="true"
    />
  )
}

export function WorkWord({ status }: { status: WorkStatus }) {
  return (
    <span className="driver-word">
      <DriverDot status={status} />
      {tr(workStatusText[status])}
    </span>
  )
}

export function FreshnessWord({ freshness }: { freshness: 'FRESH' | 'LAGGING' | 'SILENT' }) {
  return (
    <span className={`driver-word driver-word-${freshness.toLowerCase()}`}>
      <DriverDot status="ONLINE_IDLE" freshness={freshness} />
      {tr(freshnessText[freshness])}
    </span>
  )
}
