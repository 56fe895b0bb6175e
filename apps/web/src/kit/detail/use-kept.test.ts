import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useKept } from './use-kept.ts'

test('a drawer that closes still shows what it showed, and the next one what it was opened for', () => {
  const { result, rerender } = renderHook(({ row }: { row: string | null }) => useKept(row), {
    initialProps: { row: null as string | null },
  })
  expect(result.current).toBeNull()
  rerender({ row: '邹泽宇' })
  rerender({ row: null })
  expect(result.current).toBe('邹泽宇')
  rerender({ row: '王一' })
  expect(result.current).toBe('王一')
})
