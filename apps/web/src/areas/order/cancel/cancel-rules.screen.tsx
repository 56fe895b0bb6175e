import { cancelBy, cancelRulesCalls } from '@chauffeur/contract/order/cancel-rules'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { create } from 'zustand'
import { t, tr } from '#platform/text/text.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { cancelByText, cancelStageText, caseConditions, driverConsequences, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { CancelRuleForm } from './cancel-rule.form.tsx'
import { CancelRuleHistoryDrawer } from './cancel-rule-history.drawer.tsx'
import { CancelTryPanel } from './cancel-try.panel.tsx'
import type { CancelRow } from './cancel-rule.view.ts'
import '#shared/city/scope-fields.css'

/** The row that decides the case being tried: it stands out. */
const useHit = create<{ rowId: string | null }>(() => ({ rowId: null }))
const Code = ({ row }: { row: CancelRow }) =>
  useHit((hit) => hit.rowId === row.rowId) ? <Tag tone="run">{row.code}</Tag> : <span>{row.code}</span>

const Try = () => <CancelTryPanel onHit={(rowId) => useHit.setState({ rowId })} />

const scopeOf = ({ cityName, channelName, serviceType }: CancelRow): string =>
  [tr(cityName), tr(channelName), serviceType && tr(serviceTypeText[serviceType])].filter(Boolean).join(' · ') || t('全部')
/** Who is at fault when an order is cancelled, what it costs, and what follows for the driver. */
export default defineList(cancelRulesCalls.list, ({ c, f, a }) => ({
  name: 'dispatch.cancelRules',
  title: t('取消判责规则'),
  extra: t('越具体的规则越优先：渠道、城市、业务类型、其他条件；同样具体时看次序'),
  rowKey: (row) => row.rowId,
  rowName: (row) => row.code,
  open: ['edit', 'history'],
  add: { may: cancelRulesCalls.save, label: t('新建规则'), Dialog: CancelRuleForm },
  Below: Try,
  filters: [f.word('by', t('谁取消'), cancelByText, { only: cancelBy.options }), f.city(), f.enabled()],
  columns: [
    c.name('code', t('编号'), (row) => <Code row={row} />, { like: 'R000' }),
    c.two(
      'by',
      t('谁取消'),
      (row) => tr(cancelByText[row.by]),
      (row) => (row.stage === null ? t('任何阶段') : tr(cancelStageText[row.stage])),
      [...Object.values(cancelByText), ...Object.values(cancelStageText)].map(tr),
    ),
    c.text('scope', t('适用范围'), scopeOf, { width: 100, shows: ['cityName', 'channelName', 'serviceType'] }),
    c.text('conditions', t('条件'), (row) => caseConditions(row).join(t('，')), { width: 180 }),
    c.two(
      'verdict',
      t('判责'),
      (row) => <Tag tone={verdictTone[row.verdict]}>{tr(verdictText[row.verdict])}</Tag>,
      (row) => t('客户付 {sum}', { sum: moneyText(row.feeFen) }),
      [t('客户付 {sum}', { sum: moneyText(1_234_56) }), ...Object.values(verdictText).map(tr)],
      { besidePx: 13, shows: ['feeFen'] },
    ),
    c.text('driver', t('对司机'), (row) => driverConsequences(row).join(t('，')), {
      width: 200,
      shows: ['driverPenaltyFen', 'waivers', 'countsToRate'],
    }),
    c.count('rank', t('次序')),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.changed(),
  ],
  actions: [a.edit(CancelRuleForm, { may: cancelRulesCalls.save }), a.history(CancelRuleHistoryDrawer)],
}))
