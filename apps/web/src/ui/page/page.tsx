import type { ReactNode } from 'react'
import './ui.css'

export interface PageProps {
  title: ReactNode
  /** Beside the title: a status, a count, when the figures were taken. */
  extra?: ReactNode
  actions?: ReactNode
  breadcrumb?: ReactNode
  /** The body fills the pane and scrolls inside (lists); otherwise the page scrolls. */
  fill?: boolean
  children: ReactNode
}

export function Page({ title, extra, actions, breadcrumb, fill, children }: PageProps) {
  return (
    <section className={fill ? 'ui-page ui-page-fill' : 'ui-page'}>
      {breadcrumb}
      <header className="ui-page-head">
        <h1>{title}</h1>
        {extra ? <div className="ui-page-extra">{extra}</div> : null}
        {actions ? <div className="ui-page-actions">{actions}</div> : null}
      </header>
      <div className="ui-page-body">{children}</div>
    </section>
  )
}

/** A titled block of a page. */
export function Panel({
  title,
  extra,
  children,
  className,
}: {
  title?: ReactNode
  extra?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <section className={className ? `ui-panel ${className}` : 'ui-panel'}>
      {title ? (
        <header className="ui-panel-head">
          <h2>{title}</h2>
          {extra ? <div className="ui-panel-extra">{extra}</div> : null}
        </header>
      ) : null}
      <div className="ui-panel-body">{children}</div>
    </section>
  )
}
