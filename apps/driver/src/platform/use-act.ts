import { useState } from 'react'
import { Refused } from './wire.ts'

export interface Act {
  /** Something is on its way: buttons wait. */
  busy: boolean
  /** Why the last thing was not done; empty when it was. */
  problem: string
  /** Does something once; `refused` may answer a refusal itself by giving true. */
  run: (work: () => Promise<unknown>, refused?: (error: Refused) => boolean) => void
}

/** What a button does: one thing at a time, and in words why it did not. */
export function useAct(): Act {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const run: Act['run'] = (work, refused) => {
    if (busy) return
    setBusy(true)
    setProblem('')
    work()
      .catch((error: unknown) => {
        if (error instanceof Refused && refused?.(error)) return
        setProblem(error instanceof Error ? error.message : String(error))
      })
      .finally(() => setBusy(false))
  }
  return { busy, problem, run }
}
