import { useMemo } from 'react'
import { parsePath, Route, Routes } from 'react-router-dom'
import type { Screen } from '#platform/tab/screen.ts'
import { pathOnly } from '#platform/browser/hash.ts'
import { TabContext } from '#platform/tab/tab.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { ScreenBody } from '../tabs/screen-body.tsx'
import { PhoneBar } from '../phone/phone-bar.tsx'
import { LiveChip, OfflineStrip } from '../header/live-chip.tsx'
import { TabBoundary } from '../root/tab-boundary.tsx'
import { forgetCode } from '#platform/browser/code.ts'
import { ScreenNotLoaded } from '../root/screen-not-loaded.tsx'
import './layout.css'

interface Props {
  path: string
  screen: Screen | null
  title: string
  active: boolean
  /** An error page lies over it: what was typed stays as it is. */
  covered: boolean
}

/** A screen outside the main layout: the whole window, no menu, no tabs. It hears of its session and of a lost line as the console does. */
export function BareLayout({ path, screen, title, active, covered }: Props) {
  const language = useLocale()
  const key = pathOnly(path)
  const info = useMemo(() => ({ key: `bare:${key}`, active, pane: null }), [key, active])
  const place = useMemo(() => {
    const { pathname = '/', search = '' } = parsePath(path)
    return { pathname, search, hash: '', state: null, key: 'default' }
  }, [path])
  return (
    <main className="bare" aria-label={t('主要内容')} inert={covered} data-covered={covered}>
      <TabContext value={info}>
        <TabBoundary language={language} onRetry={() => screen && forgetCode(screen.load)}>
          {screen ? (
            <Routes location={place}>
              <Route path={screen.path} element={<ScreenBody screen={screen} />} />
            </Routes>
          ) : (
            <ScreenNotLoaded title={title} />
          )}
        </TabBoundary>
        <PhoneBar floating />
        <div className="bare-state">
          <LiveChip />
        </div>
        <OfflineStrip />
      </TabContext>
    </main>
  )
}
