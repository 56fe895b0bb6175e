import { QueryClient } from '@tanstack/react-query'

/** Retries are the http client's; a tab that comes back refreshes what is older than half a minute. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, gcTime: 10 * 60_000, refetchOnWindowFocus: true, networkMode: 'always' },
  },
})
