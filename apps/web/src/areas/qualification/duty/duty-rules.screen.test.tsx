import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import DutyRulesScreen from './duty-rules.screen.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  setSession({ permissions: [] })
  vi.unstubAllGlobals()
})

test('rules of one more city begin with those of all cities: saved as they open they take no check away', async () => {
  stubBrowser()
  setSession({ permissions: ['dispatchSettings.edit'] })
  const ofAll = {
    ...{ cityId: null, cityName: '', version: 4, reason: '', changedBy: '', changedAt: '2026-11-01T00:00:00.000Z' },
    ...{ faceRequired: true, faceEveryHours: 12, faceFirstOrder: false, faceRandomPercent: 0, facePayout: true, faceMaxFail: 4 },
    ...{
      faceLockMinutes: 30,
      facePicture: false,
      examGroups: [],
      insuranceRequired: false,
      insuranceEveryHours: 24,
      policies: [],
      photosBeforeDepart: 2,
      receiptFromFen: null,
    },
  }
  stubServer(() =>
    Response.json({ code: 0, data: { rows: [ofAll], exams: [], cities: [{ cityId: '1', name: '杭州' }], mayChangeTenant: true } }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <DutyRulesScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('全部城市')
  fireEvent.click(screen.getByRole('button', { name: /新增城市规则/ }))
  const form = within(await screen.findByRole('dialog', { name: '新增城市规则' }))
  expect(form.getByRole('switch', { name: '上线前人脸识别' }).getAttribute('aria-checked')).toBe('true')
  expect(form.getByRole('switch', { name: '提现前人脸识别' }).getAttribute('aria-checked')).toBe('true')
  expect(form.getByLabelText<HTMLInputElement>(/人脸识别有效/).value).toBe('12')
  expect(form.getByLabelText<HTMLInputElement>(/出发前车辆照片/).value).toBe('2')
})
