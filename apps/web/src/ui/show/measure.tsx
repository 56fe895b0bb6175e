import { distanceText, durationText, etaText } from './measure.view.ts'
import '../page/ui.css'

export function Distance({ m }: { m: number | null }) {
  if (m === null) return <span className="ui-none">—</span>
  return <span className="ui-number">{distanceText(m)}</span>
}

export function Duration({ s }: { s: number | null }) {
  if (s === null) return <span className="ui-none">—</span>
  return <span className="ui-number">{durationText(s)}</span>
}

/** How long until somebody is there, as a car in traffic can be foretold. */
export function Eta({ s }: { s: number | null }) {
  if (s === null) return <span className="ui-none">—</span>
  return <span className="ui-number">{etaText(s)}</span>
}
