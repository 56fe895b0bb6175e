import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { unsavedIn } from '#platform/tab/unsaved.ts'
import AccountPolicyScreen from './account-policy.screen.tsx'

let inForce: string[]
let sent: URLSearchParams[]
const roles = ['客服', '财务', '运营'].map((name, at) => ({ roleId: String(at + 1), name, users: 1, unbound: 0 }))
beforeEach(() => {
  inForce = []
  sent = []
  stubBrowser()
  stubServer(({ pathname }, init) => {
    if (pathname.endsWith('/policy/save')) {
      const body = new URLSearchParams(String(init?.body))
      sent.push(body)
      inForce = JSON.parse(body.get('authenticatorRoleIds')!) as string[]
    }
    return Response.json({ code: 0, data: { authenticatorRoleIds: inForce, roles } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})
const tick = (name: string) => screen.getByLabelText<HTMLInputElement>(name)

test('ticks that are not saved stay when a colleague saves others, and both are shown and can be kept', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <AccountPolicyScreen />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByLabelText('客服'))
  expect(unsavedIn([''])).toBe(true)
  inForce = ['2']
  await act(async () => queryClient.invalidateQueries())
  const conflict = await screen.findByLabelText('两个版本的差异')
  expect(conflict.textContent).toContain('选中了 财务')
  expect([tick('客服').checked, tick('财务').checked]).toEqual([true, false])
  expect(screen.getByText(/^保\s?存$/).closest('button')!.disabled).toBe(true)
  fireEvent.click(screen.getByText('载入最新内容，保留我的修改'))
  expect([tick('客服').checked, tick('财务').checked]).toEqual([true, true])
  fireEvent.click(screen.getByText(/^保\s?存$/))
  fireEvent.click((await screen.findAllByText(/^保\s?存$/)).at(-1)!)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(sent[0]!.get('seenRoleIds')!)).toEqual(['2'])
  expect(new Set(JSON.parse(sent[0]!.get('authenticatorRoleIds')!) as string[])).toEqual(new Set(['1', '2']))
  await waitFor(() => expect(unsavedIn([''])).toBe(false))
})
