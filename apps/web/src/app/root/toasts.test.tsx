import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { call } from '@chauffeur/contract/kernel/call'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import { stubServer } from '#platform/browser/stub-browser.ts'
import { Toasts } from './toasts.tsx'

const turn = call({
  method: 'POST',
  path: '/turn',
  effect: 'write',
  access: 'signedIn',
  summary: '启用',
  input: z.object({ version: z.number(), on: z.boolean() }),
  output: z.object({}),
})
let sent: string[]
let answer: object
beforeEach(() => {
  sent = []
  answer = { code: 0, data: {} }
  stubServer((_address, init) => {
    sent.push(String(init?.body))
    return Response.json(answer)
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const typing = () => screen.getByRole('textbox')
const show = () => {
  render(
    <>
      <input />
      <Toasts />
    </>,
  )
  typing().focus()
  act(() => offerUndo('已停用', undoBy(turn, { version: 5, on: true })))
}
const undoButton = () => screen.queryByText('撤销（Alt+Z）')

test('what was done is taken back by a click or by Alt+Z, and the focus stays where the work is', async () => {
  const user = userEvent.setup()
  show()
  await user.click(undoButton()!)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatch(/version.*5/)
  await screen.findByText('已撤销')
  expect(document.activeElement).toBe(typing())
  act(() => offerUndo('又停用了', undoBy(turn, { version: 6, on: true })))
  await user.keyboard('{Alt>}z{/Alt}')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(undoButton()).toBeNull()
  await user.keyboard('{Alt>}z{/Alt}')
  expect(sent).toHaveLength(2)
})

test('who is too late to take it back is told why, once', async () => {
  answer = { code: 40901, error: 'people.versionConflict', message: '他人已修改，请刷新后重试', data: null }
  const user = userEvent.setup()
  show()
  await user.click(undoButton()!)
  await screen.findByText('没有撤销：他人已修改，请刷新后重试')
  expect(screen.getAllByRole('alert', { hidden: true })).toHaveLength(1)
})

test('after ten seconds it is not offered any more', () => {
  vi.useFakeTimers()
  show()
  act(() => {
    vi.advanceTimersByTime(10_000)
  })
  expect(undoButton()).toBeNull()
})

test('a screen that has a use of its own for the key keeps it', async () => {
  const user = userEvent.setup()
  const own = (event: KeyboardEvent) => event.altKey && event.preventDefault()
  document.addEventListener('keydown', own)
  show()
  await user.keyboard('{Alt>}z{/Alt}')
  document.removeEventListener('keydown', own)
  expect(sent).toEqual([])
  expect(undoButton()).toBeTruthy()
})
