import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#platform/http/query-client.ts'
import { setSession } from '#platform/session/session.ts'
import { usePreference } from './use-preference.ts'

const around = ({ children }: { children: ReactNode }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
const preference = (key: string) => renderHook(() => usePreference(key), { wrapper: around })

beforeEach(() => {
  setSession({ userId: '7' })
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ code: 0, message: '', data: { value: 'on' } })))
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

test('a choice made in one part of the page holds in every other at once', async () => {
  const [button, bell, other] = [preference('callCentre.queueSound'), preference('callCentre.queueSound'), preference('something.else')]
  await waitFor(() => expect([bell.result.current.value, other.result.current.value]).toEqual(['on', 'on']))
  act(() => button.result.current.save('off'))
  await waitFor(() => expect([button, bell, other].map(({ result }) => result.current.value)).toEqual(['off', 'off', 'on']))
})
