import type { ReactNode } from 'react'
import { t } from '#platform/text.ts'
import { countText, durationText, percentText } from '#ui/measure.view.ts'
import { changeTenths, changeText, roundMoneyText, type Overview } from './home.view.ts'

interface FigureProps {
  name: string
  value: string
  note?: ReactNode
  /** Something that somebody should look at. */
  alarm?: boolean
}

function Figure({ name, value, note, alarm }: FigureProps) {
  return (
    <div className={alarm ? 'home-figure home-figure-alarm' : 'home-figure'}>
      <span className="home-figure-name">{name}</span>
      <strong className="ui-number">{value}</strong>
      <span className="home-figure-note">{note ?? '\u00a0'}</span>
    </div>
  )
}

function Against({ today, yesterday }: { today: number; yesterday: number }) {
  const tenths = changeTenths(today, yesterday)
  if (tenths === null) return t('昨日此时没有')
  return (
    <>
      <span className={tenths > 0 ? 'home-up' : tenths < 0 ? 'home-down' : undefined}>{changeText(tenths)}</span> {t('较昨日此时')}
    </>
  )
}

/** The day's numbers in one row. */
export function HomeFigures({ overview }: { overview: Overview }) {
  const { orders, drivers, queue } = overview
  return (
    <section className="home-figures" aria-label={t('今日数字')}>
      <Figure
        name={t('下单')}
        value={countText(orders.placed)}
        note={<Against today={orders.placed} yesterday={orders.placedYesterdaySameTime} />}
      />
      <Figure name={t('完成')} value={countText(orders.finished)} note={t('取消 {n}', { n: countText(orders.cancelled) })} />
      <Figure
        name={t('实收')}
        value={roundMoneyText(overview.paidFen)}
        note={<Against today={overview.paidFen} yesterday={overview.paidYesterdaySameTimeFen} />}
      />
      <Figure
        name={t('派单成功率')}
        value={overview.dispatchSuccessBp === null ? '—' : percentText(overview.dispatchSuccessBp)}
        note={t('失败 {n}', { n: countText(orders.failed) })}
      />
      <Figure
        name={t('等待司机')}
        value={countText(queue.waiting)}
        note={queue.waiting > 0 ? t('最久 {time}', { time: durationText(queue.longestWaitS) }) : t('没有排队')}
        alarm={queue.longestWaitS >= 180}
      />
      <Figure name={t('在线司机')} value={countText(drivers.online)} note={t('共 {n} 名', { n: countText(drivers.total) })} />
      <Figure
        name={t('空闲司机')}
        value={countText(drivers.idle)}
        note={t('服务中 {n}', { n: countText(drivers.onOrder) })}
        alarm={drivers.idle === 0 && queue.waiting > 0}
      />
      <Figure name={t('失联司机')} value={countText(drivers.silent)} note={t('超过 2 分钟无位置')} alarm={drivers.silent > 0} />
    </section>
  )
}
