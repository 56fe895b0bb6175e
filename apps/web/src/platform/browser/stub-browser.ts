import { vi } from 'vitest'

/** For tests: what antd asks of a browser and jsdom has not. */
export function stubBrowser(): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}

/** For tests: answers every request by its address. */
export function stubServer(answer: (url: URL, init: RequestInit | undefined) => Response | Promise<Response>): void {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) =>
    answer(new URL(input instanceof Request ? input.url : String(input), 'http://console'), init),
  )
}
