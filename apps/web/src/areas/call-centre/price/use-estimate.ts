import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useRef, useState } from 'react'
import { isAbort, sendCall } from '#platform/http/call.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import type { EstimateInput } from '../draft/desk-draft.ts'

export type Quote = AnswerOf<typeof callCentreCalls.estimate>

const DEBOUNCE_MS = 500
/** A quote is asked for again this long before it ends. */
const EARLY_MS = 5_000

interface Estimated {
  /** The trip the rest is about, as text. */
  of: string
  quote: Quote | null
  error: unknown
}

/** The price of what has been typed so far; asked for when typing pauses (`pauseMs`), and again before a quote runs out. */
export function useEstimate(input: EstimateInput | null, enabled: boolean, pauseMs = DEBOUNCE_MS) {
  const trip = input ? JSON.stringify(input) : ''
  const wanted = enabled ? trip : ''
  const [known, setKnown] = useState<Estimated>({ of: '', quote: null, error: null })
  const [round, setRound] = useState(0)
  const lastRound = useRef(0)
  const active = useTabActive()
  const current = known.of === trip && trip !== ''

  useEffect(() => {
    if (!wanted || !active) return
    const abort = new AbortController()
    const renewed = lastRound.current !== round
    lastRound.current = round
    const timer = setTimeout(
      () => {
        sendCall(callCentreCalls.estimate, JSON.parse(wanted) as EstimateInput, { signal: abort.signal }).then(
          (quote) => setKnown({ of: wanted, quote, error: null }),
          (error: unknown) => {
            if (!abort.signal.aborted && !isAbort(error)) setKnown({ of: wanted, quote: null, error })
          },
        )
      },
      renewed ? 0 : pauseMs,
    )
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [wanted, active, round, pauseMs])

  const validUntil = current ? known.quote?.validUntil : undefined
  useEffect(() => {
    if (!validUntil || !active) return
    const timer = setTimeout(() => setRound((before) => before + 1), Math.max(1_000, Date.parse(validUntil) - Date.now() - EARLY_MS))
    return () => clearTimeout(timer)
  }, [validUntil, active])

  return {
    /** The last quote, also while the next one is on its way: `current` says whether it is for this trip. */
    quote: trip ? known.quote : null,
    current,
    error: current ? known.error : null,
    pending: wanted !== '' && !current,
    again: useCallback(() => setRound((before) => before + 1), []),
  }
}
