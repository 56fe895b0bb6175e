import { cancelBy, cancelPaidBy, cancelRulesCalls, cancelStage } from '@chauffeur/contract/order/cancel-rules'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { Input, InputNumber, Select } from 'antd'
import { useEffect, type ReactNode } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelByText, cancelStageText, driverConsequences, paidByText, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { Async } from '#ui/page/async.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import type { CancelRow } from './cancel-rule.view.ts'
import { channelOptions, cityOptions, type Places, serviceOptions } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'
import './cancel.css'

interface Case {
  by: CancelRow['by']
  stage: NonNullable<CancelRow['stage']>
  cityId: string
  channelId: string
  serviceType: ServiceType
  paidBy: NonNullable<CancelRow['paidBy']>
  inStageMin: number | null
  lateMin: number | null
  calls: number | null
  rating: number | null
  waived: number | null
  at: string
}
const first: Case = {
  by: 'CUSTOMER',
  stage: 'ACCEPTED',
  cityId: '',
  channelId: '',
  serviceType: 'TRIP',
  paidBy: 'CUSTOMER',
  inStageMin: 4,
  lateMin: null,
  calls: null,
  rating: null,
  waived: null,
  at: '',
}

/** A case put together by hand: who would be at fault, by which row, and what it would cost. */
export function CancelTryPanel({ places, onHit }: { places: Places; onHit: (rowId: string | null) => void }) {
  const [tried, setTried] = useTabState<Case>('case', first)
  const set = (more: Partial<Case>) => setTried((now) => ({ ...now, ...more }))
  const accepted = tried.stage === 'ACCEPTED'
  return (
    <Panel title={t('试算')} extra={t('不影响任何订单')}>
      <div className="dispatch-try">
        <Field label={t('谁取消')}>
          <Select
            value={tried.by}
            options={cancelBy.options.map((value) => ({ value, label: tr(cancelByText[value]) }))}
            onChange={(by) => set({ by })}
          />
        </Field>
        <Field label={t('阶段')}>
          <Select
            value={tried.stage}
            options={cancelStage.options.map((value) => ({ value, label: tr(cancelStageText[value]) }))}
            onChange={(stage) => set({ stage })}
          />
        </Field>
        {tried.stage === 'SEARCHING' ? null : (
          <Field label={accepted ? t('接单后（分钟）') : t('就位后（分钟）')}>
            <InputNumber min={0} max={1_440} value={tried.inStageMin} onChange={(inStageMin) => set({ inStageMin })} />
          </Field>
        )}
        {accepted ? (
          <Field label={t('司机迟到（分钟）')}>
            <InputNumber min={0} max={1_440} value={tried.lateMin} onChange={(lateMin) => set({ lateMin })} />
          </Field>
        ) : null}
        <Field label={t('司机致电（次）')}>
          <InputNumber min={0} max={20} precision={0} value={tried.calls} onChange={(calls) => set({ calls })} />
        </Field>
        <Field label={t('司机评分')}>
          <InputNumber min={0} max={5} step={0.1} precision={2} value={tried.rating} onChange={(rating) => set({ rating })} />
        </Field>
        <Field label={t('30 天内已免罚（次）')}>
          <InputNumber min={0} max={100} precision={0} value={tried.waived} onChange={(waived) => set({ waived })} />
        </Field>
        <Field label={t('城市')}>
          <Select
            value={tried.cityId}
            options={[{ value: '', label: t('不指定') }, ...cityOptions(places)]}
            onChange={(cityId) => set({ cityId })}
          />
        </Field>
        <Field label={t('渠道')}>
          <Select
            value={tried.channelId}
            options={[{ value: '', label: t('无渠道') }, ...channelOptions(places)]}
            onChange={(channelId) => set({ channelId })}
          />
        </Field>
        <Field label={t('业务类型')}>
          <Select value={tried.serviceType} options={serviceOptions()} onChange={(serviceType) => set({ serviceType })} />
        </Field>
        <Field label={t('谁付款')}>
          <Select
            value={tried.paidBy}
            options={cancelPaidBy.options.map((value) => ({ value, label: tr(paidByText[value]) }))}
            onChange={(paidBy) => set({ paidBy })}
          />
        </Field>
        <Field label={t('取消时刻')}>
          <Input type="time" value={tried.at} onChange={(event) => set({ at: event.target.value })} />
        </Field>
      </div>
      <Answer tried={tried} onHit={onHit} />
    </Panel>
  )
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label>
      <span>{label}</span>
      {children}
    </label>
  )
}

function Answer({ tried, onHit }: { tried: Case; onHit: (rowId: string | null) => void }) {
  const { by, stage, cityId, channelId, serviceType, paidBy, inStageMin, lateMin, calls, rating, waived, at } = tried
  const query = useCall(
    cancelRulesCalls.tryCase,
    {
      by,
      stage,
      serviceType,
      paidBy,
      ...(cityId && { cityId }),
      ...(channelId && { channelId }),
      ...(inStageMin !== null && { inStageS: Math.round(inStageMin * 60) }),
      ...(lateMin !== null && { lateS: Math.round(lateMin * 60) }),
      ...(calls !== null && { calls }),
      ...(rating !== null && { ratingX100: Math.round(rating * 100) }),
      ...(waived !== null && { waived }),
      ...(at && { at }),
    },
    { keepPrevious: true },
  )
  const rowId = query.data?.rowId ?? null
  useEffect(() => {
    onHit(rowId)
    return () => onHit(null)
  }, [rowId, onHit])
  return (
    <Async query={query}>
      {({ rule, verdict, feeFen, consequence }) => (
        <p className="dispatch-verdict" aria-live="polite">
          <Tag tone={verdictTone[verdict]}>{tr(verdictText[verdict])}</Tag>
          <span>{rule ? t('按规则 {rule}', { rule }) : t('没有适用的规则，无后果')}</span>
          <span>{feeFen > 0 ? t('客户付 {sum}', { sum: moneyText(feeFen) }) : t('客户不付费')}</span>
          {consequence ? <span>{driverConsequences(consequence).join(t('，'))}</span> : null}
        </p>
      )}
    </Async>
  )
}
