import { useEffect, useState } from 'react'
import { isVersionConflict } from './conflict.view.ts'

export interface Versioned<Row> {
  /** What the operator started from: as opened, or as taken over after a conflict. */
  base: Row
  /** What somebody else saved meanwhile, until it is taken over. */
  present: Row | null
  /** Sends; where somebody else was first, fetches what is there now and passes the refusal on. */
  guard: <T>(send: () => Promise<T>) => Promise<T>
  /** Goes on from the present state. */
  take: () => void
}

/**
 * Keeps what is edited and what is there now apart. `present` asks for the row anew; undefined when it is gone.
 * Another `opening` starts afresh, also with the same row.
 */
export function useVersioned<Row>(opened: Row, present: (row: Row) => Promise<Row | undefined>, opening: unknown): Versioned<Row> {
  const [taken, setTaken] = useState<Row | null>(null)
  const [other, setOther] = useState<Row | null>(null)
  useEffect(() => {
    setTaken(null)
    setOther(null)
  }, [opening])
  const base = taken ?? opened

  const guard = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send()
    } catch (error) {
      if (isVersionConflict(error)) setOther((await present(base).catch(() => undefined)) ?? null)
      throw error
    }
  }
  const take = () => {
    setTaken(other)
    setOther(null)
  }
  return { base, present: other, guard, take }
}
