import { type dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useState } from 'react'
import { appHeaders } from './app-client.ts'

export type Offer = AnswerOf<typeof dispatchCalls.offers>['offers'][number]

const AGAIN_MS = 2_000

/** The open offers of a driver, as the server pushes them while `on`. A stream that ends is opened again. */
export function useOffers(token: string, on: boolean): readonly Offer[] {
  const [offers, setOffers] = useState<readonly Offer[]>([])
  useEffect(() => {
    if (!on) return setOffers([])
    const over = new AbortController()
    void (async () => {
      while (!over.signal.aborted) {
        await readStream(token, over.signal, setOffers).catch(() => undefined)
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
      }
    })()
    return () => over.abort()
  }, [token, on])
  return offers
}

async function readStream(token: string, signal: AbortSignal, show: (offers: readonly Offer[]) => void): Promise<void> {
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
      if (data && lines.includes('event: offers')) show((JSON.parse(data.slice('data: '.length)) as { offers: Offer[] }).offers)
    }
  }
}
