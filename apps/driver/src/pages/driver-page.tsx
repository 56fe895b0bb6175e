import { sessionCalls } from '@chauffeur/contract/access/session'
import { INVITATION_LINK_PATH } from '@chauffeur/contract/driver/invitation'
import { useCallback, useEffect, useState } from 'react'
import { stopPushes } from '../messages/push.ts'
import { savedSession, saveSession, type Session } from '../platform/session.ts'
import { t } from '../platform/text.ts'
import { useApp } from '../platform/use-app.ts'
import { ask, listenForAgreement } from '../platform/wire.ts'
import { AgreementPage } from './agreement.tsx'
import { Join } from './join.tsx'
import { ShutPage } from './shut.tsx'
import { SignIn } from './sign-in.tsx'
import { Work } from './work.tsx'

const JOIN = INVITATION_LINK_PATH.slice(INVITATION_LINK_PATH.indexOf('#'))
/** The token of an invitation, which leaves the address at once: it is good once. */
function invitationOf(): string {
  if (!location.hash.startsWith(JOIN)) return ''
  const token = location.hash.slice(JOIN.length)
  history.replaceState(null, '', location.pathname)
  return token
}
const invited = invitationOf()

/** Whose business this host is, where the host alone says it. */
interface Site {
  tenantId: string
  brandName: string
}

/** What a driver works with in the browser of a telephone: accepts an invitation or signs in, and works. */
export function DriverPage() {
  const [invitation, setInvitation] = useState(invited)
  const [session, setSession] = useState<Session | null>(savedSession)
  const [billShown, setBillShown] = useState(false)
  const [mustAgree, setMustAgree] = useState(false)
  const [site, setSite] = useState<Site | null>(null)
  const { app, shut, lookAgain } = useApp(session?.tenantId ?? site?.tenantId ?? '')
  const name = app?.name || session?.brandName || site?.brandName || ''
  const enter = useCallback((next: Session | null) => {
    saveSession(next)
    setSession(next)
    setInvitation('')
  }, [])
  // However the session ended: by signing out, by the server, or because its driver did not agree.
  const leave = useCallback(() => {
    enter(null)
    void stopPushes()
    setMustAgree(false)
  }, [enter])
  const agreed = useCallback(() => setMustAgree(false), [])
  useEffect(() => listenForAgreement(() => setMustAgree(true)), [])
  useEffect(() => {
    if (session === null && invitation === '') ask(sessionCalls.siteInfo, {}).then(setSite, () => undefined)
  }, [session, invitation])
  useEffect(() => {
    document.documentElement.lang = t('zh-CN')
    document.title = name || t('司机端')
  }, [name])

  if (shut && !(session && (shut.tripGoesOn || billShown))) return <ShutPage name={name} shut={shut} onAgain={lookAgain} />
  if (invitation !== '') return <Join token={invitation} onJoined={enter} onOther={() => setInvitation('')} />
  if (session === null) return <SignIn site={site} app={app} onSignedIn={enter} />
  if (mustAgree && !billShown) return <AgreementPage token={session.token} onAgreed={agreed} onSignedOut={leave} />
  return <Work session={session} app={app} shut={shut} billShown={billShown} onBillShown={setBillShown} onSignedOut={leave} />
}
