import type { EChartsType } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { useSession } from '#platform/session/session.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import type { ChartProps } from './chart.tsx'
import { inkOf, themeOf } from './chart-theme.ts'
import { init } from './echarts-parts.ts'

const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function ChartDrawn({ option, label, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType | null>(null)
  const theme = useSession((state) => state.theme)
  const active = useTabActive()
  const pick = useRef(onPick)
  pick.current = onPick

  // NOTE: ECharts takes its theme only at birth, so a switch of theme makes a new chart.
  useEffect(() => {
    const element = box.current
    if (!element) return
    const style = getComputedStyle(element)
    const born = init(element, themeOf(inkOf(style), style.fontFamily))
    chart.current = born
    born.on('click', (event) => pick.current?.(event.name))
    const resize = new ResizeObserver(() => born.resize())
    resize.observe(element)
    return () => {
      resize.disconnect()
      born.dispose()
      chart.current = null
    }
  }, [theme])

  useEffect(() => {
    if (!active) return
    chart.current?.setOption({ animation: !lessMotion(), animationDuration: 300, ...option }, { notMerge: true })
  }, [option, theme, active])

  // NOTE: ECharts' own description (`aria`) is left off: it is English or Chinese as the library likes, and written anew whenever it draws.
  return <div ref={box} role="img" aria-label={label} style={{ width: '100%', height: '100%' }} />
}
