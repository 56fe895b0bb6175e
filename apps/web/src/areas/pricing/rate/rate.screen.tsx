import type { Call } from '@chauffeur/contract/kernel/call'
import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing/rate'
import { Button, Segmented } from 'antd'
import { type ComponentType, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useMay } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { joined, t, tr, useLocale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { daysOf, weekdayText } from '#ui/show/weekdays.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { type DialogProps, DynamicDialog, WeatherDialog } from './rate.dialog.tsx'
import '../pricing.css'

type Kind = 'dynamic' | 'weather'

/** What a departure pays on top, by city: evening peaks by weekday and hour, bad weather by dates. */
export default function RateScreen() {
  const [kind, setKind] = useTabState<Kind>('kind', 'dynamic')
  return (
    <Page
      title={t('天气与动态加价')}
      extra={t('同时生效的同类规则只取最高一条')}
      actions={
        <Segmented<Kind>
          value={kind}
          onChange={setKind}
          options={[
            { value: 'dynamic', label: t('动态加价') },
            { value: 'weather', label: t('恶劣天气费') },
          ]}
        />
      }
      fill
    >
      {kind === 'dynamic' ? <DynamicList /> : <WeatherList />}
    </Page>
  )
}

const rateKey = (row: DynamicRate) => row.rateId
function DynamicList() {
  const language = useLocale()
  const columns = useMemo(() => dynamicColumns(language === 'en'), [language])
  return (
    <RuleList
      name="pricing.dynamic"
      label={t('动态加价')}
      call={rateCalls.dynamicList}
      save={rateCalls.dynamicSave}
      columns={columns}
      rowKey={rateKey}
      addText={t('新增动态加价')}
      Dialog={DynamicDialog}
    />
  )
}

const ruleKey = (row: WeatherRule) => row.ruleId
function WeatherList() {
  const language = useLocale()
  const columns = useMemo(() => weatherColumns(language === 'en'), [language])
  return (
    <RuleList
      name="pricing.weather"
      label={t('恶劣天气费')}
      call={rateCalls.weatherList}
      save={rateCalls.weatherSave}
      columns={columns}
      rowKey={ruleKey}
      addText={t('新增天气费')}
      Dialog={WeatherDialog}
      Switch={WeatherSwitch}
    />
  )
}

type Rule = DynamicRate | WeatherRule
interface RuleListProps<Row extends Rule> {
  name: string
  label: string
  call: Call
  save: Call
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  addText: string
  Dialog: ComponentType<DialogProps<Row>>
  /** A button of its own beside changing. */
  Switch?: ComponentType<{ row: Row }>
}
function RuleList<Row extends Rule>({ name, label, call, save, columns, rowKey, addText, Dialog, Switch }: RuleListProps<Row>) {
  const language = useLocale()
  const cities = useCities()
  const mayEdit = useMay(save)
  const [params] = useSearchParams()
  const [editing, setEditing] = useState<Row | 'new' | null>(null)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'select',
        key: 'cityId',
        label: t('城市'),
        width: 140,
        options: cities.options.map(({ value, label: cityName }) => ({ key: value, value: cityName })),
      },
    ],
    [cities],
  )
  const all = useMemo(
    () => (mayEdit ? [...columns, actionColumn<Row>(setEditing, language === 'en', Switch)] : columns),
    [columns, mayEdit, language, Switch],
  )
  return (
    <>
      <QueryTable
        key={name}
        name={name}
        label={label}
        call={call}
        columns={all}
        filters={filters}
        rowKey={rowKey}
        {...(mayEdit && { onOpen: setEditing })}
        toolbar={
          mayEdit ? (
            <Button type="primary" onClick={() => setEditing('new')}>
              {addText}
            </Button>
          ) : undefined
        }
      />
      <Dialog editing={editing} cityId={params.get('cityId') ?? undefined} onClose={() => setEditing(null)} />
    </>
  )
}

function standing({ enabled, inForce, activeTo }: { enabled: boolean; inForce: boolean; activeTo?: string }) {
  if (!enabled) return <EnabledTag enabled={false} />
  if (inForce) return <Tag tone="run">{t('正在加价')}</Tag>
  if (activeTo && Date.parse(activeTo) <= Date.now()) return <Tag tone="off">{t('已结束')}</Tag>
  return <Tag tone="wait">{t('未到时段')}</Tag>
}
/** Who changed a rule last; of one that was switched off, who did that. */
function changed(row: Rule) {
  const closedAt = 'closedAt' in row ? row.closedAt : null
  const by = closedAt && 'closedBy' in row ? row.closedBy && t('{name}停用', { name: row.closedBy }) : row.changedBy
  return (
    <span>
      <Time at={closedAt ?? row.changedAt} />
      {by ? ` · ${by}` : ''}
    </span>
  )
}
const days = (weekMask: number) => (weekMask === 127 ? t('每天') : joined(daysOf(weekMask).map((day) => tr(weekdayText[day] ?? ''))))

/** What both kinds have in common stands around what is their own. */
const around = <Row extends Rule>(english: boolean, own: Column<Row>[]): Column<Row>[] => [
  { key: 'name', title: t('名称'), width: 140, pin: 'left', fixed: true, grow: true, cell: (row) => row.name },
  { key: 'cityName', title: t('城市'), width: 90, cell: (row) => tr(row.cityName) },
  ...own,
  { key: 'standing', title: t('状态'), width: english ? 130 : 100, cell: standing },
  { key: 'changed', title: t('最近修改'), width: 190, cell: changed },
]
function actionColumn<Row extends Rule>(
  onEdit: (row: Row) => void,
  english: boolean,
  Switch: ComponentType<{ row: Row }> | undefined,
): Column<Row> {
  return {
    key: 'actions',
    title: t('操作'),
    width: Switch ? (english ? 130 : 110) : 80,
    pin: 'right',
    fixed: true,
    cell: (row) => (
      <span className="pricing-actions">
        <button type="button" className="ui-text-button" aria-label={t('修改 {name}', { name: row.name })} onClick={() => onEdit(row)}>
          {t('修改')}
        </button>
        {Switch ? <Switch row={row} /> : null}
      </span>
    ),
  }
}

/** The storm is over before its time, or goes on. */
function WeatherSwitch({ row }: { row: WeatherRule }) {
  const { send, pending } = useSend(rateCalls.weatherSwitch, { refreshes: [rateCalls.weatherList] })
  return (
    <button
      type="button"
      className="ui-text-button"
      disabled={pending}
      aria-label={row.enabled ? t('停用 {name}', { name: row.name }) : t('启用 {name}', { name: row.name })}
      onClick={() => void send({ ruleId: row.ruleId, enabled: !row.enabled }).catch((error) => toast.error(faultOf(error).hint))}
    >
      {row.enabled ? t('停用') : t('启用')}
    </button>
  )
}

const dynamicColumns = (english: boolean) =>
  around<DynamicRate>(english, [
    { key: 'days', title: t('星期'), width: 190, cell: (row) => <span title={days(row.weekMask)}>{days(row.weekMask)}</span> },
    { key: 'hours', title: t('时段'), width: 150, cell: (row) => <span className="ui-number">{`${row.from}–${row.to}`}</span> },
    { key: 'rate', title: t('倍率'), width: 80, align: 'right', cell: (row) => `×${row.rateBp / 10_000}` },
    { key: 'max', title: t('最多加价'), width: 100, align: 'right', cell: (row) => <Money fen={row.maxFen} /> },
  ])
const weatherColumns = (english: boolean) =>
  around<WeatherRule>(english, [
    { key: 'activeFrom', title: t('开始'), width: 145, cell: (row) => <Time at={row.activeFrom} as="short" /> },
    { key: 'activeTo', title: t('结束'), width: 145, cell: (row) => <Time at={row.activeTo} as="short" /> },
    {
      key: 'charge',
      title: t('加收'),
      width: 80,
      align: 'right',
      cell: (row) =>
        row.rateBp === null ? <Money fen={row.flatFen} /> : <span title={t('起步费与里程费的倍率')}>{`×${row.rateBp / 10_000}`}</span>,
    },
  ])
