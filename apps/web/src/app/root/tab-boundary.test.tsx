import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { forgetCode, useCode } from '#platform/browser/code.ts'
import { TabBoundary } from './tab-boundary.tsx'

afterEach(cleanup)

function Page({ load }: { load: () => Promise<{ title: string }> }) {
  const code = useCode(load)
  return <p>{code?.title ?? '正在打开'}</p>
}

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
