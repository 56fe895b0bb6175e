import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Timeline } from './timeline.tsx'

afterEach(cleanup)

const step = (key: number, at: string, title: string) => ({ key, at, title, tone: 'run', by: '客服 · 林晓雨', reason: '' }) as const
const steps = [step(1, '2025-01-01T00:00:00Z', '下单'), step(2, '2025-01-01T00:00:12Z', '接单'), step(3, '2025-01-01T02:00:12Z', '完成')]

test('the newest stands on top, each step with who did it and how long it took; the year is said when it is not this one', () => {
  const { container } = render(<Timeline label="进程" steps={steps} />)
  expect([...container.querySelectorAll('strong')].map((title) => title.textContent)).toEqual(['完成', '接单', '下单'])
  expect([...container.querySelectorAll('.timeline-gap')].map((gap) => gap.textContent)).toEqual(['2 小时', '12 秒'])
  expect(container.querySelector('time')?.textContent).toMatch(/^2025-01-01 \d\d:\d\d$/)
  expect(container.textContent).toContain('客服 · 林晓雨')
  expect(container.textContent).not.toContain('已持续')
})

test('a longer wait is drawn longer, but never out of the page', () => {
  const day = [...steps, step(4, '2025-02-01T00:00:00Z', '支付')]
  const { container } = render(<Timeline label="进程" steps={day} />)
  const heights = [...container.querySelectorAll<HTMLElement>('.timeline-gap')].map(({ style }) => Number.parseInt(style.height, 10))
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  expect(heights[0]).toBe(72)
})

test('what still lasts runs on above the newest step', () => {
  const { container } = render(<Timeline label="进程" steps={steps} goesOn />)
  expect(container.querySelector('li')?.textContent).toContain('已持续')
})
