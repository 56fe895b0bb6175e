import { Suspense, useEffect } from 'react'
import type { Screen } from '#platform/tab/screen.ts'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { useCode } from '#platform/browser/code.ts'
import { useShell } from '../state/shell-state.ts'
import { NoRights } from '../root/screen-not-loaded.tsx'

/** A screen with its waiting state, once the user's authorities allow it. */
export function ScreenBody({ screen }: { screen: Screen }) {
  const known = useShell((state) => state.menu !== 'loading') || undefined
  const allowed = useSession((state) => screen.authority === undefined || state.permissions.includes(screen.authority))
  // The code is on its way while the authorities are.
  useEffect(() => void screen.load().catch(() => undefined), [screen])
  if (!allowed) return known ? <NoRights /> : <Waiting />
  return <Body load={screen.load} />
}

function Body({ load }: { load: Screen['load'] }) {
  const Loaded = useCode(load)?.default
  return Loaded ? (
    <Suspense fallback={<Waiting />}>
      <Loaded />
    </Suspense>
  ) : (
    <Waiting />
  )
}

function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="sr-only">{t('正在加载…')}</span>
    </div>
  )
}
