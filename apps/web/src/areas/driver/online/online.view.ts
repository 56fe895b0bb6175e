import type { driverOnlineCalls, OnlineDay, PeakTimes } from '@chauffeur/contract/driver/online'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { Fact } from '#kit/config/config.view.ts'
import { clockTextOf } from '#kit/fields/clock.view.ts'
import { joined, t } from '#platform/text/text.ts'
import type { Figures } from '#ui/chart/figures.view.ts'
import { durationText } from '#ui/show/measure.view.ts'
import { daysWords } from '#ui/show/weekdays.ts'

type CityDay = AnswerOf<typeof driverOnlineCalls.adapMatch>

export const hoursWords = ({ from, to }: { from: string; to: string }) => `${clockTextOf(from)}–${clockTextOf(to)}`
export const windowsWords = (windows: PeakTimes['windows']): string =>
  windows.length === 0 ? t('未设高峰时段') : joined(windows.map((one) => `${one.name} ${daysWords(one.weekMask)} ${hoursWords(one)}`))
export const targetWords = (s: number | null): string => (s === null ? t('不考核') : durationText(s))
export const factsOfPeaks = ({ windows, targetOnlineS, targetPeakS }: PeakTimes): Fact[] => [
  { label: t('高峰时段'), words: windowsWords(windows) },
  { label: t('每日在线目标'), words: targetWords(targetOnlineS) },
  { label: t('每日高峰在线目标'), words: targetWords(targetPeakS) },
]

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
const hoursText = (value: number) => t('{n} 小时', { n: Number((value / 3_600).toFixed(1)) })
/** Who was there, and what was ordered, hour by hour. */
export const cityFigures = ({ hours }: CityDay): Figures => ({
  by: t('时间'),
  keys: hours.map(({ hour, peakS }) => (peakS > 0 ? t('{hour} 高峰', { hour: hourText(hour) }) : hourText(hour))),
  series: [
    { name: t('当时在线'), shape: 'bar', values: hours.map(({ drivers }) => drivers) },
    { name: t('下单'), shape: 'bar', values: hours.map(({ orders }) => orders) },
    { name: t('在线时长'), shape: 'line', values: hours.map(({ onlineS }) => onlineS), text: hoursText },
  ],
})
export const dayFigures = ({ hourS }: OnlineDay): Figures => ({
  by: t('时间'),
  keys: hourS.map((_, hour) => hourText(hour)),
  series: [
    {
      name: t('在线分钟'),
      shape: 'bar',
      // To a tenth: who was there for less than a minute was there.
      values: hourS.map((s) => Math.ceil(s / 6) / 10),
    },
  ],
})
