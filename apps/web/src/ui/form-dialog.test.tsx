import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#platform/stub-browser.ts'
import { FormDialog } from './form-dialog.tsx'

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
  await open('修改')
  expect(await value('邮箱')).toBe('li@example.cn')
})
