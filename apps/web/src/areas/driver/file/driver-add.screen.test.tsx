import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import DriverAddScreen from './driver-add.screen.tsx'

const model = {
  cities: [{ key: '1', value: '杭州' }],
  licenceClasses: [{ key: 'C1', value: 'C1' }],
  serviceTypes: [{ key: 'TRIP', value: '日常代驾' }],
  listenRadiusM: { min: 500, max: 20_000, default: 5_000 },
  minAge: 22,
  maxAge: 60,
  minDrivingYears: 3,
}
let driver: Record<string, unknown>
let saved: URLSearchParams[]
beforeEach(() => {
  saved = []
  driver = {
    driverId: '9',
    driverNo: 'HZ-9',
    version: 4,
    name: '王建国',
    phone: '139****0011',
    idCard: '**************4215',
    idCardExpire: null,
    licenceClass: 'C1',
    licenceFirstIssue: '2012-05-01',
    licenceExpire: '2032-05-01',
    cityId: '1',
    orgId: null,
    serviceTypes: ['TRIP'],
    listenRadiusM: 5_000,
    emergencyContact: '李女士',
    emergencyPhone: '139****0012',
    qualification: 50,
  }
  stubBrowser()
  Element.prototype.scrollIntoView = () => {}
  stubServer(({ pathname }, init) => {
    const name = pathname.split('/').at(-1)
    if (name === 'infoAddModel') return Response.json({ code: 0, data: model })
    if (name === 'info') return Response.json({ code: 0, data: driver })
    if (name !== 'infoAdd') return Response.json({ code: 0, data: { rows: [] } })
    const form = new URLSearchParams(String(init?.body))
    saved.push(form)
    return form.get('version') === String(driver.version)
      ? Response.json({ code: 0, data: { driverId: '9', driverNo: 'HZ-9', version: 6 } })
      : Response.json({ code: 40993, error: 'driver.versionConflict', message: '司机资料已被他人修改', data: {} })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  dropAllTabStates()
  vi.unstubAllGlobals()
})

const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={['/DriverAdd?driverId=9']}>
        <DriverAddScreen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const save = () => fireEvent.click(screen.getByText(/^保\s?存$/).closest('button')!)
const rename = async (value: string) => fireEvent.change(await screen.findByLabelText('姓名', { selector: '#name' }), { target: { value } })

test('numbers one may not see are left as they are', async () => {
  show()
  await rename('王建国强')
  expect(screen.getByLabelText<HTMLInputElement>(/^手机号/).value).toBe('')
  save()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect([saved[0]?.get('name'), saved[0]?.get('phone') ?? '', saved[0]?.get('emergencyPhone') ?? '']).toEqual(['王建国强', '', ''])
})

test('a half-typed file that is opened again does not overwrite what a colleague saved meanwhile', async () => {
  const { unmount } = show()
  await rename('王建国强')
  unmount()
  queryClient.clear()
  driver = { ...driver, version: 5, licenceExpire: '2035-01-01' }
  show()
  await screen.findByText('已恢复上次没有保存的内容')
  expect(screen.getByLabelText<HTMLInputElement>(/^驾驶证有效期至/).value).toBe('2035-01-01')
  save()
  await waitFor(() => expect(saved).toHaveLength(1))
  expect([saved[0]?.get('version'), saved[0]?.get('name'), saved[0]?.get('licenceExpire')]).toEqual(['5', '王建国强', '2035-01-01'])
})

test('Enter ends a typed date and does not send the file; a date in the wrong field is no driver number', async () => {
  show()
  await rename('王建国强')
  const day = screen.getByLabelText<HTMLInputElement>(/^初次领证/)
  await userEvent.clear(day)
  await userEvent.type(day, '2015-06-01{Enter}')
  expect(saved).toHaveLength(0)
  const number = screen.getByLabelText<HTMLInputElement>(/^工号/)
  await userEvent.clear(number)
  await userEvent.type(number, '2030-06-01')
  save()
  await screen.findByText('工号为 2–20 位字母、数字或横线，不能是日期')
  expect(saved).toHaveLength(0)
})
