import { bankFormatCalls, bankValue, bankValueText, type BankColumn } from '@chauffeur/contract/finance/bank-format'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { savedAgain } from '#kit/config/config.view.ts'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { SettingActions } from '#kit/config/setting-actions.tsx'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, SelectField } from '#kit/fields/choice-fields.tsx'
import { WithField } from '#kit/fields/field-row.tsx'
import { RowsField } from '#kit/fields/rows-field.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { sendCall, useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './payout.css'

type Formats = AnswerOf<typeof bankFormatCalls.list>
type Format = Formats['rows'][number]
interface Editing {
  row: Format | null
  whole: boolean
}
const reads = [bankFormatCalls.list, bankFormatCalls.history]
const columnWords = (columns: readonly Partial<BankColumn>[]) => joined(columns.map(({ title }) => title))

/** How the file is laid out for the bank of each city. */
export function FormatsPanel() {
  const query = useCall(bankFormatCalls.list, {})
  const [editing, setEditing] = useState<Editing | null>(null)
  const [history, setHistory] = useState<{ row: Format; open: boolean } | null>(null)
  const data = query.data
  const free = data?.cities.filter(({ cityId }) => !data.rows.some((row) => row.cityId === cityId)) ?? []
  const nameOf = (row: Format | null) => (row?.cityId ? tr(row.cityName) : t('全部城市'))
  const mayChange = (row: Format | null, formats: Formats) => (row?.cityId ? true : formats.mayChangeTenant)
  return (
    <Panel
      title={t('文件格式')}
      extra={
        <Button size="small" disabled={free.length === 0} onClick={() => setEditing({ row: null, whole: false })}>
          {t('新增城市文件格式')}
        </Button>
      }
    >
      <Async query={query}>
        {(formats) => (
          <PlainTable
            label={t('文件格式')}
            rows={[formats.rows.find(({ cityId }) => cityId === null) ?? null, ...formats.rows.filter(({ cityId }) => cityId !== null)]}
            rowKey={(row) => row?.cityId ?? 'tenant'}
            columns={[
              { title: t('城市'), head: true, cell: nameOf },
              { title: t('列'), cell: (row) => columnWords((row ?? formats.defaults).columns) },
              {
                title: t('最近修改'),
                cell: (row) =>
                  row ? (
                    <>
                      {row.changedBy || t('系统')} · <Time at={row.changedAt} />
                    </>
                  ) : (
                    <span className="ui-none">{t('默认')}</span>
                  ),
              },
              {
                title: t('操作'),
                cell: (row) => (
                  <SettingActions
                    name={t('{city}的文件格式', { city: nameOf(row) })}
                    onEdit={mayChange(row, formats) && (() => setEditing({ row, whole: !row?.cityId }))}
                    onHistory={row !== null && (() => setHistory({ row, open: true }))}
                  />
                ),
              },
            ]}
          />
        )}
      </Async>
      {data ? <FormatForm editing={editing} defaults={data.defaults} cities={free} onClose={() => setEditing(null)} /> : null}
      {history ? <FormatHistory row={history.row} open={history.open} onClose={() => setHistory({ ...history, open: false })} /> : null}
    </Panel>
  )
}

const FormatHistory = ({ row, open, onClose }: { row: Format; open: boolean; onClose: () => void }) => (
  <VersionsDrawer
    open={open}
    title={t('{city}文件格式的历史', { city: row.cityId ? tr(row.cityName) : t('全部城市') })}
    query={useCall(bankFormatCalls.history, { settingId: row.settingId }, { enabled: open })}
    factsOf={({ columns }) => columns.map(({ title, value, fixed }) => ({ label: title, words: fixed || tr(bankValueText[value]) }))}
    back={{
      call: bankFormatCalls.save,
      save: (version, newest, changeReason) =>
        sendCall(bankFormatCalls.save, { ...savedAgain(version), version: newest.version, changeReason }, { silent: true }),
      refreshes: reads,
    }}
    onClose={onClose}
  />
)

interface FormatFormProps {
  editing: Editing | null
  defaults: Formats['defaults']
  cities: Formats['cities']
  onClose: () => void
}

function FormatForm({ editing, defaults, cities, onClose }: FormatFormProps) {
  const whole = editing?.whole ?? false
  return (
    <CallForm
      call={bankFormatCalls.save}
      refreshes={reads}
      open={editing !== null}
      as="drawer"
      width={680}
      title={(row) =>
        whole ? t('修改全部城市的文件格式') : row ? t('修改{city}的文件格式', { city: tr(row.cityName) }) : t('新增城市文件格式')
      }
      row={editing?.row}
      initial={defaults}
      fieldOf={{ 'bankFormat.lacking': 'columns' }}
      of="settingId"
      onClose={onClose}
    >
      {(row) => (
        <>
          {row || whole ? null : (
            <SelectField
              name="cityId"
              label={t('城市')}
              required
              choices={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
            />
          )}
          <RowsField<Partial<BankColumn>>
            name="columns"
            label={t('列，按文件里的顺序')}
            words={columnWords}
            addText={t('增加一列')}
            added={{ title: '', value: 'FIXED' }}
            most={40}
            removeText={(n) => t('删除第 {n} 列', { n })}
          >
            {(at) => (
              <>
                <TextField name={[at, 'title']} label={t('第 {n} 列的列名', { n: at + 1 })} required maxLength={40} />
                <SelectField
                  name={[at, 'value']}
                  label={t('第 {n} 列的内容', { n: at + 1 })}
                  required
                  choices={choicesOf(bankValue.options, bankValueText)}
                />
                <WithField name={['columns', at, 'value']}>
                  {(value) =>
                    value === 'FIXED' ? (
                      <TextField name={[at, 'fixed']} label={t('第 {n} 列的固定内容', { n: at + 1 })} maxLength={80} />
                    ) : null
                  }
                </WithField>
              </>
            )}
          </RowsField>
          {row ? <ReasonField /> : null}
        </>
      )}
    </CallForm>
  )
}
