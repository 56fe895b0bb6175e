import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import type { VersionFacts } from '@chauffeur/contract/kernel/version'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { sendCall, useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx'
import { CallForm } from '../edit/call.form.tsx'
import { ReasonField, SelectField } from '../fields/fields.ts'
import { type Fact, savedAgain } from './config.view.ts'
import { SettingActions } from './setting-actions.tsx'
import { VersionsDrawer } from './versions.tsx'

interface CityRow extends VersionFacts {
  settingId: string
  /** None: of all cities without one of their own. */
  cityId: string | null
  cityName: string
}
interface Settings {
  rows: CityRow[]
  defaults: object
  /** Those whose setting the asker may change. */
  cities: { cityId: string; name: string }[]
  mayChangeTenant?: boolean
}
type RowOf<Read> = AnswerOf<Read> extends { rows: (infer Row)[] } ? Row & CityRow : never
type ValuesOf<Read> = AnswerOf<Read> extends { defaults: infer Values } ? Values : never

/** What a business sets for all cities and, where it wants to, for one: kept in versions, and standard until somebody saves it. */
export interface CitySetting<Read extends Call, Save extends Call> {
  /** What it is, as it stands over the table: 打款渠道. */
  what: string
  read: Read
  save: Save
  /** Takes the setting's id, and answers its versions. */
  history: Call
  columns: PlainColumn<ValuesOf<Read>>[]
  /** Content of a version, field by field. */
  factsOf: (values: RowOf<Read>) => Fact[]
  width?: number
  fieldOf?: Record<string, string>
  /** Its fields, but for the city and the reason. */
  fields: (row: RowOf<Read> | null) => ReactNode
}

export interface CityEditing<Row> {
  /** Null where nothing was saved yet. */
  row: Row | null
  /** Of all cities without one of their own. */
  whole: boolean
}

const cityOf = (row: CityRow | null) => (row?.cityId ? tr(row.cityName) : t('全部城市'))
const settingsOf = <Read extends Call>(answer: AnswerOf<Read>) =>
  answer as unknown as Omit<Settings, 'rows' | 'defaults'> & { rows: RowOf<Read>[]; defaults: ValuesOf<Read> }

/**
 * One setting by city: what holds where, who changed it when, and the ways to change it and to go back. `alone`: the heading of the screen
 * says already what it is.
 */
export function CitySettingPanel<Read extends Call, Save extends Call>({ of, alone }: { of: CitySetting<Read, Save>; alone?: boolean }) {
  const { what } = of
  const query = useCall(of.read, {} as InputOf<Read>)
  const mayEdit = useMay(of.save)
  const [editing, setEditing] = useState<CityEditing<RowOf<Read>> | null>(null)
  const [history, setHistory] = useState<{ row: RowOf<Read>; open: boolean } | null>(null)
  const data = query.data && settingsOf<Read>(query.data)
  const free = data?.cities.filter(({ cityId }) => !data.rows.some((row) => row.cityId === cityId)) ?? []
  const mayChange = (row: RowOf<Read> | null) =>
    mayEdit && (row?.cityId ? (data?.cities.some(({ cityId }) => cityId === row.cityId) ?? false) : data?.mayChangeTenant !== false)
  const setting = (row: RowOf<Read> | null) => (row ?? data?.defaults) as ValuesOf<Read>
  return (
    <Panel
      title={alone ? t('各城市的设置') : what}
      extra={
        mayEdit && free.length > 0 ? (
          <Button size="small" aria-label={t('新增城市设置：{what}', { what })} onClick={() => setEditing({ row: null, whole: false })}>
            {t('新增城市设置')}
          </Button>
        ) : (
          t('没有单独设置的城市按全部城市的设置')
        )
      }
    >
      <Async query={query}>
        {() => (
          <div className="config-wide">
            <PlainTable<RowOf<Read> | null>
              label={what}
              rows={[
                data?.rows.find(({ cityId }) => cityId === null) ?? null,
                ...(data?.rows.filter(({ cityId }) => cityId !== null) ?? []),
              ]}
              rowKey={(row) => row?.cityId ?? 'tenant'}
              columns={[
                { title: t('城市'), head: true, cell: cityOf },
                ...of.columns.map((column) => ({ ...column, cell: (row: RowOf<Read> | null) => column.cell(setting(row)) })),
                { title: t('最近修改'), cell: (row) => <ChangedBy row={row} /> },
                {
                  title: t('操作'),
                  cell: (row) => (
                    <SettingActions
                      name={t('{what}：{city}', { what, city: cityOf(row) })}
                      onEdit={mayChange(row) && (() => setEditing({ row, whole: !row?.cityId }))}
                      onHistory={row !== null && (() => setHistory({ row, open: true }))}
                    />
                  ),
                },
              ]}
            />
          </div>
        )}
      </Async>
      {data ? <CitySettingForm of={of} editing={editing} defaults={data.defaults} cities={free} onClose={() => setEditing(null)} /> : null}
      {history ? (
        <CitySettingHistory
          {...history}
          of={of}
          mayReturn={mayChange(history.row)}
          onClose={() => setHistory({ ...history, open: false })}
        />
      ) : null}
    </Panel>
  )
}

const ChangedBy = ({ row }: { row: CityRow | null }) =>
  row ? (
    <>
      {row.changedBy || t('系统')} · <Time at={row.changedAt} />
    </>
  ) : (
    <span className="ui-none">{t('默认')}</span>
  )

interface FormProps<Read extends Call, Save extends Call> {
  of: CitySetting<Read, Save>
  editing: CityEditing<RowOf<Read>> | null
  defaults: ValuesOf<Read>
  cities: Settings['cities']
  onClose: () => void
}

/** The setting of all cities, or of one; without a row of a city that is to be chosen. */
export function CitySettingForm<Read extends Call, Save extends Call>({ of, editing, defaults, cities, onClose }: FormProps<Read, Save>) {
  const { what } = of
  const whole = editing?.whole ?? false
  return (
    <CallForm<Save, RowOf<Read>>
      call={of.save}
      refreshes={[of.read, of.history]}
      open={editing !== null}
      as="drawer"
      width={of.width ?? 520}
      title={(row) => (row || whole ? t('修改{what}：{city}', { what, city: cityOf(row) }) : t('新增城市设置：{what}', { what }))}
      row={editing?.row}
      initial={defaults as never}
      fieldOf={of.fieldOf}
      of={'settingId' as never}
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
          {of.fields(row)}
          {row ? <ReasonField /> : null}
        </>
      )}
    </CallForm>
  )
}

interface HistoryProps<Read extends Call, Save extends Call> {
  of: CitySetting<Read, Save>
  row: RowOf<Read>
  open: boolean
  mayReturn: boolean
  onClose: () => void
}

const CitySettingHistory = <Read extends Call, Save extends Call>({ of, row, open, mayReturn, onClose }: HistoryProps<Read, Save>) => (
  <VersionsDrawer<RowOf<Read>>
    open={open}
    title={t('{what}的历史：{city}', { what: of.what, city: cityOf(row) })}
    query={useCall(of.history, { settingId: row.settingId }, { enabled: open }) as never}
    factsOf={of.factsOf}
    back={
      mayReturn
        ? {
            call: of.save,
            save: (version, newest, changeReason) =>
              sendCall(of.save, { ...savedAgain(version), version: newest.version, changeReason } as InputOf<Save>, { silent: true }),
            refreshes: [of.read, of.history],
          }
        : undefined
    }
    onClose={onClose}
  />
)
