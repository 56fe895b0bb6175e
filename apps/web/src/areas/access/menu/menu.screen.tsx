import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { functionCalls } from '@chauffeur/contract/access/function'
import { menuCalls } from '@chauffeur/contract/access/menu'
import { Button, Select } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall, useSend } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { find, type Place } from '#kit/tree/tree-move.view.ts'
import { reportMove, TreeSplit } from '#kit/tree/tree-split.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { IconOf } from '../icon/icon-of.tsx'
import { MenuPanel } from './menu.panel.tsx'
import type { MenuFormTarget } from './menu.form.tsx'
import { MAX_DEPTH, menuBranches, type MenuBranch } from './menu.view.ts'
import { useFunctions } from '../function/use-functions.ts'
import { nameOf } from '../access.view.ts'

const MenuForm = lazyPiece(() => import('./menu.form.tsx'))
const MenuPreview = lazyPiece(() => import('./menu-preview.drawer.tsx'))

const CONSOLE = 3
const draw = (menu: MenuBranch) => (
  <span className="tree-row">
    {menu.icon ? <IconOf name={menu.icon} /> : null}
    <span className="tree-name" title={menu.name}>
      {tr(menu.name)}
    </span>
    {menu.url ? <span className="tree-code">{menu.url}</span> : null}
  </span>
)
const text = (menu: MenuBranch) => `${menu.name} ${tr(menu.name)} ${menu.url}`
const canMove = (menu: MenuBranch) => menu.allowedActions.includes('edit')

/** The menu of a platform as its people find it on the left, to put in order and to change. */
export default function MenuScreen() {
  const [params, setParams] = useSearchParams()
  const platformId = Number(params.get('platform') ?? CONSOLE) || CONSOLE
  const query = useCall(menuCalls.menuTree, { platformId })
  const platforms = useCall(functionCalls.platforms, {}).data?.rows
  const functions = useFunctions()
  const mayEdit = useCan('menu.edit')
  const move = useSend(menuCalls.menuMove)
  const [form, setForm] = useState<MenuFormTarget | null>(null)
  const [previewing, setPreviewing] = useState(false)
  const tree = useMemo(() => menuBranches(query.data?.menus ?? []), [query.data])
  const asked = params.get('menuId') ?? tree[0]?.id ?? null
  const chosen = asked === null ? undefined : find(tree, asked)

  const put = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          if (value === null) next.delete(name)
          else next.set(name, value)
          if (name === 'platform') next.delete('menuId')
          return next
        },
        { replace: true },
      ),
    [setParams],
  )
  const choose = useCallback((id: string | null) => put('menuId', id), [put])

  const onMove = (menu: MenuBranch, { parentId, position }: Place) => {
    const place = { position, ...(parentId === null ? {} : { parentId }) }
    reportMove(move.send({ menuId: menu.menuId, version: menu.version, ...place }))
  }
  return (
    <Page
      title={t('菜单管理')}
      fill
      actions={
        <>
          <Select
            aria-label={t('平台')}
            value={platformId}
            style={{ width: 180 }}
            options={(platforms ?? [{ platformId, name: '', nameEn: '' }]).map((one) => ({ value: one.platformId, label: nameOf(one) }))}
            onChange={(value: number) => put('platform', value === CONSOLE ? null : String(value))}
          />
          <Button onClick={() => setPreviewing(true)}>{t('按角色预览')}</Button>
          {mayEdit ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ row: null, parent: null })}>
              {t('添加一级菜单')}
            </Button>
          ) : null}
        </>
      }
    >
      <TreeSplit<MenuBranch>
        query={query}
        label={t('菜单树')}
        tree={tree}
        selected={chosen?.id ?? null}
        onSelect={choose}
        draw={draw}
        text={text}
        maxDepth={MAX_DEPTH}
        canMove={canMove}
        onMove={onMove}
        busy={move.pending}
        detail={
          chosen ? (
            <MenuPanel
              key={chosen.menuId}
              menu={chosen}
              onEdit={() => setForm({ row: chosen, parent: null })}
              onAdd={() => setForm({ row: null, parent: chosen })}
              onGone={() => choose(chosen.parentId)}
            />
          ) : null
        }
        nothing={
          <EmptyState title={tree.length === 0 ? t('该平台还没有菜单') : t('没有找到该菜单')} hint={t('请在左侧选择或添加菜单。')} />
        }
      />
      <WhenOpened open={form !== null}>
        <MenuForm asked={form} platformId={platformId} functions={functions} onClose={() => setForm(null)} onAdded={choose} />
      </WhenOpened>
      <WhenOpened open={previewing}>
        <MenuPreview open={previewing} platformId={platformId} onClose={() => setPreviewing(false)} />
      </WhenOpened>
    </Page>
  )
}
