import { type dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useRef, useState } from 'react'
import { appHeaders } from './app-client.ts'

export type Offer = AnswerOf<typeof dispatchCalls.offers>['offers'][number]

const AGAIN_MS = 2_000
/** After so many that ended at once, less and less often. */
const SELDOM_MS = 60_000
const LASTED_MS = 10_000
const NONE: readonly Offer[] = []

/**
 * The open offers of a driver, as the server pushes them, while `on`; `heard` is called when there is a message to fetch, on duty or not. A
 * stream that ends is opened again.
 */
export function useOffers(token: string, on: boolean, heard: () => void): readonly Offer[] {
  const [offers, setOffers] = useState(NONE)
  const hear = useRef(heard)
  hear.current = heard
  useEffect(() => {
    const over = new AbortController()
    void (async () => {
      for (let againMs = AGAIN_MS; !over.signal.aborted; ) {
        const began = Date.now()
        await readStream(token, over.signal, { offers: setOffers, message: () => hear.current() }).catch(() => undefined)
        againMs = on || Date.now() - began > LASTED_MS ? AGAIN_MS : Math.min(againMs * 2, SELDOM_MS)
        await new Promise((resolve) => setTimeout(resolve, againMs))
      }
    })()
    return () => {
      over.abort()
      setOffers(NONE)
    }
  }, [token, on])
  return on ? offers : NONE
}

interface Heard {
  offers: (offers: readonly Offer[]) => void
  message: () => void
}
async function readStream(token: string, signal: AbortSignal, heard: Heard): Promise<void> {
  const response = await fetch(OFFER_STREAM_PATH, { headers: { accept: 'text/event-stream', token, ...appHeaders() }, signal })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader || !response.ok) return
  let text = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    text += value
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n')
      const data = lines.find((line) => line.startsWith('data: '))
      if (lines.includes('event: message')) heard.message()
      if (data && lines.includes('event: offers')) heard.offers((JSON.parse(data.slice('data: '.length)) as { offers: Offer[] }).offers)
    }
  }
}
