import type { driverLifeCalls } from '@chauffeur/contract/driver/file'
import type { OnlineDay } from '@chauffeur/contract/driver/online'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t } from '#platform/text/text.ts'
import type { Figures } from '#ui/chart/figures.view.ts'
import type { HeatDay } from '#ui/chart/heat-calendar.tsx'
import { durationText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'

type Growth = AnswerOf<typeof driverLifeCalls.growth>
type Income = AnswerOf<typeof driverLifeCalls.income>
type Service = AnswerOf<typeof driverLifeCalls.service>

const levelText = (level: number) => t('{n} 级〔司机〕', { n: level })

/** From the week before the first experience on: a line has a beginning. */
export function growthFigures({ weeks }: Growth): Figures {
  const first = weeks.findIndex(({ exp }) => exp !== null)
  const shown = first < 0 ? [] : weeks.slice(Math.max(0, first - 1))
  return {
    by: t('周'),
    keys: shown.map(({ week }) => week),
    series: [
      { name: t('经验值'), shape: 'area', values: shown.map(({ exp }) => exp ?? 0) },
      { name: t('等级'), shape: 'steps', values: shown.map(({ level }) => level), text: levelText },
    ],
  }
}

export const incomeFigures = ({ weeks }: Income): Figures => ({
  by: t('周'),
  keys: weeks.map(({ week }) => week),
  series: [
    { name: t('行程收入'), shape: 'bar', values: weeks.map(({ incomeFen }) => incomeFen), text: moneyText },
    { name: t('提现到账'), shape: 'bar', values: weeks.map(({ paidFen }) => paidFen), text: moneyText },
    { name: t('完成订单'), shape: 'line', values: weeks.map(({ orders }) => orders) },
  ],
})

export const serviceFigures = ({ months }: Service): Figures => ({
  by: t('按月'),
  keys: months.map(({ month }) => month),
  series: [
    { name: t('表扬'), shape: 'bar', values: months.map(({ praises }) => praises) },
    { name: t('投诉'), shape: 'bar', values: months.map(({ complaints }) => complaints) },
    // Who may not see orders is shown none of them.
    ...(months.some(({ served }) => served !== null)
      ? [
          { name: t('完成订单'), shape: 'line' as const, values: months.map(({ served }) => served) },
          { name: t('司机取消'), shape: 'line' as const, values: months.map(({ cancelled }) => cancelled) },
        ]
      : []),
  ],
})

const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)
/** The Monday with which so many weeks begin that end with today's. */
export function firstDay(today: string, weeks: number): string {
  const at = Date.parse(today)
  const sinceMonday = (new Date(at).getUTCDay() + 6) % 7
  return dayAt(at - (sinceMonday + (weeks - 1) * 7) * DAY_MS)
}
/** Every day until today, with how long the driver was on duty: in two cities on one day it is both. */
export function onlineDays(rows: readonly Pick<OnlineDay, 'day' | 'onlineS'>[], today: string, weeks: number): HeatDay[] {
  const online = new Map<string, number>()
  for (const { day, onlineS } of rows) online.set(day, (online.get(day) ?? 0) + onlineS)
  const first = Date.parse(firstDay(today, weeks))
  const count = Math.round((Date.parse(today) - first) / DAY_MS) + 1
  return Array.from({ length: count }, (_, at) => {
    const day = dayAt(first + at * DAY_MS)
    const value = online.get(day) ?? 0
    return { day, value, words: value === 0 ? t('没有在线') : durationText(value) }
  })
}
export const onlineFigures = (days: readonly HeatDay[]): Figures => ({
  by: t('日期'),
  keys: days.map(({ day }) => day),
  series: [{ name: t('在线时长'), shape: 'bar', values: days.map(({ value }) => value), text: durationText }],
})
