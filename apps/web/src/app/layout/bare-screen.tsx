import { useMemo } from 'react'
import { parsePath, Route, Routes } from 'react-router-dom'
import type { Screen } from '#platform/screen.ts'
import { pathOnly } from '#platform/hash.ts'
import { TabContext } from '#platform/tab.ts'
import { t, useLocale } from '#platform/text.ts'
import { ScreenBody } from '../tabs/screen-body.tsx'
import { PhoneBar } from '../phone/phone-bar.tsx'
import { TabBoundary } from '../tabs/tab-boundary.tsx'
import { forgetCode } from '../code.ts'
import { Unopened } from '../unopened.tsx'

/** A screen outside the main layout: the whole window, no menu, no tabs. */
export function BareScreen({ path, screen, title, active }: { path: string; screen: Screen | null; title: string; active: boolean }) {
  const language = useLocale()
  const key = pathOnly(path)
  const info = useMemo(() => ({ key: `bare:${key}`, active, pane: null }), [key, active])
  const place = useMemo(() => {
    const { pathname = '/', search = '' } = parsePath(path)
    return { pathname, search, hash: '', state: null, key: 'default' }
  }, [path])
  return (
    <main className="bare" aria-label={t('主要内容')}>
      <TabContext value={info}>
        <TabBoundary language={language} onRetry={() => screen && forgetCode(screen.load)}>
          {screen ? (
            <Routes location={place}>
              <Route path={screen.path} element={<ScreenBody screen={screen} />} />
            </Routes>
          ) : (
            <Unopened title={title} />
          )}
        </TabBoundary>
        <PhoneBar floating />
      </TabContext>
    </main>
  )
}
