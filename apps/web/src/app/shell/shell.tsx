// First, so that what the parts say of their own wins.
import './shell.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { HashRouter } from 'react-router-dom'
export { prefetchCall } from '#platform/http/call.ts'
import { on } from '#platform/browser/events.ts'
import { expiryShown } from '#platform/session/expiry.ts'
import { go } from '#platform/browser/hash.ts'
import { stopLive } from '#platform/live/live-stream.ts'
import { guardLeaving } from '#platform/tab/unsaved.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { onWindowsChange } from '#platform/session/session-windows.ts'
import { setSession } from '#platform/session/session.ts'
import { TabContext } from '#platform/tab/tab.ts'
import { AntdTheme } from './antd-theme.tsx'
import { watchIdle } from '../state/idle-watch.ts'
import { Layout } from '../layout/layout.tsx'
import { Overlays } from '../overlay/overlays.tsx'
import { followOtherWindows, loadProfile, restoreSession, saveSession } from '../state/session-life.ts'
import { setShell, useShell } from '../state/shell-state.ts'

/** The console of a signed-in user. It stays in the page, hidden, when the session ends, so that no half-typed form is lost. */
export default function Shell({ signedIn }: { signedIn: boolean }) {
  useState(() => {
    restoreSession()
    if (signedIn) begin()
  })
  useLife(signedIn)
  const running = useShell((state) => !state.expired) && signedIn
  const setup = useShell((state) => state.setup !== 'none')
  const around = useMemo(() => ({ key: '', active: running, pane: null }), [running])
  return (
    <QueryClientProvider client={queryClient}>
      <AntdTheme>
        <HashRouter useTransitions={false}>
          <TabContext value={around}>
            <div className="shell" inert={!signedIn || setup} data-away={!signedIn}>
              <Layout signedIn={signedIn} running={running && !setup} />
            </div>
            {signedIn ? <Overlays /> : null}
          </TabContext>
        </HashRouter>
      </AntdTheme>
    </QueryClientProvider>
  )
}

/** Before the first drawing: what may be shown waits for the answers. */
function begin(): void {
  setShell({ menu: 'loading', expired: false })
  void loadProfile()
}

function useLife(signedIn: boolean): void {
  useEffect(() => {
    const stops = [
      on('sessionEnded', ({ show }) => {
        if (show === 'dialog') return setShell({ expired: true })
        if (expiryShown()) return
        saveSession()
        stopLive()
        setSession({ token: '' })
        setShell({ expired: false, overlay: 'none', setup: 'none' })
      }),
      on('setupNeeded', ({ what }) => setShell({ setup: what, overlay: 'none' })),
      on('httpError', ({ status, url }) => go(status === 404 && url ? `/error/404?url=${encodeURIComponent(url)}` : `/error/${status}`)),
      guardLeaving(),
    ]
    window.addEventListener('pagehide', saveSession)
    return () => {
      stops.forEach((stop) => stop())
      window.removeEventListener('pagehide', saveSession)
    }
  }, [])

  const begun = useRef(signedIn)
  useEffect(() => {
    if (!signedIn) return
    if (begun.current) begun.current = false
    else {
      void queryClient.invalidateQueries()
      begin()
    }
    const unwatch = watchIdle()
    const unfollow = onWindowsChange(followOtherWindows)
    return () => {
      unwatch()
      unfollow()
    }
  }, [signedIn])
}
