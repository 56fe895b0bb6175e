import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react'
import type { WallClockInputProps } from '#kit/fields/wall-clock-input.tsx'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { distanceText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { wallClockOf } from '#ui/show/time.view.ts'
import { QuickSelect } from '#ui/page/quick-select.tsx'
import type { Draft, OptionFields } from '../draft/desk-draft.ts'
import type { RefusalSpot } from '../draft/desk-refusal.ts'
import type { Step } from '../draft/desk-steps.ts'
import { Field } from '../draft/field.tsx'
import '../call-centre.css'
import './trip.css'

const WallClockInput = lazyPiece(() => import('#kit/fields/wall-clock-input.tsx'), 'place')
/** The calendar comes after the caller's own data. */
const CALENDAR_AFTER_MS = 3_000

function BookTime(props: WallClockInputProps) {
  const [focused, setFocused] = useState(false)
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), CALENDAR_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const { min: _min, max: _max, value, onChange: _onChange, ...field } = props
  const room = (
    <input {...field} readOnly value={value?.replace('T', ' ') ?? ''} placeholder={t('现在出发')} onFocus={() => setFocused(true)} />
  )
  if (!later && !focused) return room
  return (
    <Suspense fallback={room}>
      <WallClockInput {...props} placeholder={t('现在出发')} autoFocus={focused} />
    </Suspense>
  )
}

type Payer = AnswerOf<typeof callCentreCalls.customerInfo>['payers'][number]

export interface OptionsPanelProps {
  draft: Draft
  cityId: string
  payers: readonly Payer[]
  utcOffsetMinutes: number
  problemAt: (spot: RefusalSpot) => string | undefined
  onChange: (options: Partial<OptionFields>) => void
  onNext: (step: Step) => void
}

/** How many, when, for whom, which car, through whom, who pays: everything an ordinary call does without. */
export function OptionsPanel({ draft, cityId, payers, utcOffsetMinutes, problemAt, onChange, onNext }: OptionsPanelProps) {
  const disabled = draft.attempt !== null
  const known = useCall(deskCustomerCalls.partnerChannels, {}, { silent: true }).data?.rows ?? []
  const channels = known.filter(({ cityIds }) => cityIds.length === 0 || cityIds.includes(cityId))
  const step = (name: Step) => ({
    'data-step': name,
    className: 'desk-input',
    disabled,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      onNext(name)
    },
  })
  return (
    <div className="desk-options">
      <Field label={t('司机人数')} hotkey="Alt+O">
        {(field) => (
          <QuickSelect
            {...field}
            {...step('driverCount')}
            value={draft.driverCount}
            onChange={(event) => onChange({ driverCount: Number(event.target.value) })}
          >
            {[1, 2, 3, 4, 5].map((count) => (
              <option key={count} value={count} disabled={count > 1 && draft.driver !== null}>
                {count}
              </option>
            ))}
          </QuickSelect>
        )}
      </Field>
      <Field label={t('预约时间（当地）')} problem={problemAt('bookTime')}>
        {(field) => (
          <BookTime
            {...field}
            {...step('bookTime')}
            min={wallClockOf(Date.now(), utcOffsetMinutes)}
            max={wallClockOf(Date.now() + 7 * 86_400_000, utcOffsetMinutes)}
            value={draft.bookTime}
            onChange={(bookTime) => onChange({ bookTime })}
          />
        )}
      </Field>
      <Field label={t('上车提示')}>
        {(field) => (
          <input
            {...field}
            {...step('pickupNote')}
            autoComplete="off"
            maxLength={100}
            placeholder={t('例如：3 号门，指示牌下')}
            value={draft.pickupNote ?? ''}
            onChange={(event) => onChange({ pickupNote: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('联系电话（代叫）')} problem={problemAt('contactPhone')}>
        {(field) => (
          <input
            {...field}
            {...step('contactPhone')}
            type="tel"
            autoComplete="off"
            maxLength={20}
            value={draft.contactPhone}
            onChange={(event) => onChange({ contactPhone: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('客户称呼')}>
        {(field) => (
          <input
            {...field}
            {...step('customerName')}
            autoComplete="off"
            maxLength={40}
            value={draft.customerName}
            onChange={(event) => onChange({ customerName: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('车牌号')}>
        {(field) => (
          <input
            {...field}
            {...step('carPlate')}
            autoComplete="off"
            maxLength={12}
            value={draft.carPlate}
            onChange={(event) => onChange({ carPlate: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('订单备注')}>
        {(field) => (
          <input
            {...field}
            {...step('remark')}
            autoComplete="off"
            maxLength={500}
            value={draft.remark}
            onChange={(event) => onChange({ remark: event.target.value })}
          />
        )}
      </Field>
      {channels.length > 0 || problemAt('channel') ? (
        <Field label={t('合作渠道')} problem={problemAt('channel')}>
          {(field) => (
            <QuickSelect
              {...field}
              {...step('channel')}
              value={draft.channelId}
              onChange={(event) => onChange({ channelId: event.target.value })}
            >
              <option value="">{t('无')}</option>
              {channels.map((channel) => (
                <option key={channel.channelId} value={channel.channelId}>
                  {channel.name}
                </option>
              ))}
            </QuickSelect>
          )}
        </Field>
      ) : null}
      {payers.length > 0 ? (
        <Field
          label={t('付款方')}
          problem={problemAt('payer') ?? payers.find((one) => one.enterpriseId === draft.enterpriseId)?.refused ?? undefined}
        >
          {(field) => (
            <QuickSelect
              {...field}
              {...step('payer')}
              value={draft.enterpriseId}
              onChange={(event) => onChange({ enterpriseId: event.target.value })}
            >
              <option value="">{t('客户本人')}</option>
              {payers.map((payer) => (
                <option key={payer.enterpriseId} value={payer.enterpriseId}>
                  {payer.refused ? t('{name}（不可支付）', { name: payer.name }) : payer.name}
                </option>
              ))}
            </QuickSelect>
          )}
        </Field>
      ) : null}
      {draft.channelId ? <ChannelRights channelId={draft.channelId} phone={draft.customerPhone} cityId={cityId} /> : null}
    </div>
  )
}

const leftWords = ({
  timesLeft,
  amountLeftFen,
  distanceLeftM,
}: {
  timesLeft: number | null
  amountLeftFen: number | null
  distanceLeftM: number | null
}) =>
  [
    amountLeftFen === null ? '' : t('余额 {amount}', { amount: moneyText(amountLeftFen) }),
    distanceLeftM === null ? '' : t('剩余 {distance}', { distance: distanceText(distanceLeftM) }),
    timesLeft === null ? '' : t('剩余 {count} 次', { count: timesLeft }),
  ]
    .filter(Boolean)
    .join(' · ')

/** What the channel pays for its customers, and what this caller has left of it. */
function ChannelRights({ channelId, phone, cityId }: { channelId: string; phone: string; cityId: string }) {
  const { data } = useCall(
    deskCustomerCalls.partnerChannelRights,
    { channelId, phone: phone || undefined, cityId: cityId || undefined },
    { silent: true },
  )
  if (!data) return null
  if (data.rows.length === 0) return <p className="desk-row-more desk-rights">{t('该渠道在此城市没有生效的权益')}</p>
  return (
    <ul className="desk-list desk-rights" aria-label={t('渠道权益')}>
      {data.rows.map((right) => (
        <li key={right.rightId} className="desk-row-more">
          {right.name} · {right.coverText} · {right.grant ? leftWords(right.grant) : t('该客户未获得')}
          {right.leftToday === null ? '' : ` · ${t('今日余量 {count}', { count: right.leftToday })}`}
        </li>
      ))}
    </ul>
  )
}
