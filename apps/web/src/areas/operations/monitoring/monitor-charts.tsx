import { useMemo } from 'react'
import { t } from '#platform/text/text.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { lineOption, type Sample } from './monitoring.view.ts'

const heightPx = 96

const ofLoop = (sample: Sample) => sample.loopP99Ms
const ofCpu = (sample: Sample) => sample.cpuBp / 100
const ofMemory = (sample: Sample) => sample.rssMb
const ofConnections = (sample: Sample) => sample.activeConnections

/** The last minutes, from when the screen was opened. */
export function MonitorCharts({ samples }: { samples: readonly Sample[] }) {
  return (
    <div className="monitor-charts">
      <Line title={t('事件循环 P99（毫秒）')} samples={samples} of={ofLoop} unit="ms" />
      <Line title={t('处理器（%）')} samples={samples} of={ofCpu} unit="%" />
      <Line title={t('内存（MB）')} samples={samples} of={ofMemory} unit="MB" />
      <Line title={t('数据库活跃连接')} samples={samples} of={ofConnections} unit="" />
    </div>
  )
}

interface LineProps {
  title: string
  samples: readonly Sample[]
  of: (sample: Sample) => number
  unit: string
}

function Line({ title, samples, of, unit }: LineProps) {
  const option = useMemo(() => lineOption(samples, of, unit), [samples, of, unit])
  return (
    <figure className="monitor-chart">
      <figcaption>{title}</figcaption>
      <Chart option={option} label={title} height={heightPx} />
    </figure>
  )
}
