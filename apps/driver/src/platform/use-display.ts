import { driverDisplayAppCalls, type DriverLook, STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { useEffect, useState } from 'react'
import { ask } from './wire.ts'

const LOOK_MS = 60_000

/** What this page is to show in the driver's city; what it knew stays while nobody answers. Null until it is known the first time. */
export function useDisplay(token: string): DriverLook | null {
  const [look, setLook] = useState<DriverLook | null>(null)
  useEffect(() => {
    // The browser keeps the answer with its tag: what has not changed is not sent again.
    const again = () => void ask(driverDisplayAppCalls.display, {}, token).then(setLook, () => setLook((was) => was ?? STANDARD_LOOK))
    again()
    const timer = setInterval(again, LOOK_MS)
    return () => clearInterval(timer)
  }, [token])
  return look
}
