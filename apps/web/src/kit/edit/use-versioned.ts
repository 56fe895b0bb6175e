import { useState } from 'react'
import { isVersionConflict } from '#platform/http/call.ts'
import { broughtBy } from './conflict.view.ts'

export interface Versioned<Row> {
  /** What the operator started from: as opened, or as taken over after a conflict. Its figures are shown and its version is sent. */
  base: Row
  /** What somebody else saved meanwhile, until it is taken over. */
  present: Row | null
  /** Sends; where somebody else was first, fetches what is there now and passes the refusal on. */
  guard: <T>(send: () => Promise<T>) => Promise<T>
  /** Goes on from the present state. */
  take: () => void
}

/**
 * Catches a row when its form opens: a list that is asked for again behind the form changes neither the figures in it nor the version
 * they are sent with. `present` asks for the row anew, or takes it as the refusal brought it; undefined when it is gone.
 */
export function useVersioned<Row>(
  open: boolean,
  row: Row,
  present: (row: Row, brought: unknown) => Promise<Row | undefined>,
): Versioned<Row> {
  const [caught, setCaught] = useState<{ open: boolean; base: Row; other: Row | null }>({ open, base: row, other: null })
  const now = caught.open === open ? caught : { open, base: open ? row : caught.base, other: null }
  if (now !== caught) setCaught(now)
  const { base, other } = now

  const guard = async <T>(send: () => Promise<T>): Promise<T> => {
    try {
      return await send()
    } catch (error) {
      if (isVersionConflict(error)) {
        const there = (await present(base, broughtBy(error)).catch(() => undefined)) ?? null
        setCaught((before) => ({ ...before, other: there }))
      }
      throw error
    }
  }
  const take = () => setCaught((before) => ({ ...before, base: before.other ?? before.base, other: null }))
  return { base, present: other, guard, take }
}
