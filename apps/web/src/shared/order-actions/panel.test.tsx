import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import type { ActedOrder } from './actions.view.ts'
import { ContactForm, RedispatchForm, RemarkForm } from './edit.form.tsx'
import { CancelForm } from './cancel.form.tsx'
import { MessageForm } from './message.form.tsx'
import { TerminateForm } from './terminate.form.tsx'

vi.setConfig({ testTimeout: 60_000 })

const order: ActedOrder = {
  orderId: '7',
  orderNo: 'D7',
  serviceStatus: 303,
  payStatus: 0,
  version: 4,
  allowedActions: [],
  driver: { name: '周师傅', driverNo: 'D1' },
  timeline: [],
}
/** Of an order to be cancelled: one answer a question. */
let judgements: { quoteId: string; feeFen: number }[]
let sent: { path: string; input: Record<string, string> }[]
beforeEach(() => {
  sent = []
  judgements = []
  stubBrowser()
  Element.prototype.scrollIntoView = () => {}
  stubServer(({ pathname, searchParams }, init) => {
    if (pathname.endsWith('/order_vm')) {
      return Response.json({ code: 0, data: { drafts: [{ kind: 'DRIVER', body: '司机周师傅正在赶来' }], sent: [] } })
    }
    if (pathname.endsWith('/sms_service_ready')) return Response.json({ code: 0, data: { ready: true } })
    if (pathname.endsWith('judge_cancel')) {
      const next = judgements.shift()
      if (!next) return new Promise<Response>(() => undefined)
      return Response.json({ code: 0, data: { ...judged, ...next } })
    }
    const body = init?.body instanceof URLSearchParams || typeof init?.body === 'string' ? String(init.body) : ''
    const json = body.startsWith('{') ? (JSON.parse(body) as Record<string, string>) : {}
    sent.push({ path: pathname, input: { ...Object.fromEntries([...searchParams, ...new URLSearchParams(body)]), ...json } })
    if (sent.at(-1)?.input.quoteId === 'old') {
      return Response.json({
        code: 40900,
        error: 'order.cancelQuoteStale',
        message: '判责已变化',
        data: { ...judged, quoteId: 'new', feeFen: 1500 },
      })
    }
    return Response.json({ code: 0, data: { version: 5, totalFen: 100, orderId: '7', orderNo: 'D7', radiusM: 6000 } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const judged = { verdict: 'CUSTOMER_AT_FAULT', feeFen: 0, rule: '', ruleCase: null, consequence: null, quoteId: '', version: 4 }
const onClose = vi.fn<() => void>()
const show = (form: ReactElement) => {
  onClose.mockClear()
  render(<QueryClientProvider client={queryClient}>{form}</QueryClientProvider>)
  return userEvent.setup()
}
const panel = { order, open: true, as: 'panel', onClose } as const

test('what is typed right after the key lands in the first field, and Enter sends it', async () => {
  const user = show(<RemarkForm {...panel} />)
  await user.keyboard('停在地下二层{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ input: { orderId: '7', remark: '停在地下二层' } }])
})

test('the number of the customer is sent with the version on the screen', async () => {
  const user = show(<ContactForm {...panel} />)
  await user.keyboard('13900002222{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ input: { contactPhone: '13900002222', version: '4' } }])
})

test('a wider search needs no typing: Enter starts it', async () => {
  const user = show(<RedispatchForm {...panel} />)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ input: { orderId: '7', version: '4', reason: '扩大范围寻找司机' } }])
})

test('a message is read and sent by Enter alone', async () => {
  const user = show(<MessageForm {...panel} />)
  await screen.findByText('司机周师傅正在赶来')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent).toMatchObject([{ input: { kind: 'DRIVER', way: 'TEXT' } }])
})

test('a trip is not ended without a reason; Escape leaves it', async () => {
  const user = show(<TerminateForm {...panel} />)
  await user.keyboard('{Enter}')
  await screen.findByText('请填写终止原因')
  expect(sent).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('nothing is cancelled before it is on the screen who is at fault and what it costs', async () => {
  const user = show(<CancelForm {...panel} />)
  await user.keyboard('客户改坐地铁{Enter}')
  expect(sent).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})

test('what was shown is what is confirmed; where it no longer holds, what holds now is shown and confirmed anew', async () => {
  judgements = [{ quoteId: 'old', feeFen: 1000 }]
  const user = show(<CancelForm {...panel} />)
  await screen.findByText('¥10.00')
  await user.keyboard('客户改坐地铁{Enter}')
  await screen.findByText('¥15.00')
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map(({ input }) => [input.quoteId, input.reason])).toEqual([
    ['old', '客户改坐地铁'],
    ['new', '客户改坐地铁'],
  ])
})
