import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fetchCode, useCode } from './code.ts'

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
