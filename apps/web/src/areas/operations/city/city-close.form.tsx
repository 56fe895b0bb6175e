import { type CityRow, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, LongTextField } from '#kit/fields/fields.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Time } from '#ui/show/time.tsx'
import { showsCities } from './city.view.ts'

interface Props {
  open: boolean
  row: CityRow
  onClose: () => void
}

/** Tonight, or until somebody opens it again: what stands is said first. */
export default function CityCloseForm({ open, row: shown, onClose }: Props) {
  return (
    <CallForm<typeof cityOpeningCalls.close, CityRow>
      call={cityOpeningCalls.close}
      refreshes={showsCities}
      open={open}
      danger
      title={t('{name} 停止接单', { name: tr(shown.name) })}
      okText={t('停止接单')}
      saved={t('已停止接单')}
      row={shown}
      valuesOf={() => ({})}
      present={async ({ cityId }) => (await sendCall(cityOpeningCalls.list, { pageSize: 200 })).rows.find((row) => row.cityId === cityId)}
      beside={(row) => ({ cityId: row!.cityId, version: row!.version })}
      onClose={onClose}
    >
      <Standing city={shown} />
      <FieldRow>
        <InstantField name="from" label={t('停止接单时间')} hint={t('不填为立即')} offsetMinutes={shown.utcOffsetMinutes} />
        <InstantField name="until" label={t('恢复接单时间')} hint={t('不填则由人工开通')} offsetMinutes={shown.utcOffsetMinutes} />
      </FieldRow>
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

function Standing({ city: { cityId, utcOffsetMinutes } }: { city: CityRow }) {
  const query = useCall(cityOpeningCalls.closing, { cityId })
  return (
    <Async query={query} skeleton={<Skeleton lines={3} />}>
      {({ running, searching, bookings, firstBookingAt, driversOnDuty }) => (
        <ul>
          <li>{t('{n} 单已有司机，照常完成并计费', { n: running })}</li>
          <li>{t('{n} 单正在找司机，停止后不再派给任何司机', { n: searching })}</li>
          <li>
            {t('{n} 单预约', { n: bookings })}
            {firstBookingAt === null ? null : (
              <>
                {t('，最早')} <Time at={firstBookingAt} as="exact" offsetMinutes={utcOffsetMinutes} />
                {t('；停止期间到点的不会派出，请提前联系客户')}
              </>
            )}
          </li>
          <li>{t('{n} 名司机在岗，停止后不会收到新订单', { n: driversOnDuty })}</li>
          <li>{t('新订单和报价一律拒绝，并说明城市未开通')}</li>
        </ul>
      )}
    </Async>
  )
}
