import { lazy, Suspense } from 'react'
import { setShell, useShell } from '../shell-state.ts'
import { ExpiredDialog } from './expired-dialog.tsx'

const Palette = lazy(() => import('../palette/palette.tsx'))
const KeyMap = lazy(() => import('./key-map.tsx'))
const Sessions = lazy(() => import('./sessions-dialog.tsx'))
const close = () => setShell({ overlay: 'none' })

/** What the shell lays over the screens. */
export function Overlays() {
  const overlay = useShell((state) => state.overlay)
  const expired = useShell((state) => state.expired)
  return (
    <>
      <Suspense fallback={null}>
        {overlay === 'palette' ? <Palette onClose={close} /> : null}
        {overlay === 'keys' ? <KeyMap onClose={close} /> : null}
        {overlay === 'sessions' ? <Sessions onClose={close} /> : null}
      </Suspense>
      {expired ? <ExpiredDialog /> : null}
    </>
  )
}
