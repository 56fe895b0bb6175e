import type {
  LiveDriverMessage,
  LiveDrivers,
  LiveJob,
  LiveNotice,
  LiveOrder,
  LiveReconciliation,
  LiveSession,
  LiveTopic,
  LiveWebhook,
  LiveWithdrawal,
} from '@chauffeur/contract/operations/live'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { liveState, listenTo, subscribeLiveState, type LiveState } from './live-stream.ts'
import { useTabAwake } from '../tab/tab.ts'

export interface LiveEvents {
  orders: LiveOrder
  drivers: LiveDrivers
  withdrawals: LiveWithdrawal
  reconciliation: LiveReconciliation
  webhooks: LiveWebhook
  notices: LiveNotice
  jobs: LiveJob
  session: LiveSession
  driverMessages: LiveDriverMessage
}

/**
 * Listens to a topic of the one live stream of this browser tab, while the kept tab is active and the page is visible.
 * `onGap` is called when events may have been missed (also when the tab comes back), so that the screen asks again.
 */
export function useLive<T extends LiveTopic>(
  topic: T,
  onEvent: (event: LiveEvents[T]) => void,
  options: { enabled?: boolean; onGap?: () => void } = {},
): void {
  const awake = useTabAwake()
  const latest = useRef({ onEvent, onGap: options.onGap })
  latest.current = { onEvent, onGap: options.onGap }
  const listens = awake && (options.enabled ?? true)
  const heardBefore = useRef(false)
  useEffect(() => {
    if (!listens) return
    if (heardBefore.current) latest.current.onGap?.()
    heardBefore.current = true
    return listenTo(topic, {
      event: (data) => latest.current.onEvent(data as LiveEvents[T]),
      gap: () => latest.current.onGap?.(),
    })
  }, [topic, listens])
}

/** `live`: events arrive. `polling`: no stream, screens ask again by themselves. `offline`: the server cannot be reached. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeLiveState, liveState, liveState)
}

/** Seconds between two questions of a screen that needs to be fresh: rare while events arrive, `pollS` when they do not. */
export function usePollS(pollS: number, liveS = 60): number {
  return useLiveState() === 'live' ? liveS : pollS
}
