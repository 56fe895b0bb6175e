import { useMemo } from 'react'
import type { Screen } from '#platform/tab/screen.ts'
import { pathOnly } from '#platform/browser/hash.ts'
import { TabContext } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { ScreenAt } from '../tabs/screen-at.tsx'
import { PhoneBar } from '../phone/phone-bar.tsx'
import { LiveChip, OfflineStrip } from '../header/live-chip.tsx'
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
  const key = pathOnly(path)
  const info = useMemo(() => ({ key: `bare:${key}`, active, pane: null }), [key, active])
  return (
    <main className="bare" aria-label={t('主要内容')} inert={covered} data-covered={covered}>
      <TabContext value={info}>
        <ScreenAt path={path} screen={screen} title={title} />
        <PhoneBar floating />
        <div className="bare-state">
          <LiveChip />
        </div>
        <OfflineStrip />
      </TabContext>
    </main>
  )
}
