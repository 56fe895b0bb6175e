import type { ChartOption } from './echarts-parts.ts'

/** What a chart shows and the table behind it says: one value of each series for every key. */
export interface Figures {
  /** What the keys are: hour, day, city. */
  by: string
  keys: readonly string[]
  /** The keys are names, of which none may be left out: they stand aslant, long ones cut. */
  named?: boolean
  series: readonly Series[]
}
export interface Series {
  name: string
  values: readonly (number | null)[]
  /** `steps`: it stays as it is until it is another, with nothing in between. */
  shape: 'bar' | 'line' | 'area' | 'steps'
  /** A value with its unit; series of one unit share an axis. Without it a plain number. */
  text?: (value: number) => string
}

const plain = String
const ASLANT = { interval: 0, rotate: 32, width: 84, overflow: 'truncate' } as const
/** A value in words; what is not known is a dash. */
export const valueText = ({ text = plain }: Series, value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : text(value)

/** The drawing of the figures: at most two axes, the first unit on the left. */
export function optionOf({ keys, named: everyName, series }: Figures): ChartOption {
  const units = [...new Set(series.map(({ text = plain }) => text))]
  const named = series.length > 1
  return {
    grid: { left: 4, right: 4, top: named ? 32 : 10, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    ...(named && { legend: { top: 0, left: 0, itemGap: 16 } }),
    tooltip: { trigger: 'axis', confine: true },
    xAxis: {
      type: 'category',
      data: [...keys],
      boundaryGap: series.some(({ shape }) => shape === 'bar'),
      ...(everyName && { axisLabel: ASLANT }),
    },
    yAxis: units.map((text, at) => ({
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: named ? 4 : 2,
      splitLine: { show: at === 0 },
      axisLabel: { formatter: text },
    })),
    series: series.map((one) => ({
      name: one.name,
      data: [...one.values],
      yAxisIndex: units.indexOf(one.text ?? plain),
      tooltip: { valueFormatter: (value: unknown) => valueText(one, typeof value === 'number' ? value : null) },
      ...(one.shape === 'bar'
        ? { type: 'bar' as const, barMaxWidth: 14 }
        : {
            type: 'line' as const,
            showSymbol: false,
            ...(one.shape === 'area' && { areaStyle: { opacity: 0.12 } }),
            ...(one.shape === 'steps' && { step: 'middle' as const }),
          }),
    })),
  }
}

/** The table as text for a spreadsheet: tabs between columns, a line a key. */
export const tableText = ({ by, keys, series }: Figures): string =>
  [[by, ...series.map(({ name }) => name)], ...keys.map((key, at) => [key, ...series.map((one) => valueText(one, one.values[at]))])]
    .map((cells) => cells.join('\t'))
    .join('\n')
