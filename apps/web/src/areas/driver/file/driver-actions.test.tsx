import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { BlockDriver } from '#shared/driver/block-driver.tsx'
import { setSession } from '#platform/session/session.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import { DriverActions } from './driver-actions.tsx'
import DriverRemarkScreen from './driver-remark.screen.tsx'

const driver = { driverId: '9', driverNo: 'HZ-9', name: '王建国', currentOrderId: null, disabledReason: '涉嫌刷单' }
let sent: { call: string; values: Record<string, string> }[]
beforeEach(() => {
  sent = []
  stubBrowser()
  setSession({ permissions: ['dispatchDesk.block'] })
  stubServer(({ pathname, searchParams }, init) => {
    const call = pathname.split('/').at(-1) ?? ''
    const { platformId: _, ...values } = Object.fromEntries([...searchParams, ...new URLSearchParams(String(init?.body ?? ''))])
    if (['disable_driver', 'remark', 'add'].includes(call)) sent.push({ call, values })
    if (call === 'info') return Response.json({ code: 0, data: { ...driver, remarks: [], allowedActions: ['remark'] } })
    if (call === 'of_order') return Response.json({ code: 0, data: { block: null } })
    return Response.json({ code: 0, data: { afterTrip: false, walletFrozen: true, remarkId: '1', until: null } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession({ permissions: [] })
  dropAllTabStates()
  vi.unstubAllGlobals()
})
const show = (what: React.ReactElement) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/DriverConfig/DriverRemark?driverId=9']}>{what}</MemoryRouter>
    </QueryClientProvider>,
  )

test('who disables a driver says what becomes of the money; who enables one is not asked', async () => {
  const { rerender } = show(<DriverActions asked={{ what: 'disable', driver }} onClose={() => {}} />)
  await userEvent.click(screen.getByRole('radio', { name: /^不冻结/ }))
  await userEvent.type(screen.getByLabelText('停用理由'), '涉嫌刷单')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent[0]?.values).toEqual({ driverId: '9', disable: 'true', freezeWallet: 'false', reason: '涉嫌刷单' }))
  rerender(
    <QueryClientProvider client={queryClient}>
      <DriverActions asked={null} onClose={() => {}} />
      <DriverActions asked={{ what: 'enable', driver }} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await screen.findByText('停用原因：涉嫌刷单')
  await userEvent.type(screen.getByLabelText('启用理由'), '查无此事')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent[1]?.values).toEqual({ driverId: '9', disable: 'false', reason: '查无此事' }))
})

test('a remark that is half typed is there again when the page comes back, and the next one begins empty', async () => {
  const { unmount } = show(<DriverRemarkScreen />)
  await userEvent.type(await screen.findByLabelText(/^内容/), '客户称赞')
  unmount()
  show(<DriverRemarkScreen />)
  const text = await screen.findByLabelText<HTMLTextAreaElement>(/^内容/)
  expect(text.value).toBe('客户称赞')
  await userEvent.click(screen.getByRole('button', { name: /^添\s?加/ }))
  await waitFor(() => expect(sent[0]?.values).toMatchObject({ driverId: '9', type: 'NOTE', text: '客户称赞' }))
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>(/^内容/).value).toBe(''))
})

test('a driver who is blocked for good is blocked without an end', async () => {
  show(<BlockDriver orderId="5" driverId="9" driverName="王建国" />)
  await userEvent.click(await screen.findByText('不再派给该客户'))
  await userEvent.click(screen.getByRole('combobox', { name: '期限' }))
  await userEvent.click(await screen.findByTitle('长期'))
  await userEvent.type(screen.getByLabelText('原因'), '客户要求')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent[0]?.values).toEqual({ orderId: '5', driverId: '9', reason: '客户要求' }))
})
