import { useEffect, useState } from 'react'
import { setSession, useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { chooseTheme } from '../state/session-life.ts'
import { setShell } from '../state/shell-state.ts'
import { PhoneBar } from '../phone/phone-bar.tsx'
import { Breadcrumbs } from '../menu/breadcrumbs.tsx'
import { Glyph } from '../menu/glyph.tsx'
import { JobSign } from './job-sign.tsx'
import { LiveChip } from './live-chip.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { QueueBell } from './queue-bell.tsx'
import { UserMenu } from './user-menu.tsx'
import './header.css'

/** The bar above the tabs. */
export function Header({ path }: { path: string }) {
  const collapse = useSession((state) => state.collapse)
  const theme = useSession((state) => state.theme)
  const full = useFullScreen()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <header className="header">
      <IconButton
        name={collapse ? t('展开菜单') : t('收起菜单')}
        picture={collapse ? 'unfold' : 'fold'}
        onClick={() => setSession({ collapse: !collapse })}
      />
      <Breadcrumbs path={path} />
      <span className="header-space" />
      <button type="button" className="header-search" onClick={() => setShell({ overlay: 'palette' })}>
        <Glyph name="search" />
        <span>{t('搜索菜单和命令')}</span>
        <kbd>{/Mac/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <PhoneBar />
      <LiveChip />
      <QueueBell />
      <JobSign />
      <NoticeBell />
      <IconButton
        name={theme === 'dark' ? t('切换到浅色主题') : t('切换到深色主题')}
        picture={theme === 'dark' ? 'sun' : 'moon'}
        onClick={() => chooseTheme(next)}
      />
      <IconButton name={full ? t('退出全屏') : t('全屏')} picture={full ? 'shrink' : 'expand'} onClick={toggleFullScreen} />
      <IconButton name={t('快捷键')} picture="keys" onClick={() => setShell({ overlay: 'keys' })} />
      <UserMenu />
    </header>
  )
}

function IconButton({ name, picture, onClick }: { name: string; picture: Parameters<typeof Glyph>[0]['name']; onClick: () => void }) {
  return (
    <button type="button" className="icon-button" aria-label={name} title={name} onClick={onClick}>
      <Glyph name={picture} />
    </button>
  )
}

function useFullScreen(): boolean {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const note = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', note)
    return () => document.removeEventListener('fullscreenchange', note)
  }, [])
  return full
}

function toggleFullScreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  done?.catch(() => undefined)
}
