import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import type { Figures } from '#ui/chart/figures.view.ts'
import type { Sample } from './monitoring.view.ts'

const heightPx = 96
const rounded = (value: number) => Math.round(value * 10) / 10
const clock = (at: number) => new Date(at).toTimeString().slice(0, 8)

/** One line over the samples. */
const lineOf = (title: () => string, of: (sample: Sample) => number, unit: string) => ({
  title,
  figures: (samples: readonly Sample[]): Figures => ({
    by: t('时间'),
    keys: samples.map(({ at }) => clock(at)),
    series: [{ name: title(), shape: 'area', values: samples.map((sample) => rounded(of(sample))), text: (value) => `${value}${unit}` }],
  }),
})
const lines = [
  lineOf(
    () => t('事件循环 P99'),
    ({ loopP99Ms }) => loopP99Ms,
    ' ms',
  ),
  lineOf(
    () => t('处理器'),
    ({ cpuBp }) => cpuBp / 100,
    '%',
  ),
  lineOf(
    () => t('内存'),
    ({ rssMb }) => rssMb,
    ' MB',
  ),
  lineOf(
    () => t('数据库活跃连接'),
    ({ activeConnections }) => activeConnections,
    '',
  ),
]

/** The last minutes, from when the screen was opened. */
export function MonitorCharts({ samples }: { samples: readonly Sample[] }) {
  const query = { data: samples, error: null, isPending: false, refetch: () => undefined }
  return (
    <div className="monitor-charts">
      {lines.map(({ title, figures }) => (
        <ChartFrame
          key={title()}
          title={title()}
          query={query}
          figures={figures}
          empty={{ title: t('打开此页后开始记录') }}
          height={heightPx}
        />
      ))}
    </div>
  )
}
