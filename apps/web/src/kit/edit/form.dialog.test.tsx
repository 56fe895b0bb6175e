import { act, cleanup, render, renderHook, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { answerDiscard, unsavedIn, useDiscardAsked } from '#platform/tab/unsaved.ts'
import { FormDialog } from './form.dialog.tsx'

interface Person {
  name: string
  mail: string
}

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const li: Person = { name: '李娜', mail: 'li@example.cn' }

function Screen() {
  const [asked, setAsked] = useState<{ person: Person | null } | null>(null)
  const [saved, setSaved] = useState(li)
  return (
    <>
      <button type="button" onClick={() => setAsked({ person: saved })}>
        修改
      </button>
      <button type="button" onClick={() => setAsked({ person: null })}>
        添加
      </button>
      <FormDialog<Person>
        open={asked !== null}
        title="用户"
        initial={asked?.person ?? { name: '', mail: '' }}
        onSubmit={async (values) => setSaved(values)}
        onClose={() => setAsked(null)}
      >
        <Form.Item name="name" label="姓名">
          <Input />
        </Form.Item>
        <Form.Item name="mail" label="邮箱">
          <Input />
        </Form.Item>
      </FormDialog>
    </>
  )
}
const value = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(new RegExp(label))).value
const open = (button: string) => userEvent.click(screen.getByText(button, { selector: 'button' }))

test('somebody new does not begin with what was somebody else’s', async () => {
  render(<Screen />)
  await open('修改')
  expect(await value('邮箱')).toBe('li@example.cn')
  await userEvent.click(screen.getByRole('button', { name: /取\s?消/ }))
  await open('添加')
  expect(await value('邮箱')).toBe('')
  expect(await value('姓名')).toBe('')
})

test('what cannot be taken back has a button that looks so', async () => {
  const dialog = (danger: boolean) => (
    <FormDialog open title="终止行程" okText="确认终止" danger={danger} onSubmit={async () => {}} onClose={() => {}}>
      <Form.Item name="name" label="原因">
        <Input />
      </Form.Item>
    </FormDialog>
  )
  const { rerender } = render(dialog(true))
  const button = () => screen.getByRole('button', { name: '确认终止' })
  expect(button().className).toContain('ant-btn-dangerous')
  rerender(dialog(false))
  expect(button().className).not.toContain('ant-btn-dangerous')
})

test('what was saved is there when it is opened again, what was typed and given up is not', async () => {
  render(<Screen />)
  await open('修改')
  await userEvent.type(await screen.findByLabelText(/姓名/), '娜')
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
  await open('修改')
  expect(await value('姓名')).toBe('李娜娜')
  await userEvent.type(await screen.findByLabelText(/邮箱/), 'x')
  await userEvent.click(screen.getByRole('button', { name: /取\s?消/ }))
  await answer(true)
  await open('修改')
  expect(await value('邮箱')).toBe('li@example.cn')
})

function Guarded({ onSubmit, onClose, as }: { onSubmit?: () => Promise<unknown>; onClose: () => void; as?: 'drawer' }) {
  return (
    <FormDialog<Person> open title="用户" as={as} initial={li} onSubmit={onSubmit ?? (async () => {})} onClose={onClose}>
      <Form.Item name="name" label="姓名">
        <Input />
      </Form.Item>
      <Form.Item name="day" label="日期">
        <Input type="date" />
      </Form.Item>
      <Form.Item name="mail" label="邮箱">
        <Input />
      </Form.Item>
    </FormDialog>
  )
}
const asked = () => renderHook(useDiscardAsked).result.current
const answer = async (discard: boolean) => act(async () => answerDiscard(discard))
const cancel = () => userEvent.click(screen.getByRole('button', { name: /取\s?消/ }))

test('what was typed is asked for once before Escape, the cross or the button throws it away', async () => {
  const onClose = vi.fn()
  render(<Guarded onClose={onClose} />)
  await userEvent.type(await screen.findByLabelText(/姓名/), '娜')
  for (const leave of [() => userEvent.keyboard('{Escape}'), () => userEvent.click(document.querySelector('.ant-modal-close')!), cancel]) {
    await leave()
    expect(asked()).toBe(true)
    expect(unsavedIn([''])).toBe(true)
    await answer(false)
    expect(onClose).not.toHaveBeenCalled()
    expect(await value('姓名')).toBe('李娜娜')
  }
  await cancel()
  await answer(true)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a click beside a half-typed drawer asks as well', async () => {
  const onClose = vi.fn()
  render(<Guarded as="drawer" onClose={onClose} />)
  await userEvent.type(await screen.findByLabelText(/姓名/), '娜')
  await userEvent.click(document.querySelector('.ant-drawer-mask')!)
  expect(asked()).toBe(true)
  await answer(false)
  expect(onClose).not.toHaveBeenCalled()
})

test('nothing typed, or typed and taken back, is not asked for', async () => {
  const onClose = vi.fn()
  render(<Guarded onClose={onClose} />)
  await userEvent.type(await screen.findByLabelText(/姓名/), '娜{Backspace}')
  await cancel()
  expect(asked()).toBe(false)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('Escape does not close a form that is being saved, and a refusal finds it there', async () => {
  const onClose = vi.fn()
  let refuse: (error: Error) => void = () => {}
  render(<Guarded onClose={onClose} onSubmit={() => new Promise((_, reject) => (refuse = reject))} />)
  await userEvent.type(await screen.findByLabelText(/姓名/), '娜')
  await userEvent.click(screen.getByRole('button', { name: /保\s?存/ }))
  await userEvent.keyboard('{Escape}')
  expect([asked(), onClose.mock.calls.length]).toEqual([false, 0])
  await act(async () => refuse(new Error('网关错误')))
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('Enter in a long form ends a date and goes from field to field; it saves from the last one, and Ctrl with it from anywhere', async () => {
  const onSubmit = vi.fn(async () => {})
  render(<Guarded as="drawer" onClose={() => {}} onSubmit={onSubmit} />)
  const [name, day, mail] = [await screen.findByLabelText(/姓名/), screen.getByLabelText(/日期/), screen.getByLabelText(/邮箱/)]
  await userEvent.type(day, '2015-06-01{Enter}')
  expect([onSubmit.mock.calls.length, document.activeElement === day]).toEqual([0, true])
  await userEvent.type(name, '{Enter}')
  expect([onSubmit.mock.calls.length, document.activeElement === day]).toEqual([0, true])
  await userEvent.type(mail, '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  await userEvent.type(name, '{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

test('Enter in a short form goes to what is still to be filled in, and saves once nothing is', async () => {
  const onSubmit = vi.fn(async () => {})
  render(
    <FormDialog open title="收款" onSubmit={onSubmit} onClose={() => {}}>
      <Form.Item name="sum" label="金额" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="reference" label="流水号" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="note" label="备注">
        <Input />
      </Form.Item>
    </FormDialog>,
  )
  await userEvent.type(await screen.findByLabelText('金额'), '5{Enter}')
  expect([onSubmit.mock.calls.length, document.activeElement?.id]).toEqual([0, 'reference'])
  await userEvent.type(screen.getByLabelText('流水号'), 'WX1{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})
