import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { BulkDrawer, type BulkWork } from './bulk.drawer.tsx'

const job = (jobId: string, of: object = {}) => ({
  jobId,
  action: 'REMARK',
  state: 'READY',
  text: '回访',
  byCustomer: false,
  total: 100,
  waiting: 100,
  done: 0,
  failed: 0,
  skipped: 0,
  feeFen: 0,
  penaltyFen: 0,
  penalties: 0,
  createdAt: '2026-11-21T12:00:00.000Z',
  rows: [],
  ...of,
})
const done = (data: object) => Response.json({ code: 0, data })

let answers: Record<string, () => Response | Promise<Response>>
let asked: string[]
beforeEach(() => {
  asked = []
  setSession({ permissions: ['order.edit', 'order.bulk'] })
  stubBrowser()
  stubServer(({ pathname }) => {
    const name = pathname.split('/').at(-1)!
    asked.push(name)
    return answers[name]?.() ?? done({})
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const chosen = (...orderIds: string[]): BulkWork => ({ chosen: { orderIds }, count: orderIds.length })
const drawer = (work: BulkWork | null) => (
  <QueryClientProvider client={queryClient}>
    <BulkDrawer work={work} onClose={() => {}} />
  </QueryClientProvider>
)

const preview = () => screen.getByText(/^预\s?览$/).closest('button')!

test('work that goes on in the background shows nothing in the place of the next', async () => {
  let over = false
  answers = {
    bulk_prepare: () => done(job('1')),
    bulk_start: () => done(job('1', { state: 'RUNNING' })),
    bulk_job: () => done(job('1', over ? { state: 'DONE', waiting: 0, done: 100 } : { state: 'RUNNING', waiting: 60, done: 40 })),
  }
  const { rerender } = render(drawer(chosen('1', '2')))
  fireEvent.change(screen.getByLabelText('备注或原因'), { target: { value: '回访' } })
  fireEvent.click(preview())
  fireEvent.click(await screen.findByText('开始处理 100 单'))
  await screen.findByText('完成 40', { exact: false })
  expect(screen.getByText(/^停\s?止$/)).toBeTruthy()
  rerender(drawer(null))
  rerender(drawer(chosen('3')))
  over = true
  const looks = asked.length
  await waitFor(() => expect(asked.slice(looks)).toContain('bulk_job'), { timeout: 3_000 })
  expect(await screen.findByText(/^已选 1 单/)).toBeTruthy()
  expect(screen.queryByText(/共 100 单/)).toBeNull()
  expect(preview().disabled).toBe(false)
})

test('only work that one may do to a single order is offered', async () => {
  answers = {}
  render(drawer(chosen('1')))
  expect([...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].map(({ value }) => value)).toEqual(['REMARK'])
})

test('a cancellation shows beforehand what customers and drivers pay, together and for each order', async () => {
  setSession({ permissions: ['order.cancel', 'order.bulk'] })
  const row = (orderId: string, consequence: object | null) => ({
    orderId,
    orderNo: `D26112100000${orderId}`,
    serviceStatus: 301,
    state: 'WAITING',
    rule: 'R9',
    verdict: 'DRIVER_AT_FAULT',
    feeFen: 0,
    consequence,
    problem: '',
  })
  const bears = { driverPenaltyFen: 1_000, waived: false, countsToRate: true, hideDriverS: 3_600 }
  const whole = { action: 'CANCEL', total: 2, waiting: 2, penaltyFen: 1_000, penalties: 1, rows: [row('1', bears), row('2', null)] }
  answers = { bulk_prepare: () => done(job('1', whole)) }
  render(drawer(chosen('1', '2')))
  fireEvent.change(screen.getByLabelText('备注或原因'), { target: { value: '司机失联' } })
  fireEvent.click(preview())
  const figures = await screen.findByText(/共 2 单/)
  expect(figures.textContent).toContain('扣司机合计')
  expect(figures.textContent).toMatch(/10\.00.*1 单/)
  expect(screen.getByText('扣司机 ¥10.00，计入取消率，1 小时内不再派给该客户')).toBeTruthy()
})
