import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fetchCode, forgetCode, useCode } from './code.ts'
import { TabBoundary } from './tabs/tab-boundary.tsx'

afterEach(cleanup)

function Page({ load }: { load: () => Promise<{ title: string }> }) {
  const code = useCode(load)
  return <p>{code?.title ?? '正在打开'}</p>
}

test('a page waits for its code and is drawn at once when it is here, everywhere it is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<{ title: string }>()
  let asked = 0
  const load = () => {
    asked++
    return promise
  }
  render(
    <>
      <Page load={load} />
      <Page load={load} />
    </>,
  )
  expect(screen.getAllByText('正在打开')).toHaveLength(2)
  await act(async () => resolve({ title: '接单台' }))
  expect(screen.getAllByText('接单台')).toHaveLength(2)
  expect(asked).toBe(1)
})

test('code that could not be loaded says so and can be asked for again', async () => {
  let fail = true
  const load = async () => {
    if (fail) throw new Error('Failed to fetch dynamically imported module')
    return { title: '接单台' }
  }
  render(
    <TabBoundary language="zh-CN" onRetry={() => forgetCode(load)}>
      <Page load={load} />
    </TabBoundary>,
  )
  expect(await screen.findByText('页面代码加载失败')).toBeTruthy()
  fail = false
  await act(async () => screen.getByRole('button', { name: '重试' }).click())
  expect(await screen.findByText('接单台')).toBeTruthy()
})

test('code that could not be fetched ahead is asked for once more when it is drawn', async () => {
  let asked = 0
  const load = async () => {
    if (asked++ === 0) throw new Error('Failed to fetch dynamically imported module')
    return { title: '接单台' }
  }
  await fetchCode(load)
  render(<Page load={load} />)
  expect(await screen.findByText('接单台')).toBeTruthy()
  expect(asked).toBe(2)
})
