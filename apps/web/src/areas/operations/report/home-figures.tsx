import { searchingServiceStatuses, SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { countText, durationText, percentText } from '#ui/show/measure.view.ts'
import { wallClockOf } from '#ui/show/time.view.ts'
import { changeTenths, changeText, roundMoneyText, type Overview } from './home.view.ts'

function Against({ today, yesterday }: { today: number; yesterday: number }) {
  const tenths = changeTenths(today, yesterday)
  if (tenths === null) return t('昨日此时没有')
  return (
    <>
      <span className={tenths > 0 ? 'home-up' : tenths < 0 ? 'home-down' : undefined}>{changeText(tenths)}</span> {t('较昨日此时')}
    </>
  )
}

/** The addresses of the lists that the figures count, as far as this operator may see them. */
function useLists(dayFrom: string) {
  const [seesOrders, seesDrivers] = [useCan('order.view'), useCan('driver.view')]
  const cities = useCities()
  // By the clock the list itself goes by.
  const from = wallClockOf(dayFrom, cities.list[0]?.utcOffsetMinutes ?? null)
  const orders = (filter: string) => seesOrders && `#/Order/List?${filter}`
  return {
    today: (...statuses: ServiceStatus[]) =>
      orders(`${statuses.length ? `serviceStatus=${statuses.join(',')}&` : ''}createdAtFrom=${from}`),
    waiting: orders(`serviceStatus=${searchingServiceStatuses.join(',')}`),
    drivers: (workStatus: string) => seesDrivers && `#/yunYing/drivers?workStatus=${workStatus}`,
  }
}

/** The day's numbers in one row. */
export function HomeFigures({ overview }: { overview: Overview }) {
  const { orders, drivers, queue } = overview
  const lists = useLists(overview.dayFrom)
  return (
    <StatTiles
      label={t('今日数字')}
      stats={[
        {
          name: t('下单'),
          href: lists.today(),
          value: countText(orders.placed),
          note: <Against today={orders.placed} yesterday={orders.placedYesterdaySameTime} />,
        },
        {
          name: t('完成'),
          href: lists.today(S.billFiled),
          value: countText(orders.finished),
          note: t('取消 {n}', { n: countText(orders.cancelled) }),
        },
        {
          name: t('实收'),
          value: roundMoneyText(overview.paidFen),
          note: <Against today={overview.paidFen} yesterday={overview.paidYesterdaySameTimeFen} />,
        },
        {
          name: t('派单成功率'),
          href: lists.today(S.dispatchFailed),
          value: overview.dispatchSuccessBp === null ? '—' : percentText(overview.dispatchSuccessBp),
          note: t('失败 {n}', { n: countText(orders.failed) }),
        },
        {
          name: t('等待司机'),
          href: lists.waiting,
          value: countText(queue.waiting),
          note: queue.waiting > 0 ? t('最久 {time}', { time: durationText(queue.longestWaitS) }) : t('没有排队'),
          alarm: queue.longestWaitS >= 180,
        },
        {
          name: t('在线司机'),
          href: lists.drivers('ON_DUTY'),
          value: countText(drivers.online),
          note: t('共 {n} 名', { n: countText(drivers.total) }),
        },
        {
          name: t('空闲司机'),
          href: lists.drivers('ONLINE_IDLE'),
          value: countText(drivers.idle),
          note: t('服务中 {n}', { n: countText(drivers.onOrder) }),
          alarm: drivers.idle === 0 && queue.waiting > 0,
        },
        {
          name: t('失联司机'),
          href: lists.drivers('SILENT'),
          value: countText(drivers.silent),
          note: t('超过 2 分钟无位置'),
          alarm: drivers.silent > 0,
        },
      ]}
    />
  )
}
