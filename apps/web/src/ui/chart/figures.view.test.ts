import { expect, test } from 'vitest'
import { type Figures, optionOf, tableText } from './figures.view.ts'

const yuan = (value: number) => `¥${value}`
const figures: Figures = {
  by: '小时',
  keys: ['06:00', '07:00'],
  series: [
    { name: '下单', values: [5, 3], shape: 'bar' },
    { name: '实收', values: [120, null], shape: 'line', text: yuan },
    { name: '完成', values: [4, 3], shape: 'bar' },
  ],
}

test('money has an axis of its own beside the counts', () => {
  const { series, yAxis } = optionOf(figures)
  expect(series).toMatchObject([
    { type: 'bar', data: [5, 3], yAxisIndex: 0 },
    { type: 'line', data: [120, null], yAxisIndex: 1 },
    { type: 'bar', yAxisIndex: 0 },
  ])
  expect(yAxis).toMatchObject([{ axisLabel: { formatter: String } }, { axisLabel: { formatter: yuan } }])
})

test('the table behind a chart is copied with units, and a dash for what is not known', () => {
  expect(tableText(figures)).toBe('小时\t下单\t实收\t完成\n06:00\t5\t¥120\t4\n07:00\t3\t—\t3')
})
