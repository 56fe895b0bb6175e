import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { RefusalError } from '#platform/http/call.ts'
import { defineDetail, DetailPage } from './detail-page.tsx'

beforeEach(stubBrowser)
afterEach(cleanup)

interface Known {
  name: string
}
const query = (data: Known | undefined, error: unknown = null) => ({ data, error, isPending: !data && !error, refetch: () => undefined })
let answer = query(undefined)
const Screen = defineDetail(
  'driverId',
  () => ({ title: '司机详情', noId: '地址里没有司机编号', list: ['/drivers', '去司机列表'] }),
  () => (
    <DetailPage
      query={answer}
      title={({ name }) => name}
      status={() => '空闲'}
      actions={() => <button type="button">停用</button>}
      tabs={({ name }) => [{ key: 'file', label: '资料', children: `${name}的资料` }, false]}
    />
  ),
)
const open = (address: string, known = query(undefined)) => {
  answer = known
  render(
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>,
  )
}
const wayBack = () => screen.queryByRole('link', { name: '去司机列表' })?.getAttribute('href')

test('an address without a number says so and leads to the list', () => {
  open('/driver?driverId=abc')
  expect(screen.getByText('地址里没有司机编号')).toBeTruthy()
  expect(wayBack()).toBe('#/drivers')
})

test('while it loads the page has its name and nothing can be done', () => {
  open('/driver?driverId=7')
  expect(screen.getByRole('heading').textContent).toBe('司机详情')
  expect(screen.queryByRole('button')).toBeNull()
})

test('what is not there is not tried again: one is led to the list', () => {
  open('/driver?driverId=7', query(undefined, new RefusalError(404, 'driver.notFound', '不存在或不在您的业务范围内', null)))
  expect(screen.getByText('不存在或不在您的业务范围内')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  expect(wayBack()).toBe('#/drivers')
})

test('what is known has its name, how it stands, its actions and its tabs', () => {
  open('/driver?driverId=7', query({ name: '邹泽宇' }))
  expect(screen.getByRole('heading').textContent).toBe('邹泽宇')
  expect(screen.getByText('空闲')).toBeTruthy()
  expect(screen.getByRole('button', { name: '停用' })).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['资料'])
  expect(screen.getByText('邹泽宇的资料')).toBeTruthy()
})
