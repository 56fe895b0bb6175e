import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { SettingHistoryDrawer } from './setting-history.drawer.tsx'
import type { Setting } from './settings.view.ts'

const version = (number: number, minRadiusM: number, remark: string, reason = '') =>
  ({
    settingId: '5',
    version: number,
    reason,
    changedBy: '沈磊',
    changedAt: '2026-11-22T01:30:00.000Z',
    cityId: '1',
    cityName: '杭州',
    channelId: null,
    channelName: null,
    serviceType: null,
    from: null,
    to: null,
    enabled: true,
    remark,
    mode: 'NEAREST',
    minRadiusM,
    radiusStepM: 1_000,
    maxRadiusM: 5_000,
    positionMaxAgeS: 60,
    roundS: 15,
    rounds: 4,
    totalS: 60,
    offerS: 15,
    offersPerDriver: 2,
    walletFloorFen: 0,
    grabDrivers: 5,
    batchS: 5,
    batchCandidates: 10,
    batchWorseS: 120,
    fairnessSPerHour: 30,
  }) as Setting
const rows = [version(2, 3_000, '高峰', '早高峰接驾太慢'), version(1, 2_000, '')]
let saved: URLSearchParams[]
beforeEach(() => {
  saved = []
  stubBrowser()
  stubServer(({ pathname }, init) => {
    if (pathname.endsWith('/history')) return Response.json({ code: 0, data: { rows } })
    saved.push(new URLSearchParams(String(init?.body)))
    return Response.json({ code: 0, data: { settingId: '5', version: 3 } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})
const open = () =>
  act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <SettingHistoryDrawer row={rows[0]!} open onClose={() => {}} />
      </QueryClientProvider>,
    )
    // Its code comes when it is first looked at.
    await import('#kit/config/versions.drawer.tsx')
  })

test('what a version changed is shown field by field, and an earlier one comes back as a new version with what it left empty', async () => {
  setSession({ permissions: ['dispatchSettings.view', 'dispatchSettings.edit'] })
  await open()
  const radius = (await screen.findByText('起始半径')).closest('tr')!
  expect(radius.textContent).toMatch(/2,000.*3,000/)
  expect(screen.queryByText('最大半径')).toBeNull()
  expect(screen.getByText('早高峰接驾太慢')).toBeTruthy()
  await userEvent.click(screen.getByText('第 1 版', { selector: 'strong' }))
  await userEvent.click(await screen.findByRole('button', { name: '恢复为第 1 版' }))
  await userEvent.click(await screen.findByRole('button', { name: /^恢\s?复$/ }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(Object.fromEntries(saved[0]!)).toMatchObject({
    settingId: '5',
    version: '2',
    minRadiusM: '2000',
    remark: '',
    allDay: 'true',
    changeReason: '恢复为第 1 版',
  })
})
