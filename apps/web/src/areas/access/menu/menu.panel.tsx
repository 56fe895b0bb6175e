import { menuCalls } from '@chauffeur/contract/access/menu'
import { Button } from 'antd'
import { useCall, useSend } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { BranchPane } from '#kit/tree/branch-pane.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { IconOf } from '../icon/icon-of.tsx'
import { kindOf, type MenuBranch } from './menu.view.ts'
import { deptTypeWords, kindWords } from './menu-words.ts'
import { areaOf, nameOf } from '../access.view.ts'
import '../access.css'
import './menu.css'

interface MenuDetailProps {
  menu: MenuBranch
  onEdit: () => void
  onAdd: () => void
  onGone: () => void
}

/** A menu entry: where it leads, who sees it, and what can be done with it. */
export function MenuPanel({ menu, onEdit, onAdd, onGone }: MenuDetailProps) {
  const needed = useCall(menuCalls.menuFunctions, { menuId: menu.menuId })
  const remove = useSend(menuCalls.menuDelete)
  const can = (action: string) => menu.allowedActions.includes(action)
  return (
    <BranchPane
      name={tr(menu.name)}
      actions={
        can('edit') ? (
          <>
            <Button onClick={onAdd}>{t('添加下级')}</Button>
            <Button onClick={onEdit}>{t('修改')}</Button>
          </>
        ) : null
      }
      deletion={
        can('delete')
          ? {
              title: t('删除菜单'),
              question: t('删除菜单「{name}」后不能恢复。', { name: menu.name }),
              barred: menu.children.length === 0 ? '' : t('请先移动或删除下级菜单'),
              send: () => remove.send({ menuId: menu.menuId, version: menu.version }),
              onGone,
            }
          : null
      }
    >
      <Facts
        facts={[
          [t('打开方式'), kindWords(kindOf(menu.url))],
          [t('地址'), menu.url && <span className="tree-code">{menu.url}</span>],
          [
            t('图标〔一个〕'),
            menu.icon && (
              <span className="tree-row">
                <IconOf name={menu.icon} />
                <span className="tree-code">{menu.icon}</span>
              </span>
            ),
          ],
          [t('可见部门类型'), joined(menu.deptTypes.map(deptTypeWords))],
          [
            t('所需功能'),
            menu.functionCodes.length === 0 ? (
              t('不需要，所有人可见')
            ) : (
              <Async query={needed} skeleton={<Skeleton lines={menu.functionCodes.length} height={22} />}>
                {({ functions }) => (
                  <ul className="authority-list">
                    {functions.map((fn) => (
                      <li key={fn.code}>
                        {areaOf(fn)} / {nameOf(fn)} <span className="tree-code">{fn.code}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Async>
            ),
          ],
        ]}
      />
      {menu.functionCodes.length > 1 ? <p className="tree-note authority-sentence">{t('需要同时拥有以上功能才能看到此菜单。')}</p> : null}
    </BranchPane>
  )
}
