import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PushpinFilled from '@ant-design/icons/es/icons/PushpinFilled'
import PushpinOutlined from '@ant-design/icons/es/icons/PushpinOutlined'
import StarOutlined from '@ant-design/icons/es/icons/StarOutlined'
import { Button, Popover } from 'antd'
import { useState } from 'react'
import { t } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { withView, withoutView, type SavedViews } from './saved-views.view.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'

const NameDialog = lazyPiece(() => import('./name-view.dialog.tsx'))

interface SavedViewsMenuProps {
  saved: SavedViews
  /** The address of the list as it is. */
  address: string
  onChange: (saved: SavedViews) => void
  onApply: (address: string) => void
}

export function SavedViewsMenu({ saved, address, onChange, onApply }: SavedViewsMenuProps) {
  const [open, setOpen] = useState(false)
  const [naming, setNaming] = useState(false)
  const list = (
    <div className="ui-views">
      {saved.views.length === 0 ? <EmptyState title={t('还没有常用筛选')} hint={t('设好筛选后保存，下次一键打开')} /> : null}
      <ul>
        {saved.views.map((view) => (
          <li key={view.name}>
            <Button
              type={view.address === address ? 'default' : 'text'}
              size="small"
              className="ui-views-name"
              onClick={() => {
                onApply(view.address)
                setOpen(false)
              }}
            >
              {view.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={saved.opening === view.name ? <PushpinFilled /> : <PushpinOutlined />}
              aria-pressed={saved.opening === view.name}
              aria-label={t('打开列表时默认使用「{name}」', { name: view.name })}
              title={t('打开列表时默认使用')}
              onClick={() => onChange({ ...saved, opening: saved.opening === view.name ? null : view.name })}
            />
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('删除「{name}」', { name: view.name })}
              title={t('删除')}
              onClick={() => onChange(withoutView(saved, view.name))}
            />
          </li>
        ))}
      </ul>
      <Button
        size="small"
        block
        disabled={address === ''}
        onClick={() => {
          setOpen(false)
          setNaming(true)
        }}
      >
        {t('保存当前筛选')}
      </Button>
    </div>
  )
  return (
    <>
      <Popover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        title={t('常用筛选')}
        content={list}
        destroyOnHidden
      >
        <Button icon={<StarOutlined />} aria-label={t('常用筛选')} title={t('常用筛选')} />
      </Popover>
      <WhenOpened open={naming}>
        <NameDialog open={naming} onClose={() => setNaming(false)} onName={(name) => onChange(withView(saved, { name, address }))} />
      </WhenOpened>
    </>
  )
}
