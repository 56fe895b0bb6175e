import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { Button } from 'antd'
import { memo } from 'react'
import { t } from '#platform/text/text.ts'
import { SavedViewsMenu } from '#kit/filter/saved-views.tsx'
import type { SavedViews } from '#kit/filter/saved-views.view.ts'
import { ColumnSettings } from '#ui/table/column-settings.tsx'
import type { Column, GridSettings } from '#ui/table/grid.view.ts'

interface ListToolsProps<Row> {
  saved: SavedViews
  /** The address of the list as it is. */
  address: string
  columns: readonly Column<Row>[]
  settings: GridSettings
  fetching: boolean
  printable: boolean
  onSaved: (saved: SavedViews) => void
  onApply: (address: string) => void
  onSettings: (settings: GridSettings) => void
  onPrint: () => void
  onRefresh: () => unknown
}

/** What can be done with the list itself: kept, shown otherwise, printed, asked for again. */
function Tools<Row>(props: ListToolsProps<Row>) {
  const { saved, address, columns, settings, fetching, printable, onSaved, onApply, onSettings, onPrint, onRefresh } = props
  return (
    <>
      <SavedViewsMenu saved={saved} address={address} onChange={onSaved} onApply={onApply} />
      <ColumnSettings columns={columns} settings={settings} onChange={onSettings} />
      <Button icon={<PrinterOutlined />} aria-label={t('打印')} title={t('打印本页')} disabled={!printable} onClick={onPrint} />
      <Button icon={<ReloadOutlined spin={fetching} />} aria-label={t('刷新')} title={t('刷新')} onClick={() => void onRefresh()} />
    </>
  )
}

/** Nothing of it changes when its tab is shown again. */
export const ListTools = memo(Tools) as typeof Tools
