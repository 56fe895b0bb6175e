import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { go, pathOnly } from '#platform/browser/hash.ts'
import { session, useSession } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { NotFound } from '../root/not-found.tsx'
import { PhoneLink } from '../phone/phone-link.tsx'
import { resolve, tabKeyOf } from '../root/resolve.ts'
import { screens } from '../root/screens.ts'
import { useShell } from '../state/shell-state.ts'
import { useShortcuts } from '../state/shortcuts.ts'
import { TabHost } from '../tabs/tab-host.tsx'
import { usePageTitle } from '../state/page-title.ts'
import { BareLayout } from './bare-layout.tsx'
import { ErrorPage } from './error-page.tsx'
import { Header } from '../header/header.tsx'
import { SideMenu } from '../menu/side-menu.tsx'
import { TabBar } from '../tabs/tab-bar.tsx'
import { OfflineStrip } from '../header/live-chip.tsx'
import './layout.css'

/** Menu, header, tabs and what the address leads to. `running` is false while everything waits behind the dialog of the ended session. NOTE: no `useNavigate` in here: it would draw the shell on every change of address. */
export function Layout({ signedIn, running }: { signedIn: boolean; running: boolean }) {
  useLocale()
  const location = useLocation()
  const navigation = useSession((state) => state.navigation)
  const collapse = useSession((state) => state.collapse)
  const menu = useShell((state) => state.menu)
  const shown = useRef(`${location.pathname}${location.search}`)
  const lastTab = useRef('')
  const mainSeen = useRef(false)
  const main = useRef<HTMLElement>(null)
  if (signedIn && pathOnly(location.pathname) !== '/login') shown.current = `${location.pathname}${location.search}`
  const path = shown.current
  const target = resolve(path, screens, navigation)

  const elsewhere = !signedIn ? '' : location.pathname === '/login' ? '/' : target.kind === 'unknown' && menu !== 'loading' ? '/404' : ''
  useEffect(() => {
    if (elsewhere !== '') go(elsewhere, { replace: true })
  }, [elsewhere])

  // An error of a window without the layout lies over its screen: the rest of the console is not fetched for it.
  const bareShown = useRef('')
  const outside = (target.kind === 'screen' || target.kind === 'unopened') && target.bare
  if (outside) bareShown.current = path
  else if (target.kind !== 'error') bareShown.current = ''
  const bareAt = bareShown.current === '' ? null : resolve(bareShown.current, screens, navigation)
  const bare = bareAt !== null && (bareAt.kind === 'screen' || bareAt.kind === 'unopened')
  const tabbed = !bare && (target.kind === 'screen' || target.kind === 'unopened' || target.kind === 'frame')
  const activeKey = tabbed ? tabKeyOf(path, screens) : ''
  const before = useRef('')
  const wasAway = useRef(false)
  // A menu entry leads back to its open tab as it was left, filters in the address included; so does signing in again.
  const returned = signedIn && wasAway.current
  const left =
    !returned && (before.current === activeKey || path.includes('?'))
      ? undefined
      : session().tabs.find((tab) => tab.key === activeKey)?.path
  const placedAt = left ?? path
  useEffect(() => {
    before.current = signedIn ? activeKey : ''
    wasAway.current = !signedIn
    if (signedIn && placedAt !== path) go(placedAt, { replace: true })
  }, [signedIn, activeKey, placedAt, path])
  if (activeKey !== '') lastTab.current = placedAt
  if (!bare && target.kind !== 'notFound') mainSeen.current = true
  const back = () => go(bareShown.current || lastTab.current || '/')
  const title = 'title' in target ? target.title : ''
  usePageTitle(activeKey, title, signedIn)
  useShortcuts(signedIn, activeKey)

  return (
    <>
      {running ? <PhoneLink /> : null}
      {mainSeen.current ? (
        <div
          className="layout"
          data-collapse={collapse}
          data-covered={bare || target.kind === 'notFound'}
          inert={bare || target.kind === 'notFound'}
        >
          <button type="button" className="skip-link" onClick={() => main.current?.focus()}>
            {t('跳到主要内容')}
          </button>
          <SideMenu path={path} />
          <Header path={path} />
          <nav className="tab-bar" aria-label={t('标签页')}>
            <TabBar activeKey={activeKey} />
          </nav>
          <main className="panes" ref={main} tabIndex={-1} aria-label={t('主要内容')}>
            <TabHost activeKey={activeKey} activePath={placedAt} activeTitle={title} running={running} addressed={signedIn} />
            {target.kind === 'error' && !bare ? (
              <ErrorPage status={target.status} url={target.url} onBack={back} onHome={() => go('/')} />
            ) : null}
          </main>
          <OfflineStrip />
        </div>
      ) : null}
      {bare ? (
        <BareLayout
          path={bareShown.current}
          screen={bareAt.kind === 'screen' ? bareAt.screen : null}
          title={bareAt.title}
          active={running}
          covered={!outside}
        />
      ) : null}
      {bare && target.kind === 'error' ? (
        <div className="bare-error">
          <ErrorPage status={target.status} url={target.url} onBack={back} onHome={() => go('/')} />
        </div>
      ) : null}
      {target.kind === 'notFound' ? <NotFound /> : null}
    </>
  )
}
