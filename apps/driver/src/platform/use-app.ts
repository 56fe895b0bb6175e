import { type AppRefusalDetail, driverClientCalls } from '@chauffeur/contract/driver/client'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useState } from 'react'
import { forgetApp } from './app-client.ts'
import { ask, listenForShut } from './wire.ts'

export type App = AnswerOf<typeof driverClientCalls.app>
/** Why this page may not be used, in words. */
export interface Shut {
  error: string
  message: string
  detail: AppRefusalDetail | null
  /** Only the look at the app was refused: whoever has an order in hand goes on with it. */
  tripGoesOn: boolean
}

const LOOK_MS = 300_000
/** A page that is shut opens by itself soon after it may. */
const SHUT_LOOK_MS = 10_000

/** The company's app that this page is, and why it may not be used where that is so. */
export function useApp(tenantId: string): { app: App | null; shut: Shut | null; lookAgain: () => void } {
  const [app, setApp] = useState<App | null>(null)
  const [shut, setShut] = useState<Shut | null>(null)
  useEffect(
    () =>
      listenForShut(({ error, message, data }, call) => {
        if (error === 'driver.appUnknown') forgetApp()
        const detail = (data ?? null) as AppRefusalDetail | null
        const ofApp = call === driverClientCalls.app
        setShut((was) => ({ error, message, detail, tripGoesOn: ofApp && was?.tripGoesOn !== false }))
      }),
    [],
  )
  const lookAgain = useCallback(() => {
    if (tenantId === '') return setShut(null)
    ask(driverClientCalls.app, { tenantId }).then(
      (found) => {
        setApp(found)
        setShut(null)
      },
      // A refusal that shuts the page is heard of above; without an answer what is known stays.
      () => undefined,
    )
  }, [tenantId])
  useEffect(() => {
    if (tenantId === '' && shut === null) return
    if (shut === null) lookAgain()
    const timer = setInterval(lookAgain, shut === null ? LOOK_MS : SHUT_LOOK_MS)
    return () => clearInterval(timer)
  }, [tenantId, shut, lookAgain])
  return { app, shut, lookAgain }
}
