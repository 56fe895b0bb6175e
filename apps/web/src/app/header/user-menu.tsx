import { useRef, useState } from 'react'
import { useSession } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { chooseLocale, chooseTheme, leaveSession } from '../state/session-life.ts'
import { setShell } from '../state/shell-state.ts'
import { DeskSwitches } from './desk-switches.tsx'
import { Glyph } from '../menu/glyph.tsx'
import { Popup, PopupItem } from '../overlay/popup.tsx'

/** Each language under its own name. */
const LANGUAGES = [
  ['zh-CN', '\u4e2d\u6587'],
  ['en', 'English'],
] as const

/** The signed-in user: sessions, language, theme, signing out. */
export function UserMenu() {
  const username = useSession((state) => state.username)
  const realName = useSession((state) => state.realName)
  const email = useSession((state) => state.email)
  const theme = useSession((state) => state.theme)
  const language = useLocale()
  const button = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<{ x: number; y: number; alignRight: true } | null>(null)
  const pick = (act: () => void) => () => {
    setAt(null)
    button.current?.focus()
    act()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className="user-button"
        aria-haspopup="menu"
        aria-expanded={at !== null}
        onClick={() => {
          const box = button.current?.getBoundingClientRect()
          setAt(at || !box ? null : { x: box.right, y: box.bottom + 4, alignRight: true })
        }}
      >
        <Glyph name="user" />
        <span>{realName || username || '\u00a0'}</span>
        <Glyph name="down" />
      </button>
      {at ? (
        <Popup at={at} label={t('用户菜单')} onClose={() => setAt(null)}>
          <p className="popup-head">
            <strong>{username}</strong>
            {email ? <span>{email}</span> : null}
          </p>
          <PopupItem onPick={pick(() => setShell({ overlay: 'sessions' }))}>{t('登录会话')}</PopupItem>
          <PopupItem onPick={pick(() => setShell({ overlay: 'password' }))}>{t('修改密码')}</PopupItem>
          <PopupItem onPick={pick(() => setShell({ overlay: 'authenticator' }))}>{t('登录验证器')}</PopupItem>
          <PopupItem onPick={pick(() => setShell({ overlay: 'agreement' }))}>{t('隐私协议')}</PopupItem>
          <DeskSwitches />
          <hr />
          {LANGUAGES.map(([code, name]) => (
            <PopupItem key={code} checked={language === code} onPick={pick(() => chooseLocale(code))}>
              {name}
            </PopupItem>
          ))}
          <hr />
          <PopupItem checked={theme === 'dark'} onPick={pick(() => chooseTheme('dark'))}>
            {t('深色')}
          </PopupItem>
          <PopupItem checked={theme === 'light'} onPick={pick(() => chooseTheme('light'))}>
            {t('浅色')}
          </PopupItem>
          <hr />
          <PopupItem onPick={pick(() => leaveSession())}>{t('退出登录')}</PopupItem>
        </Popup>
      ) : null}
    </>
  )
}
