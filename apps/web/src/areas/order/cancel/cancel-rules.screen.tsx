import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { cancelBy, cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr, useLocale, type Locale } from '#platform/text/text.ts'
import { cancelByText, cancelStageText, caseConditions, driverConsequences, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { Async } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { CancelRuleForm } from './cancel-rule.form.tsx'
import { CancelRuleHistoryDrawer } from './cancel-rule-history.drawer.tsx'
import { CancelTryPanel } from './cancel-try.panel.tsx'
import type { CancelRow } from './cancel-rule.view.ts'
import { cityOptions } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'

type Doing = { what: 'edit' | 'history'; row: CancelRow } | { what: 'create' }
const rowKey = (row: CancelRow) => row.rowId

/** Who is at fault when an order is cancelled, what it costs, and what follows for the driver. */
export default function CancelRulesScreen() {
  const language = useLocale()
  const query = useCall(cancelRulesCalls.places, {})
  const mayEdit = useMay(cancelRulesCalls.save)
  const [doing, setDoing] = useState<Doing | null>(null)
  const [hit, setHit] = useState<string | null>(null)
  const close = () => setDoing(null)
  const { data } = query
  const columns = useMemo(() => ruleColumns(language, hit, mayEdit, setDoing), [language, hit, mayEdit])
  const filters = useMemo(
    () => ruleFilters(language, data ? cityOptions(data).map(({ value, label }) => ({ key: value, value: label })) : []),
    [data, language],
  )
  return (
    <Page title={t('取消判责规则')} extra={t('越具体的规则越优先：渠道、城市、业务类型、其他条件；同样具体时看次序')} fill>
      <QueryTable
        name="dispatch.cancelRules"
        label={t('取消判责规则')}
        call={cancelRulesCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={(row) => setDoing({ what: mayEdit ? 'edit' : 'history', row })}
        toolbar={
          mayEdit ? (
            <Button type="primary" icon={<PlusOutlined />} disabled={!data} onClick={() => setDoing({ what: 'create' })}>
              {t('新增规则')}
            </Button>
          ) : undefined
        }
      />
      <Async query={query}>
        {(places) => (
          <>
            <CancelTryPanel places={places} onHit={setHit} />
            <CancelRuleForm
              open={doing?.what === 'create' || doing?.what === 'edit'}
              row={doing?.what === 'edit' ? doing.row : null}
              places={places}
              onClose={close}
            />
          </>
        )}
      </Async>
      <CancelRuleHistoryDrawer row={doing?.what === 'history' ? doing.row : null} onClose={close} />
    </Page>
  )
}

const ruleFilters = (language: Locale, cities: { key: string; value: string }[]): Filter[] => [
  {
    kind: 'select',
    key: 'by',
    label: t('谁取消'),
    width: language === 'en' ? 190 : 130,
    options: cancelBy.options.map((key) => ({ key, value: tr(cancelByText[key]) })),
  },
  { kind: 'select', key: 'cityId', label: t('城市'), width: 130, options: cities },
  {
    kind: 'select',
    key: 'enabled',
    label: t('状态'),
    width: 110,
    options: [
      { key: 'true', value: t('已启用') },
      { key: 'false', value: t('已停用') },
    ],
  },
]

const scopeOf = ({ cityName, channelName, serviceType }: CancelRow): string =>
  [tr(cityName), tr(channelName), serviceType && tr(serviceTypeText[serviceType])].filter(Boolean).join(' · ') || t('全部')
/** Cut off where it is long, whole when it is pointed at. */
const words = (list: string[]) => {
  const text = list.join(t('，'))
  return text ? <span title={text}>{text}</span> : <span className="ui-none">—</span>
}

/** The row that decides the case being tried stands out. */
function ruleColumns(language: Locale, hit: string | null, mayEdit: boolean, onDo: (doing: Doing) => void): Column<CancelRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'code',
      title: t('编号'),
      width: 60,
      pin: 'left',
      fixed: true,
      cell: (row) => (row.rowId === hit ? <Tag tone="run">{row.code}</Tag> : row.code),
    },
    { key: 'by', title: t('谁取消'), width: wide(84, 164), cell: (row) => tr(cancelByText[row.by]) },
    {
      key: 'stage',
      title: t('阶段'),
      width: wide(92, 120),
      cell: (row) => (row.stage === null ? t('任何阶段') : tr(cancelStageText[row.stage])),
    },
    { key: 'scope', title: t('适用范围'), width: wide(100, 80), cell: (row) => <span title={scopeOf(row)}>{scopeOf(row)}</span> },
    { key: 'conditions', title: t('条件'), width: wide(180, 180), grow: true, cell: (row) => words(caseConditions(row)) },
    {
      key: 'verdict',
      title: t('判责'),
      width: wide(92, 144),
      cell: (row) => <Tag tone={verdictTone[row.verdict]}>{tr(verdictText[row.verdict])}</Tag>,
    },
    { key: 'feeFen', title: t('客户取消费'), width: wide(96, 110), align: 'right', cell: (row) => <Money fen={row.feeFen} /> },
    { key: 'driver', title: t('对司机'), width: wide(220, 260), grow: true, cell: (row) => words(driverConsequences(row)) },
    { key: 'rank', title: t('次序'), width: 64, align: 'right', cell: (row) => row.rank },
    { key: 'enabled', title: t('状态'), width: wide(72, 90), cell: (row) => <EnabledTag enabled={row.enabled} /> },
    {
      key: 'changed',
      title: t('最近修改'),
      width: 150,
      cell: (row) => (
        <>
          <Time at={row.changedAt} />
          {row.changedBy ? ` · ${row.changedBy}` : ''}
        </>
      ),
    },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(100, 130),
      pin: 'right',
      fixed: true,
      cell: (row) => (
        <span className="dispatch-actions">
          {mayEdit ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('修改 {name}', { name: row.code })}
              onClick={() => onDo({ what: 'edit', row })}
            >
              {t('修改')}
            </button>
          ) : null}
          <button
            type="button"
            className="ui-text-button"
            aria-label={t('{name} 的历史', { name: row.code })}
            onClick={() => onDo({ what: 'history', row })}
          >
            {t('历史')}
          </button>
        </span>
      ),
    },
  ]
}
