import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { go } from '#platform/browser/hash.ts'
import { useSession } from '#platform/session/session.ts'
import { locale, t, tr } from '#platform/text/text.ts'
import { linkOf } from '../menu/side-menu.tsx'
import { Modal } from '../overlay/modal.tsx'
import { chooseLocale, chooseTheme, leaveSession } from '../state/session-life.ts'
import { setShell } from '../state/shell-state.ts'
import { closeAll } from '../state/tab-actions.ts'
import { search, type Entry, type Spellings } from './search.ts'
import './palette.css'

interface Command extends Entry {
  run: () => void
}

/** Finds a menu entry, an open tab or a command by Chinese, by pinyin or its initials, or by English. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const spell = usePinyin()
  const commands = useCommands()
  const found = useMemo(() => search(commands, words, spell).slice(0, 50), [commands, words, spell])
  const list = useRef<HTMLUListElement>(null)
  const chosen = Math.min(at, found.length - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt((chosen + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setAt((chosen - 1 + found.length) % Math.max(1, found.length))
    else if (event.key === 'Enter') run(found[chosen])
    else return
    event.preventDefault()
  }
  return (
    <Modal title={t('搜索菜单和命令')} onClose={onClose} className="palette">
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] ? `palette-${chosen}` : undefined}
        aria-label={t('搜索菜单和命令')}
        placeholder={t('输入名称、拼音或首字母')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <ul id="palette-list" role="listbox" aria-label={t('搜索结果')} ref={list}>
        {found.map((command, index) => (
          <li
            key={command.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <span>{command.name}</span>
            <small>{command.where}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="palette-none" role="status">
          {t('没有匹配的菜单或命令')}
        </p>
      ) : null}
    </Modal>
  )
}

function useCommands(): Command[] {
  const navigation = useSession((state) => state.navigation)
  const tabs = useSession((state) => state.tabs)
  const theme = useSession((state) => state.theme)
  return useMemo(() => {
    const commands: Command[] = []
    const enter = (items: typeof navigation, above: string[]) => {
      for (const item of items) {
        if (item.children.length > 0) enter(item.children, [...above, tr(item.name)])
        else if (item.url !== '')
          commands.push({
            id: `menu-${item.id}`,
            name: tr(item.name),
            source: item.name,
            where: above.join(' › ') || t('菜单'),
            run: () => go(linkOf(item)),
          })
      }
    }
    enter(navigation, [])
    const listed = new Set(commands.map((command) => command.source))
    for (const tab of tabs.filter((one) => !listed.has(one.title)))
      commands.push({ id: `tab-${tab.key}`, name: tr(tab.title), source: tab.title, where: t('打开的标签页'), run: () => go(tab.path) })
    const act = (id: string, name: string, run: () => void) => commands.push({ id, name, source: name, where: t('命令'), run })
    act('theme', theme === 'dark' ? t('切换到浅色主题') : t('切换到深色主题'), () => chooseTheme(theme === 'dark' ? 'light' : 'dark'))
    act('language', t('切换语言'), () => chooseLocale(locale() === 'en' ? 'zh-CN' : 'en'))
    act('close-all', t('关闭全部标签页'), closeAll)
    act('sessions', t('登录会话'), () => setShell({ overlay: 'sessions' }))
    act('keys', t('快捷键'), () => setShell({ overlay: 'keys' }))
    act('sign-out', t('退出登录'), leaveSession)
    return commands
  }, [navigation, tabs, theme])
}

/** The pinyin library, once it is there; until then names are found by their characters. */
function usePinyin(): Spellings | null {
  const [spell, setSpell] = useState<Spellings | null>(null)
  useEffect(() => {
    let gone = false
    import('./pinyin.ts').then(
      ({ spellings }) => {
        if (!gone) setSpell(() => spellings)
      },
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [])
  return spell
}
