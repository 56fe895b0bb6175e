import type { NavigationItem } from '@chauffeur/contract/access/authority'
import { useEffect, useRef, useState } from 'react'
import { pathOnly } from '#platform/browser/hash.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Logo } from '#kit/media/logo.tsx'
import { useBrand } from '../../areas/access/session/brand.ts'
import { frameAddress, framePath, trail } from '../root/navigation.ts'
import { menuPath } from '../root/resolve.ts'
import { loadProfile } from '../state/session-life.ts'
import { useShell } from '../state/shell-state.ts'
import { MenuIcon } from './menu-icon.tsx'
import './menu.css'

/** The address an entry leads to inside the console. */
export function linkOf(item: NavigationItem): string {
  return frameAddress(item.url) === null ? menuPath(item.url) : framePath(item)
}

/** The left menu, as the server sends it. */
export function SideMenu({ path }: { path: string }) {
  const navigation = useSession((state) => state.navigation)
  const collapse = useSession((state) => state.collapse)
  const state = useShell((shell) => shell.menu)
  const brand = useBrand()
  const here = pathOnly(path)
  const list = useRef<HTMLElement>(null)
  // A screen opened by the palette or a link may lie below what the menu shows. Its group opens in an effect of the entry, which runs first.
  useEffect(() => {
    const frame = requestAnimationFrame(() => list.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' }))
    return () => cancelAnimationFrame(frame)
  }, [here, navigation, collapse])
  const above = trail(navigation, (item) => item.url !== '' && pathOnly(linkOf(item)) === here).map((item) => item.id)
  return (
    <aside className="side">
      <a className="side-brand" href="#/" title={brand?.brandName ?? ''}>
        {brand ? <Logo src={brand.logo} name={brand.brandName} /> : <span className="side-logo" />}
        <span className="side-name">{brand?.brandName ?? '\u00a0'}</span>
      </a>
      <nav ref={list} className="side-nav" aria-label={t('主菜单')}>
        {navigation.length > 0 ? (
          <ul>
            {navigation.map((item) => (
              <Entry key={item.id} item={item} here={here} above={above} collapse={collapse} top />
            ))}
          </ul>
        ) : state === 'failed' ? (
          <p className="side-note">
            {t('菜单加载失败')}{' '}
            <button type="button" className="link" onClick={() => void loadProfile()}>
              {t('重试')}
            </button>
          </p>
        ) : state === 'loading' ? (
          <div className="side-waiting" aria-hidden="true" />
        ) : (
          <p className="side-note">{t('暂无可用菜单')}</p>
        )}
      </nav>
    </aside>
  )
}

interface EntryProps {
  item: NavigationItem
  here: string
  above: string[]
  collapse: boolean
  top?: boolean
}

function Entry({ item, here, above, collapse, top = false }: EntryProps) {
  const within = above.includes(item.id)
  const [open, setOpen] = useState(within)
  // A menu folded to icons shows its groups beside it; going somewhere closes them.
  useEffect(() => setOpen(collapse && top ? false : within), [within, here, collapse, top])
  const name = tr(item.name)
  if (item.children.length === 0) {
    return (
      <li>
        <a
          href={`#${linkOf(item)}`}
          aria-current={pathOnly(linkOf(item)) === here ? 'page' : undefined}
          title={collapse && top ? name : undefined}
        >
          {top ? <MenuIcon name={item.icon} /> : null}
          <span>{name}</span>
        </a>
      </li>
    )
  }
  return (
    <li
      className={top ? 'side-group' : undefined}
      onMouseLeave={() => collapse && top && setOpen(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && collapse && top) setOpen(false)
      }}
    >
      <button
        type="button"
        aria-expanded={open}
        data-within={within}
        title={collapse && top ? name : undefined}
        onClick={() => setOpen(!open)}
      >
        {top ? <MenuIcon name={item.icon} /> : null}
        <span>{name}</span>
        <i className="side-arrow" aria-hidden="true" />
      </button>
      {open ? (
        <ul>
          {item.children.map((child) => (
            <Entry key={child.id} item={child} here={here} above={above} collapse={collapse} />
          ))}
        </ul>
      ) : null}
    </li>
  )
}
