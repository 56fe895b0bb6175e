import { cancelBy, cancelPaidBy, cancelRulesCalls, cancelStage } from '@chauffeur/contract/order/cancel-rules'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { useEffect } from 'react'
import { TrialForm } from '#kit/edit/trial.form.tsx'
import { ChannelField, choicesOf, CityField, ClockField, CountField, MinutesField, SelectField, UnitField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelByText, cancelStageText, driverConsequences, paidByText, verdictText, verdictTone } from '#shared/order/cancel.view.ts'
import { Async } from '#ui/page/async.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { serviceOptions } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'
import './cancel.css'

type Case = InputOf<typeof cancelRulesCalls.tryCase>
const first: Case = { by: 'CUSTOMER', stage: 'ACCEPTED', serviceType: 'TRIP', paidBy: 'CUSTOMER', inStageS: 240 }
const DAY_S = 86_400

/** A case put together by hand: who would be at fault, by which row, and what it would cost. */
export const CancelTryPanel = ({ onHit }: { onHit: (rowId: string | null) => void }) => (
  <Panel title={t('试算')} extra={t('不影响任何订单')}>
    <TrialForm<Case> name="cancel-case" initial={first} fields={<CaseFields />}>
      {(tried) => <Answer tried={tried} onHit={onHit} />}
    </TrialForm>
  </Panel>
)

function CaseFields() {
  const stage = Form.useWatch<Case['stage'] | undefined>('stage') ?? first.stage
  return (
    <>
      <SelectField name="by" label={t('谁取消')} required choices={choicesOf(cancelBy.options, cancelByText)} />
      <SelectField name="stage" label={t('阶段')} required choices={choicesOf(cancelStage.options, cancelStageText)} />
      {stage === 'SEARCHING' ? null : (
        <MinutesField name="inStageS" label={stage === 'ACCEPTED' ? t('接单后') : t('就位后')} min={0} max={DAY_S} />
      )}
      {stage === 'ACCEPTED' ? <MinutesField name="lateS" label={t('司机迟到')} min={0} max={DAY_S} /> : null}
      <CountField name="calls" label={t('司机致电')} min={0} max={20} suffix={t('次')} />
      <UnitField name="ratingX100" label={t('司机评分')} min={0} max={500} step={10} unit={{ per: 100, precision: 2, suffix: t('星') }} />
      <CountField name="waived" label={t('30 天内已免罚')} min={0} max={100} suffix={t('次')} />
      <CityField name="cityId" placeholder={t('不指定')} />
      <ChannelField name="channelId" placeholder={t('无渠道')} />
      <SelectField name="serviceType" label={t('业务类型')} required choices={serviceOptions()} />
      <SelectField name="paidBy" label={t('谁付款')} required choices={choicesOf(cancelPaidBy.options, paidByText)} />
      <ClockField name="at" label={t('取消时刻')} />
    </>
  )
}

function Answer({ tried, onHit }: { tried: Case; onHit: (rowId: string | null) => void }) {
  const query = useCall(cancelRulesCalls.tryCase, tried, { keepPrevious: true })
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
