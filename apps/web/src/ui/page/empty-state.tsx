import type { ReactNode } from 'react'
import './ui.css'

export interface EmptyStateProps {
  title: string
  hint?: ReactNode
  action?: ReactNode
  /** Announced to screen readers at once: for faults, not for empty lists. */
  alert?: boolean
}

export function EmptyState({ title, hint, action, alert }: EmptyStateProps) {
  return (
    <div className="ui-empty" role={alert ? 'alert' : 'status'}>
      <p className="ui-empty-title">{title}</p>
      {hint ? <p className="ui-empty-hint">{hint}</p> : null}
      {action ? <div className="ui-empty-action">{action}</div> : null}
    </div>
  )
}
