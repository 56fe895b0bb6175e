import { sessionCalls } from '@chauffeur/contract/access/session'
import { useCallback, useEffect, useRef, useState } from 'react'
import { setCallData, sendCall, useCall } from '#platform/http/call.ts'
import { useSession } from '#platform/session/session.ts'

const mirrorKey = (userId: string, key: string) => `chauffeur.preference.${userId}.${key}`

function mirrored(userId: string, key: string): string | null {
  try {
    return localStorage.getItem(mirrorKey(userId, key))
  } catch {
    return null
  }
}

function mirror(userId: string, key: string, value: string): void {
  try {
    localStorage.setItem(mirrorKey(userId, key), value)
  } catch {
    // NOTE: storage may be blocked; the server keeps the value all the same.
  }
}

/**
 * Text the user keeps under a key, on the server, wherever they sign in. A copy in this browser stands in until the
 * server's answer is there, so that a table does not jump from its standard to the user's columns.
 */
export function usePreference(key: string): { value: string | null; save: (value: string) => void; ready: boolean } {
  const userId = useSession((state) => state.userId)
  const kept = useCall(sessionCalls.preference, { key }, { enabled: userId !== '' })
  const [own, setOwn] = useState<string | null>(null)
  const timer = useRef<{ id: number; value: string } | null>(null)
  const server = kept.data?.value ?? null

  useEffect(() => {
    if (server !== null) mirror(userId, key, server)
  }, [server, userId, key])

  const flush = useCallback(() => {
    const waiting = timer.current
    if (!waiting) return
    window.clearTimeout(waiting.id)
    timer.current = null
    // NOTE: the call's refusal is told by the client; the choice itself stays for this visit.
    sendCall(sessionCalls.savePreferences, { key, value: waiting.value }).catch(() => undefined)
  }, [key])
  useEffect(() => flush, [flush])

  const save = useCallback(
    (value: string) => {
      setOwn(value)
      mirror(userId, key, value)
      // Another part of the page may go by the same choice.
      setCallData(sessionCalls.preference, { key }, { value })
      window.clearTimeout(timer.current?.id)
      timer.current = { value, id: window.setTimeout(flush, 800) }
    },
    [userId, key, flush],
  )
  return { value: own ?? server ?? mirrored(userId, key), save, ready: own !== null || !kept.isPending || kept.isError }
}
