import { type CityRow, cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Time } from '#ui/show/time.tsx'

/** What is under way in a city, and what becomes of it once no more orders are taken there. */
export function CityStanding({ city: { cityId, utcOffsetMinutes } }: { city: CityRow }) {
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
