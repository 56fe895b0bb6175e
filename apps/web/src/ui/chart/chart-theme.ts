export interface ChartInk {
  text: string
  faint: string
  line: string
  panel: string
  series: readonly string[]
}

const names = { text: '--text', faint: '--text-2', line: '--border', panel: '--raised' } as const
const seriesNames = ['--accent', '--ok', '--warn', '--danger', '--info', '--muted'] as const

/** The theme's colours as the page has them now, so that a chart never keeps a palette of its own. */
export function inkOf(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): ChartInk {
  const read = (name: string) => style.getPropertyValue(name).trim() || '#888888'
  return {
    text: read(names.text),
    faint: read(names.faint),
    line: read(names.line),
    panel: read(names.panel),
    series: seriesNames.map(read),
  }
}

/** An ECharts theme of those colours. */
export function themeOf(ink: ChartInk, fontFamily: string) {
  const axis = {
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
    axisLabel: { color: ink.faint },
    splitLine: { lineStyle: { color: ink.line } },
    nameTextStyle: { color: ink.faint },
  }
  return {
    color: [...ink.series],
    backgroundColor: 'transparent',
    textStyle: { fontFamily, fontSize: 12, color: ink.text },
    categoryAxis: { ...axis, splitLine: { show: false } },
    valueAxis: { ...axis, axisLine: { show: false } },
    timeAxis: { ...axis, splitLine: { show: false } },
    legend: { textStyle: { color: ink.faint }, itemWidth: 12, itemHeight: 8 },
    tooltip: { backgroundColor: ink.panel, borderColor: ink.line, textStyle: { color: ink.text, fontSize: 12 } },
    line: { symbolSize: 5, lineStyle: { width: 2 } },
    pie: { label: { color: ink.text }, itemStyle: { borderColor: ink.panel, borderWidth: 1 } },
  }
}
