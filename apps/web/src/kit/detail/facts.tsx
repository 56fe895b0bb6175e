import type { ReactNode } from 'react'
import './facts.css'

/** The third: somebody should look at it. */
export type Fact = readonly [name: string, value: ReactNode, alarm?: boolean]

interface FactsProps {
  /** Null is left out; a value that is not known is a dash. */
  facts: readonly (Fact | null | false)[]
  /** Names beside their values, one pair a line or two; or above them, in tiles of one width or a line of what each needs. */
  as?: 'rows' | 'pairs' | 'tiles' | 'line'
  label?: string
  className?: string
}

/** Names and their values: the one list of facts. */
export const Facts = ({ facts, as = 'rows', label, className = '' }: FactsProps) => (
  <dl className={`facts facts-${as} ${className}`} aria-label={label}>
    {facts.map((fact, at) =>
      fact ? (
        <div key={`${fact[0]} ${at}`}>
          <dt>{fact[0]}</dt>
          <dd className={fact[2] ? 'facts-alarm' : undefined}>
            {fact[1] === '' || fact[1] === null || fact[1] === undefined ? <span className="ui-none">—</span> : fact[1]}
          </dd>
        </div>
      ) : null,
    )}
  </dl>
)
