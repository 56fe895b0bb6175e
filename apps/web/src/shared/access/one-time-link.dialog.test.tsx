import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { OneTimeLinkDialog } from './one-time-link.dialog.tsx'

const copied: string[] = []
vi.mock('#ui/show/copy.ts', () => ({
  copyText: async (text: string) => {
    copied.push(text)
    return true
  },
}))
beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the only copy of a link does not go with Escape or a hasty Enter: the keyboard begins on copying it', async () => {
  const onClose = vi.fn()
  const link = { name: '郑南', path: '/#/password/abc', expiresAt: '2026-11-23T00:00:00.000Z' }
  render(
    <ConfigProvider theme={{ token: { motion: false } }}>
      <OneTimeLinkDialog link={link} onClose={onClose} />
    </ConfigProvider>,
  )
  const copy = await screen.findByRole('button', { name: /复制链接/ })
  await waitFor(() => expect(document.activeElement).toBe(copy))
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onClose).not.toHaveBeenCalled()
  await waitFor(() => expect(copied).toEqual([expect.stringContaining('/#/password/abc')]))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
})
