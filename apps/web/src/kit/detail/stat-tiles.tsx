import type { ReactNode } from 'react'
import './stat-tiles.css'

export interface Stat {
  name: string
  value: ReactNode
  note?: ReactNode
  /** Something that somebody should look at. */
  alarm?: boolean
  /** The list that the figure counts; none for somebody who may not see it. */
  href?: string | false
}

/** Figures that say how something stands, in one row. */
export const StatTiles = ({ label, stats }: { label: string; stats: readonly Stat[] }) => (
  <section className={stats.length > 5 ? 'stats stats-many' : 'stats'} aria-label={label}>
    {stats.map((stat) => (
      <StatTile key={stat.name} {...stat} />
    ))}
  </section>
)

function StatTile({ name, value, note, alarm, href }: Stat) {
  const look = alarm ? 'stat stat-alarm' : 'stat'
  const inside = (
    <>
      <span className="stat-name">{name}</span>
      <strong className="ui-number">{value}</strong>
      {note === undefined ? null : <span title={typeof note === 'string' ? note : undefined}>{note}</span>}
    </>
  )
  return href ? (
    <a className={look} href={href}>
      {inside}
    </a>
  ) : (
    <div className={look}>{inside}</div>
  )
}
