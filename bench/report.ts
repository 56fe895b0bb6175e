/** One figure of the run. `ratio` is ours to the baseline, taken round by round; `met` is undefined where no target is set. */
export interface Figure {
  name: string
  ours: string
  baseline?: string
  ratio?: number
  target?: string
  met?: boolean
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints one measurement's figures as a table. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = [
    ['', 'ours', 'baseline', 'ratio', 'target', ''],
    ...figures.map(({ name, ours, baseline, ratio, target, met }) => [
      name,
      ours,
      baseline ?? '–',
      ratio === undefined ? '–' : ratio.toFixed(2),
      target ?? '–',
      met === undefined ? '' : met ? 'met' : 'missed',
    ]),
  ]
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd()
  say(`\n${title}`)
  for (const row of rows) say(`  ${line(row)}`)
}

export const median = (values: readonly number[]): number => percentile(values, 50)

/** Nearest rank, of values in any order. NaN when there are none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1))] ?? Number.NaN
}

export const perSecond = (rate: number): string => `${rate >= 1000 ? `${(rate / 1000).toFixed(1)} k` : rate.toFixed(0)}/s`
export const ms = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`
