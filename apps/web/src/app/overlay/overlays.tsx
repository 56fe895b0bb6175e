import { Suspense } from 'react'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { endSessionHere, setupDone, signOut } from '../state/session-life.ts'
import { setShell, useShell } from '../state/shell-state.ts'
import { DiscardQuestion } from './discard-question.tsx'
import { ExpiredDialog } from './expired.dialog.tsx'

const Palette = lazyPiece(() => import('../palette/palette.tsx'))
const KeyMap = lazyPiece(() => import('./key-map.tsx'))
const Sessions = lazyPiece(() => import('./sessions.dialog.tsx'))
const ChangePassword = lazyPiece(() => import('../../areas/access/account/change-password.dialog.tsx'))
const Authenticator = lazyPiece(() => import('../../areas/access/account/authenticator.dialog.tsx'))
const Agreement = lazyPiece(() => import('../../areas/privacy/consent/agreement.dialog.tsx'))
const OwnAgreement = lazyPiece(() => import('../../areas/privacy/consent/own-agreement.dialog.tsx'))
const close = () => setShell({ overlay: 'none' })

const done = () => void setupDone()
const out = { onSignOut: () => void signOut() }
/** The server has ended the session already. */
const declined = () => endSessionHere(false)

/** What the shell lays over the screens. */
export function Overlays() {
  const overlay = useShell((state) => state.overlay)
  const setup = useShell((state) => state.setup)
  const expired = useShell((state) => state.expired)
  return (
    <>
      <Suspense fallback={null}>
        {overlay === 'palette' ? <Palette onClose={close} /> : null}
        {overlay === 'keys' ? <KeyMap onClose={close} /> : null}
        {overlay === 'sessions' ? <Sessions onClose={close} /> : null}
        {overlay === 'password' ? <ChangePassword onClose={close} /> : null}
        {overlay === 'authenticator' ? <Authenticator onClose={close} /> : null}
        {overlay === 'agreement' ? <OwnAgreement onClose={close} /> : null}
        {setup === 'password' ? <ChangePassword onClose={done} forced={out} /> : null}
        {setup === 'authenticator' ? <Authenticator onClose={done} forced={out} /> : null}
        {setup === 'agreement' ? <Agreement onClose={done} onDeclined={declined} {...out} /> : null}
      </Suspense>
      <DiscardQuestion />
      {expired ? <ExpiredDialog /> : null}
    </>
  )
}
