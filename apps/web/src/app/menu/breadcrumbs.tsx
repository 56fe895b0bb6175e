import { pathOnly } from '#platform/browser/hash.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { trail } from '../root/navigation.ts'
import { resolve, tabKeyOf } from '../root/resolve.ts'
import { screens } from '../root/screens.ts'
import { linkOf } from './side-menu.tsx'
import './menu.css'

/** Where the shown page is in the menu. */
export function Breadcrumbs({ path }: { path: string }) {
  const navigation = useSession((state) => state.navigation)
  const here = pathOnly(path)
  const key = tabKeyOf(path, screens)
  const own = useSession((state) => state.tabs.find((tab) => tab.key === key)?.title)
  const found = trail(navigation, (item) => item.url !== '' && pathOnly(linkOf(item)) === here)
  const target = resolve(path, screens, navigation)
  const last = own ?? ('title' in target ? target.title : '')
  const names = found.length > 0 ? [...found.slice(0, -1).map((item) => item.name), found.at(-1)?.name ?? last] : [last]
  return (
    <nav className="breadcrumbs" aria-label={t('当前位置')}>
      <ol>
        {here === '/' ? null : (
          <li>
            <a href="#/">{t('首页')}</a>
          </li>
        )}
        {names.filter(Boolean).map((name, index, all) => (
          <li key={name} aria-current={index === all.length - 1 ? 'page' : undefined}>
            {tr(name)}
          </li>
        ))}
      </ol>
    </nav>
  )
}
