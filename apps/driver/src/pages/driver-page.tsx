import { sessionCalls } from '@chauffeur/contract/access/session'
import { INVITATION_LINK_PATH } from '@chauffeur/contract/driver/invitation'
import { useCallback, useEffect, useState } from 'react'
import { savedSession, saveSession, type Session } from '../platform/session.ts'
import { t } from '../platform/text.ts'
import { ask } from '../platform/wire.ts'
import { Join } from './join.tsx'
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
  const [site, setSite] = useState<Site | null>(null)
  const enter = useCallback((next: Session | null) => {
    saveSession(next)
    setSession(next)
    setInvitation('')
  }, [])
  const leave = useCallback(() => enter(null), [enter])
  useEffect(() => {
    if (session === null && invitation === '') ask(sessionCalls.siteInfo, {}).then(setSite, () => undefined)
  }, [session, invitation])
  useEffect(() => {
    document.documentElement.lang = t('zh-CN')
    document.title = session?.brandName || site?.brandName || t('司机端')
  }, [session, site])

  if (invitation !== '') return <Join token={invitation} onJoined={enter} onOther={() => setInvitation('')} />
  if (session === null) return <SignIn site={site} onSignedIn={enter} />
  return <Work session={session} onSignedOut={leave} />
}
