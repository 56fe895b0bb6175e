import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { reportCalls } from '@chauffeur/contract/operations/home'
import { orderAttentionText, workStatusText, type WorkStatus } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import type { Figures } from '#ui/chart/figures.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { workTone } from '#kit/show/status-tag.view.ts'
import type { Tone } from '#ui/show/tag.tsx'

export type Overview = AnswerOf<typeof reportCalls.overview>

/** Change against yesterday in tenths of a percent; null when yesterday had nothing to compare with. */
export function changeTenths(today: number, yesterday: number): number | null {
  return yesterday === 0 ? null : Math.round(((today - yesterday) / yesterday) * 1000)
}

/** `+12.5%`, `-3%`, `±0%`. */
export function changeText(tenths: number): string {
  if (tenths === 0) return '±0%'
  const size = Math.abs(tenths)
  const digits = size % 10 === 0 || size >= 1000 ? String(Math.round(size / 10)) : (size / 10).toFixed(1)
  return `${tenths > 0 ? '+' : '-'}${digits}%`
}

/** Fen as whole yuan, for figures that are looked at and not added up. */
export function roundMoneyText(fen: number): string {
  return moneyText(Math.round(fen / 100) * 100).replace(/\.00$/, '')
}

/** The hour of the cities' own clocks, wherever the reader sits: the operating day begins at 06:00 there. */
export function cityHourText(dayFrom: string, hour: string): string {
  const sinceSix = Math.round((Date.parse(hour) - Date.parse(dayFrom)) / 3_600_000)
  return `${String((((6 + sinceSix) % 24) + 24) % 24).padStart(2, '0')}:00`
}

/** Orders and what was paid, hour by hour. */
export function byHourFigures({ byHour, dayFrom }: Pick<Overview, 'byHour' | 'dayFrom'>): Figures {
  const of = (name: string, count: (hour: Overview['byHour'][number]) => number) => ({
    name,
    shape: 'bar' as const,
    values: byHour.map(count),
  })
  return {
    by: t('时间'),
    keys: byHour.map(({ hour }) => cityHourText(dayFrom, hour)),
    series: [
      of(t('下单'), ({ placed }) => placed),
      of(t('完成'), ({ finished }) => finished),
      { name: t('实收'), shape: 'line', values: byHour.map(({ paidFen }) => paidFen), text: roundMoneyText },
      of(t('派单失败'), ({ failed }) => failed),
    ],
  }
}

export interface DriverShare {
  status: WorkStatus
  words: string
  tone: Tone
  count: number
}

const onlineFirst: readonly WorkStatus[] = ['ONLINE_IDLE', 'OFFERED', 'TO_PICKUP', 'WAITING', 'DRIVING', 'FILING', 'PAUSED', 'OFFLINE']

/** Drivers by state, those who can work first. */
export function driverShares(byStatus: Overview['drivers']['byStatus']): DriverShare[] {
  return onlineFirst.map((status) => ({ status, words: tr(workStatusText[status]), tone: workTone[status], count: byStatus[status] ?? 0 }))
}

export const attentionText: Record<Overview['attention'][number]['kind'], string> = { ...orderAttentionText, UNPAID_LONG: '长时间未支付' }
export const attentionTone: Record<Overview['attention'][number]['kind'], Tone> = {
  DISPATCH_FAILED: 'lost',
  NO_PICKUP_POINT: 'lost',
  SEARCH_LONG: 'wait',
  NO_CANDIDATES: 'wait',
  DRIVER_SILENT: 'lost',
  DRIVER_NOT_MOVING: 'lost',
  ARRIVAL_LATE: 'wait',
  WAIT_LONG: 'wait',
  BILL_LATE: 'wait',
  UNPAID_LONG: 'idle',
}
