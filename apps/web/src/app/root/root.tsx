import { sessionCalls } from '@chauffeur/contract/access/session'
import { Suspense, useEffect, useReducer } from 'react'
import { clearSessionCookies, readCookie, writeCookie } from '#platform/session/cookies.ts'
import { on, toast } from '#platform/browser/events.ts'
import { expiryShown } from '#platform/session/expiry.ts'
import { go, hashPath, pathOnly, useHashPath, useHashValue } from '#platform/browser/hash.ts'
import { FIRST_CALLS } from '#platform/http/first-calls.ts'
import { requestAhead, PLATFORM_ID } from '#platform/http/http.ts'
import { sentences } from '#platform/http/http-messages.ts'
import { onWindowsChange, notifyOtherWindows } from '#platform/session/session-windows.ts'
import { session } from '#platform/session/session.ts'
import { dropSaved, readSaved, writeSaved } from '#platform/session/session-saved.ts'
import { fetchScreen } from '#platform/tab/ahead.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { SignIn } from '../../areas/access/session/sign-in.tsx'
import { deskAhead } from '../../areas/call-centre/desk/desk-ahead.ts'
import { fetchCode, useCode } from '#platform/browser/code.ts'
import { passwordToken, setupToken } from './password-link.ts'
import { TabBoundary } from './tab-boundary.tsx'
import { Toasts } from './toasts.tsx'
import { VersionStrip } from './version-strip.tsx'

const NotFound = lazyPiece(async () => ({ default: (await import('./not-found.tsx')).NotFound }), 'place')
const SetPassword = lazyPiece(() => import('../../areas/access/account/set-password.tsx'), 'place')
const FirstStart = lazyPiece(() => import('../../areas/access/setup/first-start.tsx'), 'place')
const loadShell = () => import('../shell/shell.tsx')
/** The table of all screens: who signs in does without it. */
const loadAddresses = () => import('./addresses.ts')
/** After so long the page says that it is opening. */
const PATIENCE_MS = 800

/**
 * A page opened with a session: what it asks first, and the code of its screen, do not wait until the console around it is drawn.
 * Only a head start, every failure of it shows when the console or the screen itself asks. Fulfils when there is something to draw.
 */
export async function headStart(): Promise<void> {
  if (readCookie('token') === '') return
  void requestRightsAhead(requestAhead(sessionCalls.me, {}))
  const shell = fetchCode(loadShell)
  fetchAhead(hashPath())
  await Promise.race([shell, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}

/** The window of a ringing call does not wait for the table of all screens. */
function fetchAhead(path: string): void {
  if (pathOnly(path) === '/400/home') fetchScreen(deskAhead, path, loadShell())
  else
    loadAddresses()
      .then(({ screenAt }) => {
        const screen = screenAt(path)
        if (screen) fetchScreen(screen, path, loadShell())
      })
      .catch(() => undefined)
}

/** Menu and authorities are asked for as soon as it is known who is signed in. */
async function requestRightsAhead(me: Promise<unknown>): Promise<void> {
  const deptType = ((await me) as { deptType?: 1 | 2 | 3 } | null)?.deptType
  if (!deptType) return
  const who = { platformId: PLATFORM_ID, deptType }
  await Promise.all([requestAhead(FIRST_CALLS.leftMenu, who), requestAhead(FIRST_CALLS.authorities, who)])
}

const RETURN_PATH = 'chauffeur.asked'

interface State {
  signedIn: boolean
  /** The shell stays in the page after the session ended, so that the same user finds the half-typed form again. */
  kept: boolean
  generation: number
}
type Action = { type: 'signedIn'; sameUser: boolean } | { type: 'ended' } | { type: 'signedOut' }

function reduce(state: State, action: Action): State {
  if (action.type === 'ended') return { ...state, signedIn: false, kept: true }
  if (action.type === 'signedOut') return { signedIn: false, kept: false, generation: state.generation + 1 }
  return { signedIn: true, kept: false, generation: action.sameUser ? state.generation : state.generation + 1 }
}

/** Decides between the sign-in page and the console. Loads nothing of the console before somebody is signed in. */
export function Root() {
  const language = useLocale()
  const [state, dispatch] = useReducer(reduce, undefined, () => ({ signedIn: readCookie('token') !== '', kept: false, generation: 0 }))

  useEffect(() => {
    const end = (keepWork: boolean) => {
      if (hashPath() !== '/login') keepReturnPath(hashPath())
      clearSessionCookies()
      if (!keepWork) {
        forgetReturnPath()
        dropSaved()
        dropAllTabStates()
      }
      dispatch({ type: keepWork ? 'ended' : 'signedOut' })
      go('/login')
    }
    const stops = [
      on('sessionEnded', ({ show }) => {
        if (show !== 'toast' || expiryShown()) return
        if (readCookie('token') === '' && hashPath() === '/login') return
        toast.error(sentences.loginInvalid())
        end(true)
      }),
      on('signedOut', ({ keepWork }) => end(keepWork)),
      on('signedIn', (answer) => {
        writeCookie('token', answer.token)
        writeCookie('username', answer.username)
        writeCookie('email', answer.email)
        const saved = readSaved()
        const sameUser = saved === null || saved.userId === answer.userId
        if (!sameUser) {
          dropSaved()
          dropAllTabStates()
        }
        const { userId, deptType, tenantId, cooperationChannelId, chosen } = answer
        writeSaved({ ...(sameUser ? saved : null), userId, deptType, tenantId, cooperationChannelId, chosen })
        dispatch({ type: 'signedIn', sameUser })
        notifyOtherWindows()
        go(sameUser ? returnPath() : '/', { replace: true })
        forgetReturnPath()
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [])

  // Whose work is kept here signed in again in another window: it goes on here too.
  const kept = !state.signedIn && state.kept
  useEffect(() => {
    if (!kept) return
    return onWindowsChange(() => {
      if (readCookie('token') === '' || readCookie('username') !== session().username) return
      dispatch({ type: 'signedIn', sameUser: true })
      go(returnPath(), { replace: true })
      forgetReturnPath()
    })
  }, [kept])

  const token = useHashValue(passwordToken)
  const setup = useHashValue(setupToken)
  if (token !== null || setup !== null) {
    return (
      <TabBoundary language={language} onRetry={() => location.reload()}>
        <Suspense fallback={<Opening />}>{setup === null ? <SetPassword token={token ?? ''} /> : <FirstStart token={setup} />}</Suspense>
      </TabBoundary>
    )
  }

  return (
    <>
      {state.signedIn || state.kept ? (
        <TabBoundary language={language} onRetry={() => location.reload()}>
          <Console key={state.generation} signedIn={state.signedIn} />
        </TabBoundary>
      ) : null}
      {state.signedIn ? null : <SignedOut />}
      <Toasts />
      <VersionStrip />
    </>
  )
}

/** Fetches the console and its home page while the operator types. Only a head start: after signing in they are asked for again. */
function prefetch(): void {
  loadShell().then(
    () => fetchAhead('/'),
    () => undefined,
  )
}

/** The public pages; every other path is remembered and answered with the sign-in page. */
function SignedOut() {
  const path = useHashPath()
  const name = pathOnly(path).replace(/(.)\/+$/, '$1')
  useEffect(() => {
    if (name === '/login' || name === '/404') return
    let left = false
    const leave = (unknown: boolean) => {
      if (left) return
      if (!unknown) keepReturnPath(path)
      go(unknown ? '/404' : '/login', { replace: true })
    }
    loadAddresses().then(
      ({ isUnknown }) => leave(isUnknown(path)),
      () => leave(false),
    )
    return () => {
      left = true
    }
  }, [name, path])
  if (name === '/404')
    return (
      <Suspense fallback={<Opening />}>
        <NotFound />
      </Suspense>
    )
  return <SignIn onIdle={prefetch} />
}

function Console({ signedIn }: { signedIn: boolean }) {
  const Shell = useCode(loadShell)?.default
  return Shell ? <Shell signedIn={signedIn} /> : <Opening />
}

function Opening() {
  return (
    <p className="sr-only" role="status">
      {t('正在打开…')}
    </p>
  )
}

function keepReturnPath(path: string): void {
  try {
    sessionStorage.setItem(RETURN_PATH, path)
  } catch {
    // NOTE: blocked storage: after signing in the home page opens.
  }
}

function returnPath(): string {
  try {
    return sessionStorage.getItem(RETURN_PATH) ?? '/'
  } catch {
    return '/'
  }
}

function forgetReturnPath(): void {
  try {
    sessionStorage.removeItem(RETURN_PATH)
  } catch {
    // NOTE: blocked storage holds nothing.
  }
}
