import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { setSession } from '#platform/session/session.ts'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { Versions } from './versions.drawer.tsx'

const version = (number: number, fee: string, begun: boolean) => ({
  version: number,
  reason: '',
  changedBy: '沈磊',
  changedAt: '2026-11-22T01:30:00.000Z',
  fee,
  begun,
})
type Version = ReturnType<typeof version>
const rows = [version(3, '3 元', false), version(2, '2 元', true), version(1, '1 元', false)]
beforeEach(() => {
  stubBrowser()
  setSession({ permissions: ['withdrawalTerms.edit'] })
})
afterEach(() => {
  cleanup()
  setSession({ permissions: [] })
})
const draw = (save = vi.fn(async () => {})) => {
  const answered = { data: { rows }, isPending: false, isError: false, error: null, refetch: () => {} }
  render(
    <Versions<Version>
      query={answered as never}
      factsOf={({ fee }) => [{ label: '手续费', words: fee }]}
      standingOf={({ begun, changedAt }) => ({ words: begun ? '生效中' : '待生效', tone: 'wait', inForce: begun, from: changedAt })}
      back={{ call: withdrawalTermsCalls.save, save, refreshes: [] }}
    />,
  )
  return save
}

test('where a newer version has yet to begin the one in force is the present one, and what is returned to is held against it', async () => {
  const save = draw()
  expect(screen.getByText('第 2 版（当前）')).toBeTruthy()
  await userEvent.click(screen.getByText('第 1 版', { selector: 'strong' }))
  await userEvent.click(screen.getByRole('button', { name: '恢复为第 1 版' }))
  const asked = await screen.findByRole('dialog')
  expect(asked.textContent).toMatch(/2 元.*1 元/)
  await userEvent.click(screen.getByRole('button', { name: /^恢\s?复$/ }))
  // The newest version is the one that was seen, whichever is in force.
  expect(save).toHaveBeenCalledWith(rows[2], rows[0], '恢复为第 1 版')
})

test('a version that is yet to come says so with its beginning', () => {
  draw()
  expect(screen.getAllByText('待生效')).toHaveLength(2)
  expect(screen.getAllByText('生效中')).toHaveLength(1)
})
