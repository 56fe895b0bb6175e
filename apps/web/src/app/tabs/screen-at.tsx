import { useMemo } from 'react'
import { parsePath, Route, Routes } from 'react-router-dom'
import { forgetCode } from '#platform/browser/code.ts'
import type { Screen } from '#platform/tab/screen.ts'
import { useLocale } from '#platform/text/text.ts'
import { ScreenNotLoaded } from '../root/screen-not-loaded.tsx'
import { TabBoundary } from '../root/tab-boundary.tsx'
import { ScreenBody } from './screen-body.tsx'

interface ScreenAtProps {
  /** With its query. */
  path: string
  screen: Screen | null
  title: string
}

/** The screen at an address, whatever the browser's own says; what breaks in it breaks nothing around it. */
export function ScreenAt({ path, screen, title }: ScreenAtProps) {
  const language = useLocale()
  const place = useMemo(() => {
    const { pathname = '/', search = '' } = parsePath(path)
    return { pathname, search, hash: '', state: null, key: 'default' }
  }, [path])
  return (
    <TabBoundary language={language} onRetry={() => screen && forgetCode(screen.load)}>
      {screen ? (
        <Routes location={place}>
          <Route path={screen.path} element={<ScreenBody screen={screen} />} />
        </Routes>
      ) : (
        <ScreenNotLoaded title={title} />
      )}
    </TabBoundary>
  )
}
