import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import { Button, Checkbox, Segmented } from 'antd'
import { t } from '#platform/text/text.ts'
import type { Column, Density, GridSettings } from './grid.view.ts'
import { defaultSettings, movedColumn } from './layout.view.ts'

export interface ColumnSettingsProps<Row> {
  columns: readonly Column<Row>[]
  settings: GridSettings
  onChange: (settings: GridSettings) => void
}

export default function ColumnSettingsBody<Row>({ columns, settings, onChange }: ColumnSettingsProps<Row>) {
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const movable = (key: string) => byKey.has(key) && !byKey.get(key)?.pin
  const move = (key: string, by: -1 | 1) => onChange({ ...settings, order: movedColumn(settings.order, key, by, movable) })
  const show = (key: string, shown: boolean) =>
    onChange({ ...settings, hidden: shown ? settings.hidden.filter((other) => other !== key) : [...settings.hidden, key] })
  return (
    <div className="ui-columns">
      <Segmented<Density>
        block
        size="small"
        value={settings.density}
        options={[
          { value: 'compact', label: t('紧凑') },
          { value: 'normal', label: t('标准') },
          { value: 'loose', label: t('宽松') },
        ]}
        onChange={(density) => onChange({ ...settings, density })}
      />
      <ul>
        {settings.order.map((key) => {
          const column = byKey.get(key)
          if (!column) return null
          return (
            <li key={key}>
              <Checkbox
                checked={column.fixed || !settings.hidden.includes(key)}
                disabled={column.fixed}
                onChange={(event) => show(key, event.target.checked)}
              >
                {column.title}
              </Checkbox>
              {movable(key) ? (
                <span className="ui-columns-move">
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowUpOutlined />}
                    aria-label={t('上移{column}', { column: column.title })}
                    onClick={() => move(key, -1)}
                  />
                  <Button
                    type="text"
                    size="small"
                    icon={<ArrowDownOutlined />}
                    aria-label={t('下移{column}', { column: column.title })}
                    onClick={() => move(key, 1)}
                  />
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
      <Button size="small" type="link" onClick={() => onChange(defaultSettings(columns))}>
        {t('恢复默认')}
      </Button>
    </div>
  )
}
