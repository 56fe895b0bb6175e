import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { ForceSubmitForm } from './force-submit.form.tsx'
import type { OrderDetail } from '../order.view.ts'

const order = { orderId: '7', orderNo: 'A7', version: 3, timeline: [] } as unknown as OrderDetail
const stand = (totalFen: number | null) => ({
  serviceStatus: totalFen === null ? 304 : 501,
  payStatus: 10,
  distanceM: 6000,
  waitS: 0,
  lines: [],
  totalFen,
})
const looked = (totalFen: number) => Response.json({ code: 0, data: { version: 3, before: stand(null), after: stand(totalFen) } })
const refusal = (code: number, error: string, message: string, data: object = {}) => Response.json({ code, error, message, data })

let preview: () => Response
let submit: () => Response
let sent: URLSearchParams[]
beforeEach(() => {
  sent = []
  stubBrowser()
  stubServer(({ pathname, searchParams }) => {
    if (pathname.endsWith('/force_submit_preview')) return preview()
    if (!pathname.endsWith('/force_submit')) return Response.json({ code: 0, data: null })
    sent.push(searchParams)
    return submit()
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function show() {
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queryClient}>
      <ForceSubmitForm order={order} open onClose={onClose} />
    </QueryClientProvider>,
  )
  return onClose
}
const confirm = () => screen.getByText('确认报单').closest('button')!
const type = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('a preview that could not be had is asked for again', async () => {
  preview = () => refusal(500, '', '服务繁忙')
  show()
  const alert = await screen.findByRole('alert')
  expect(confirm().disabled).toBe(true)
  preview = () => looked(8_000)
  fireEvent.click(alert.querySelector('button')!)
  expect(await screen.findByText('¥80.00')).toBeTruthy()
})

test('a bill that changed meanwhile is refused, shown anew, and then filed at the new total', async () => {
  preview = () => looked(8_000)
  submit = () => refusal(409723, 'order.billChanged', '应付金额已变化', { totalFen: 9_000 })
  const onClose = show()
  await screen.findByText('¥80.00')
  type('原因', '手机没电')
  preview = () => looked(9_000)
  fireEvent.click(confirm())
  await screen.findByText('应付金额已变化')
  await screen.findByText('¥90.00')
  submit = () => looked(9_000)
  await waitFor(() => expect(confirm().disabled).toBe(false))
  fireEvent.click(confirm())
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(sent.map((params) => params.get('totalFen'))).toEqual(['8000', '9000'])
})

test('what stood there before the last key cannot be confirmed', async () => {
  preview = () => looked(8_000)
  show()
  await screen.findByText('¥80.00')
  type('原因', '手机没电')
  await waitFor(() => expect(confirm().disabled).toBe(false))
  preview = () => looked(10_000)
  type(/^过路费/, '20')
  await waitFor(() => expect(confirm().disabled).toBe(true))
  await screen.findByText('¥100.00')
  await waitFor(() => expect(confirm().disabled).toBe(false))
})
