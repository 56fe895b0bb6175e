import { useQuery } from '@tanstack/react-query'
import { Button, Popover, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { t } from '#platform/text/text.ts'
import { matchingIcons, type IconTheme } from './icon.view.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { IconOf } from './icon-of.tsx'
import '../access.css'
import './icon.css'

interface IconPickerProps {
  /** From the form item it stands in. */
  id?: string
  value?: string
  onChange?: (name: string) => void
}

const SHOWN = 120

/** An icon out of the whole set, found by name; the set is fetched when the picker is opened. */
export function IconPicker({ id, value = '', onChange }: IconPickerProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const pick = (name: string) => {
    onChange?.(name)
    close()
  }
  return (
    <span className="authority-bar">
      <Popover
        open={open}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomLeft"
        destroyOnHidden
        content={<Icons chosen={value} onPick={pick} onClose={close} />}
      >
        <Button ref={button} id={id} aria-haspopup="dialog" aria-expanded={open}>
          {value ? <IconOf name={value} /> : null}
          {value || t('选择图标')}
        </Button>
      </Popover>
      {value ? (
        <Button type="text" onClick={() => onChange?.('')}>
          {t('不用图标')}
        </Button>
      ) : null}
    </span>
  )
}

function Icons({ chosen, onPick, onClose }: { chosen: string; onPick: (name: string) => void; onClose: () => void }) {
  const [asked, setAsked] = useState('')
  const [theme, setTheme] = useState<IconTheme>('Outlined')
  const set = useQuery({
    queryKey: ['icon set'],
    queryFn: () => import('./icon-set.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return (
    <div
      className="authority-icons"
      role="dialog"
      aria-label={t('选择图标')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The form around it stays open.
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="authority-bar">
        <FindInput
          autoFocus
          label={t('图标名称')}
          placeholder={t('按英文名查找，如 car、phone')}
          value={asked}
          widthPx={190}
          onChange={setAsked}
        />
        <Segmented<IconTheme>
          value={theme}
          onChange={setTheme}
          options={[
            { value: 'Outlined', label: t('线框') },
            { value: 'Filled', label: t('实底') },
            { value: 'TwoTone', label: t('双色') },
          ]}
        />
      </div>
      <Async query={set} skeleton={<Skeleton lines={6} height={36} />}>
        {({ names, iconOf }) => {
          const found = matchingIcons(names, theme, asked)
          if (found.length === 0) return <EmptyState title={t('没有这样的图标')} />
          return (
            <>
              <div className="authority-icon-grid">
                {found.slice(0, SHOWN).map((name) => {
                  const Icon = iconOf(name)
                  return (
                    <button
                      key={name}
                      type="button"
                      title={name}
                      aria-label={name}
                      aria-pressed={name === chosen}
                      onClick={() => onPick(name)}
                    >
                      {Icon ? <Icon /> : null}
                    </button>
                  )
                })}
              </div>
              {found.length > SHOWN ? <p className="tree-note">{t('另有 {n} 个，请输入名称查找', { n: found.length - SHOWN })}</p> : null}
            </>
          )
        }}
      </Async>
    </div>
  )
}
