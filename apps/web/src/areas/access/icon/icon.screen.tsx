import { Segmented } from 'antd'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { IconWall } from './icon-wall.tsx'
import { matchingIcons, type IconTheme } from './icon.view.ts'
import './icon.css'

const themes: readonly IconTheme[] = ['Outlined', 'Filled', 'TwoTone']

/** Every icon a menu entry can be given; a click copies its name. */
export default function IconScreen() {
  const [params, setParams] = useSearchParams()
  const theme = themes.find((name) => name === params.get('theme')) ?? 'Outlined'
  const [asked, setAsked] = useState(params.get('keyword') ?? '')
  const set = useQuery({
    queryKey: ['icon set'],
    queryFn: () => import('./icon-set.ts'),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  const put = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  const found = set.data ? matchingIcons(set.data.names, theme, asked) : undefined
  return (
    <Page title={t('图标')} extra={found ? t('{n} 个', { n: found.length }) : undefined} fill>
      <div className="icons-bar" role="search" aria-label={t('查找图标')}>
        <FindInput
          label={t('图标名称')}
          placeholder={t('按英文名查找，如 car、phone')}
          value={asked}
          widthPx={260}
          onChange={(typed) => {
            setAsked(typed)
            put('keyword', typed.trim())
          }}
        />
        <Segmented<IconTheme>
          value={theme}
          onChange={(next) => put('theme', next === 'Outlined' ? '' : next)}
          options={[
            { value: 'Outlined', label: t('线框') },
            { value: 'Filled', label: t('实底') },
            { value: 'TwoTone', label: t('双色') },
          ]}
        />
      </div>
      <Async query={set} skeleton={<Skeleton lines={8} height={88} />}>
        {(icons) =>
          found?.length === 0 ? <EmptyState title={t('没有这样的图标')} /> : <IconWall names={found ?? []} iconOf={icons.iconOf} />
        }
      </Async>
    </Page>
  )
}
