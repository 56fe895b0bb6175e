import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPiece } from './lazy-piece.tsx'
import { WhenOpened } from './when-opened.tsx'

afterEach(cleanup)

interface DialogProps {
  open: boolean
  onClose: () => void
}
const Dialog = ({ open, onClose }: DialogProps) =>
  open ? (
    <div role="dialog">
      <button type="button" onClick={onClose}>
        好
      </button>
    </div>
  ) : null

/** A screen with something half typed, and a dialog whose code may not come. */
function pageWith(load: () => Promise<{ default: (props: DialogProps) => React.ReactNode }>) {
  const Piece = lazyPiece(load)
  return function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <input aria-label="备注" />
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        <WhenOpened open={open}>
          <Piece open={open} onClose={() => setOpen(false)} />
        </WhenOpened>
      </>
    )
  }
}
const press = (name: string) => act(async () => screen.getByRole('button', { name }).click())

test('a dialog whose code does not arrive says so, what was typed beside it stays, and trying again fetches it again', async () => {
  let fail = true
  const load = vi.fn(async () => {
    if (fail) throw new Error('Failed to fetch dynamically imported module')
    return { default: Dialog }
  })
  const Page = pageWith(load)
  render(<Page />)
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '客人带了狗' } })
  await press('打开')
  expect((await screen.findByRole('alert')).textContent).toContain('已填写的内容还在')
  await press('重试')
  expect(load).toHaveBeenCalledTimes(2)
  fail = false
  await press('重试')
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('备注').value).toBe('客人带了狗')
})

test('a dialog that never came can be closed, and is asked for again when it is opened again', async () => {
  let fail = true
  const load = vi.fn(async () => {
    if (fail) throw new Error('Failed to fetch dynamically imported module')
    return { default: Dialog }
  })
  const Page = pageWith(load)
  render(<Page />)
  await press('打开')
  await screen.findByRole('alert')
  await press('关闭')
  expect(screen.queryByRole('alert')).toBeNull()
  fail = false
  await press('打开')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a dialog that breaks takes nothing else with it', async () => {
  let broken = true
  const Breaking = (props: DialogProps) => {
    if (broken) throw new Error('undefined is not a function')
    return <Dialog {...props} />
  }
  const Page = pageWith(async () => ({ default: Breaking }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<Page />)
  await press('打开')
  expect((await screen.findByRole('alert')).textContent).toContain('出错了')
  expect(screen.getByLabelText('备注')).toBeTruthy()
  broken = false
  await press('重试')
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
