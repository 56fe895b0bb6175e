import SettingOutlined from '@ant-design/icons/es/icons/SettingOutlined'
import { Button, Popover } from 'antd'
import { Suspense } from 'react'
import { t } from '#platform/text/text.ts'
import type { ColumnSettingsProps } from './column-settings-body.tsx'
import '../page/ui.css'
import { lazyPiece } from '../dialog/lazy-piece.tsx'

const Body = lazyPiece(() => import('./column-settings-body.tsx'), 'place') as unknown as <Row>(
  props: ColumnSettingsProps<Row>,
) => React.ReactElement

export function ColumnSettings<Row>(props: ColumnSettingsProps<Row>) {
  const content = (
    <Suspense fallback={<div className="ui-columns" style={{ height: 432 }} />}>
      <Body {...props} />
    </Suspense>
  )
  return (
    <Popover trigger="click" placement="bottomRight" title={t('列与密度')} content={content} destroyOnHidden>
      <Button icon={<SettingOutlined />} aria-label={t('列与密度')} title={t('列与密度')} />
    </Popover>
  )
}
