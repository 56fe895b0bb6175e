import { bulletinAppCalls } from '@chauffeur/contract/message/bulletin'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCallback, useEffect, useState } from 'react'
import { ask, Refused } from './wire.ts'

export type Bulletins = AnswerOf<typeof bulletinAppCalls.bulletins>
export type Bulletin = Bulletins['rows'][number]
const LOOK_MS = 60_000

/** What the company has to say to this driver, and the way to say that it was read. */
export function useBulletins(token: string): { bulletins: Bulletins | null; read: (bulletin: Bulletin) => Promise<unknown> } {
  const [bulletins, setBulletins] = useState<Bulletins | null>(null)
  const look = useCallback(() => ask(bulletinAppCalls.bulletins, {}, token).then(setBulletins, () => undefined), [token])
  useEffect(() => {
    void look()
    const timer = setInterval(() => void look(), LOOK_MS)
    return () => clearInterval(timer)
  }, [look])
  const read = useCallback(
    async ({ bulletinId }: Bulletin) => {
      await ask(bulletinAppCalls.read, { id: bulletinId }, token).catch((error: unknown) => {
        // Withdrawn meanwhile: it is gone from the list that is asked for next.
        if (!(error instanceof Refused && error.error === 'bulletin.gone')) throw error
      })
      await look()
    },
    [token, look],
  )
  return { bulletins, read }
}
