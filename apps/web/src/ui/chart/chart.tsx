import { Suspense } from 'react'
import { t } from '#platform/text/text.ts'
import type { ChartOption } from './echarts-parts.ts'
import { lazyPiece } from '../dialog/lazy-piece.tsx'

export type { ChartOption } from './echarts-parts.ts'

export interface ChartProps {
  /** ECharts option: line, bar and pie series, grid, tooltip, legend. Colours come from the theme unless set. */
  option: ChartOption
  /** What the chart shows, read aloud before its figures. */
  label: string
  /** Pixels; without it the chart fills its parent. */
  height?: number
  className?: string
  /** A series item was clicked: its category name. */
  onPick?: (name: string) => void
}

const Drawn = lazyPiece(() => import('./chart-drawn.tsx').then((module) => ({ default: module.ChartDrawn })), 'place')

/** A chart whose library is fetched when the first one is shown; it keeps its room meanwhile. */
export function Chart(props: ChartProps) {
  const box = { height: props.height ?? '100%', minHeight: 0, width: '100%' }
  return (
    <div className={props.className} style={box}>
      <Suspense fallback={<div role="status" aria-label={t('图表加载中')} style={box} />}>
        <Drawn {...props} />
      </Suspense>
    </div>
  )
}
