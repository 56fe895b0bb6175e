import { authorityCalls } from '@chauffeur/contract/access/authority'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { sendCall } from '#platform/http/call.ts'
import { readCookie } from '#platform/session/cookies.ts'
import { emit } from '#platform/browser/events.ts'
import { hashPath } from '#platform/browser/hash.ts'
import { stopLive, wakeLive } from '#platform/live/live-stream.ts'
import { PLATFORM_ID } from '#platform/http/http.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { readSaved, writeSaved, type SavedSession } from '#platform/session/session-saved.ts'
import { forgetUser, session, setSession, type SessionState } from '#platform/session/session.ts'
import { dropAllTabStates, flushTabStates } from '#platform/tab/tab-state.ts'
import { locale, setLocale, type Locale } from '#platform/text/text.ts'
import { afterSavedOrDiscarded } from '#platform/tab/unsaved.ts'
import { applyTheme, type ThemeName } from '#platform/browser/theme.ts'
import { tabKeyOf } from '../root/resolve.ts'
import { screens } from '../root/screens.ts'
import { setShell, useShell } from './shell-state.ts'
import { HOME } from './tab-actions.ts'

/** The session state of the specification: saved when the page is left, restored when it is loaded. */
const SAVED = [
  'collapse',
  'tenantId',
  'brandName',
  'theme',
  'tabs',
  'frames',
  'permissions',
  'deptType',
  'userId',
  'cooperationChannelId',
  'navigation',
] as const

/** Picked in the shell by whoever works here. */
const chosenHere = new Set<'theme' | 'locale'>()

export function saveSession(): void {
  const state = session()
  if (state.userId !== '') writeSaved({ ...pick(state), userId: state.userId })
  flushTabStates()
}

let opened = false

/** Puts the saved state back and the cookies of this browser, and forgets what was fetched for whoever was here before. */
export function restoreSession(): void {
  const saved = readSaved()
  // What a page asked ahead of its first console is its own.
  if (opened) queryClient.clear()
  opened = true
  chosenHere.clear()
  forgetUser()
  setSession({ ...(saved ? pick(saved as Partial<SessionState> & SavedSession) : {}), ...cookies() })
}

/** Asks who is signed in, what the menu is and what is allowed. Safe to call again: after a change of authorities, after signing in. */
export async function loadProfile(): Promise<void> {
  setSession(cookies())
  const { deptType } = session()
  const asked = deptType === 0 ? null : loadRights(deptType)
  asked?.catch(() => undefined)
  try {
    const me = await sendCall(sessionCalls.me, {})
    const before = session().userId
    if (before !== '' && before !== me.userId) startAfresh()
    setSession({
      userId: me.userId,
      username: me.username,
      email: me.email,
      realName: me.realName,
      tenantId: me.tenantId,
      brandName: me.brandName,
      deptType: me.deptType,
      cooperationChannelId: me.cooperationChannelId,
    })
    await applyPreferences(me.locale, me.theme)
    const setup = me.mustChangePassword ? 'password' : me.mustBindAuthenticator ? 'authenticator' : me.mustAgree ? 'agreement' : 'none'
    setShell({ setup })
    if (setup !== 'none') return
    await (deptType === me.deptType && asked ? asked : loadRights(me.deptType))
    setShell({ menu: 'ready' })
    wakeLive()
  } catch {
    // The client has told the operator why; the menu offers to try again.
    setShell({ menu: session().navigation.length > 0 ? 'ready' : 'failed' })
  }
}

async function loadRights(deptType: 1 | 2 | 3): Promise<void> {
  const who = { platformId: PLATFORM_ID, deptType }
  const [navigation, { authorities }] = await Promise.all([
    sendCall(authorityCalls.leftMenu, who),
    sendCall(authorityCalls.authorities, who),
  ])
  setSession({ navigation, permissions: authorities })
}

/** Language and theme belong to the user, unless they were just picked, on the sign-in page or before this answer came: then the user's are changed. */
async function applyPreferences(userLocale: Locale, userTheme: ThemeName): Promise<void> {
  const picked = readSaved()?.chosen as { locale?: true; theme?: true } | undefined
  const chosen = { locale: picked?.locale || chosenHere.has('locale'), theme: picked?.theme || chosenHere.has('theme') }
  const { theme } = session()
  const change = {
    ...(chosen.locale && locale() !== userLocale ? { locale: locale() } : {}),
    ...(chosen.theme && theme !== userTheme ? { theme } : {}),
  }
  if (Object.keys(change).length > 0) void savePreference(change)
  if (!chosen.locale && locale() !== userLocale) await setLocale(userLocale)
  if (!chosen.theme && theme !== userTheme) showTheme(userTheme)
  saveSession()
}

/** Changes the theme for this user, here and wherever they sign in next. */
export function chooseTheme(theme: ThemeName): void {
  chosenHere.add('theme')
  showTheme(theme)
  void savePreference({ theme })
}

/** Changes the language for this user, here and wherever they sign in next. */
export function chooseLocale(next: Locale): void {
  chosenHere.add('locale')
  void setLocale(next)
  void savePreference({ locale: next })
}

function showTheme(theme: ThemeName): void {
  applyTheme(theme)
  setSession({ theme })
}

async function savePreference(change: { locale?: Locale; theme?: ThemeName }): Promise<void> {
  try {
    await sendCall(sessionCalls.savePreferences, change, { silent: true })
  } catch {
    // NOTE: the choice holds in this browser; the server learns of it with the next one.
  }
}

/** What the user may do or find has changed: menu, buttons, and the rows that say what may be done with them. */
export async function rightsChanged(): Promise<void> {
  await loadProfile()
  await queryClient.invalidateQueries()
}

/** The person has done what had to come first: from here on everything may be asked again. */
export async function setupDone(): Promise<void> {
  setShell({ setup: 'none', menu: 'loading' })
  await loadProfile()
  if (useShell.getState().setup === 'none') await queryClient.invalidateQueries()
}

/** The operator signs out: what is half typed would be forgotten. */
export const leaveSession = (): void => afterSavedOrDiscarded(['', ...session().tabs.map(({ key }) => key)], () => void signOut())

/** Ends the session on the server and here, and forgets what was open. */
export async function signOut(): Promise<void> {
  try {
    await sendCall(sessionCalls.signOut, {}, { silent: true })
  } catch {
    // NOTE: signing out must work without the server; the token then ends by its idle limit.
  }
  endSessionHere(false)
}

/** Leaves for the sign-in page. With `keepWork` the same user finds tabs and half-typed forms again. */
export function endSessionHere(keepWork: boolean): void {
  stopLive()
  if (keepWork) saveSession()
  else {
    queryClient.clear()
    forgetUser()
  }
  setShell({ expired: false, overlay: 'none', setup: 'none' })
  emit('signedOut', { keepWork })
}

/**
 * Another window of this browser signed out or in. The same person who signed in again goes on here with the new session, open dialogs and
 * half-typed forms included; for somebody else the page is loaded afresh, or two people's work would mix.
 */
export function followOtherWindows(): void {
  const token = readCookie('token')
  if (token === session().token) return
  if (token === '') {
    saveSession()
    return endSessionHere(true)
  }
  if (readCookie('username') !== session().username) {
    saveSession()
    return location.reload()
  }
  stopLive()
  setShell({ expired: false })
  void loadProfile().then(() => queryClient.invalidateQueries())
}

function startAfresh(): void {
  queryClient.clear()
  dropAllTabStates()
  const shown = tabKeyOf(hashPath(), screens)
  const tabs = session().tabs.filter((tab) => tab.key === HOME || tab.key === shown)
  setSession({ tabs, frames: {}, permissions: [], navigation: [] })
}

const cookies = () => ({ token: readCookie('token'), username: readCookie('username'), email: readCookie('email') })

function pick(state: Partial<SessionState>): Partial<SessionState> {
  return Object.fromEntries(SAVED.filter((field) => state[field] !== undefined).map((field) => [field, state[field]]))
}
