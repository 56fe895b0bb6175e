import { act, cleanup, render, renderHook, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RefusalError } from '#platform/http/call.ts'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import { answerDiscard, useDiscardAsked } from '#platform/tab/unsaved.ts'
import { WeekdaysField } from '../fields/choice-fields.tsx'
import { EditForm } from './edit.form.tsx'
import { MoneyField, PercentField } from '../fields/number-fields.tsx'
import { notBelow } from '../fields/rules.ts'
import { PhoneField, SecretField, TextField } from '../fields/text-fields.tsx'
import { InstantField } from '../fields/time-fields.tsx'

beforeEach(stubBrowser)
afterEach(() => {
  cleanup()
  dropAllTabStates()
  vi.unstubAllGlobals()
})

interface Terms {
  name: string
  minFen: number
  maxFen?: number | null
  feeBp: number
  weekMask: number
  phone?: string
  from?: string | null
}
interface Saved extends Terms {
  id: string
  version: number
}
const saved: Saved = {
  id: '7',
  version: 1,
  name: '杭州',
  minFen: 1_050,
  maxFen: 500_000,
  feeBp: 60,
  weekMask: 3,
  phone: '138****0001',
  from: '2026-11-22T01:30:00.000Z',
}

interface Shown {
  row?: Saved | null
  save?: (values: Terms, row: Saved | null, changed: Partial<Terms>) => Promise<unknown>
  present?: () => Promise<Saved>
  onClose?: () => void
  draft?: string
  as?: 'dialog' | 'drawer'
}
function TermsForm({ row = saved, save = async () => {}, present, onClose = () => {}, draft, as }: Shown) {
  return (
    <EditForm<Terms, Saved>
      title={(caught) => (caught ? `修改${caught.name}` : '新增')}
      open
      as={as}
      row={row}
      initial={{ feeBp: 100, weekMask: 127 }}
      present={present}
      draft={draft}
      save={save}
      onClose={onClose}
    >
      <TextField name="name" label="名称" required maxLength={20} />
      <MoneyField name="minFen" label="最低" required min={1} max={10_000_000} />
      <MoneyField name="maxFen" label="最高" rules={[notBelow('minFen', '不能低于最低')]} />
      <PercentField name="feeBp" label="费率" required />
      <WeekdaysField name="weekMask" label="提现日" required />
      <PhoneField name="phone" label="电话" saved={row?.phone} />
      <InstantField name="from" label="开始" offsetMinutes={480} />
      <SecretField name="key" label="密钥" maxLength={40} />
    </EditForm>
  )
}
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`))
const value = async (label: string) => (await field(label)).value
const retype = async (label: string, text: string) => {
  const input = await field(label)
  await userEvent.clear(input)
  await userEvent.type(input, text)
}
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))
const SAVE = /保\s?存/
const asked = () => renderHook(useDiscardAsked).result.current

test('what the wire says in fen, basis points, masks and UTC is shown and typed as people write it, and sent as the wire says it', async () => {
  const save = vi.fn(async () => {})
  render(<TermsForm save={save} />)
  expect([await value('最低'), await value('费率'), await value('电话'), await value('开始')]).toEqual([
    '10.50',
    '0.60',
    '',
    '2026-11-22 09:30',
  ])
  expect(screen.getByLabelText('周二')).toHaveProperty('checked', true)
  expect(screen.getByText('现为 138****0001，不修改则留空')).toBeTruthy()
  await retype('最低', '10.29')
  await userEvent.click(screen.getByLabelText('周三'))
  await userEvent.clear(await field('最高'))
  await press(SAVE)
  // Neither the masked telephone nor the emptied limit is sent.
  expect(save).toHaveBeenCalledWith({ name: '杭州', minFen: 1_029, feeBp: 60, weekMask: 7, from: '2026-11-22T01:30:00.000Z' }, saved, {
    minFen: 1_029,
    weekMask: 7,
  })
})

test('an amount out of range is named, not moved; what is lacking is told at each field and listed above a long form', async () => {
  const save = vi.fn(async () => {})
  render(<TermsForm as="drawer" row={null} save={save} />)
  await retype('最低', '200000')
  await retype('最高', '5')
  await press(SAVE)
  expect(await screen.findByText('应在 0.01 元 到 100000 元 之间')).toBeTruthy()
  expect(screen.getByText('不能低于最低')).toBeTruthy()
  expect(screen.getByText('请填写名称')).toBeTruthy()
  const list = within(await screen.findByRole('alert'))
  expect(list.getByText('还有 3 处需要修改')).toBeTruthy()
  await userEvent.click(list.getByRole('button', { name: '最高' }))
  expect(document.activeElement).toBe(await field('最高'))
  expect(save).not.toHaveBeenCalled()
})

test('a field that the server refuses has the focus, which brings it into sight', async () => {
  const refusal = new RefusalError(400_001, 'validation', '参数有误', { fields: [{ path: 'feeBp', message: '费率过高' }] })
  render(<TermsForm as="drawer" save={() => new Promise((_, refuse) => setTimeout(refuse, 20, refusal))} />)
  await press(SAVE)
  const rate = await field('费率')
  await vi.waitFor(() => expect(document.activeElement).toBe(rate), { timeout: 10_000 })
  expect(await screen.findByText('费率过高', {}, { timeout: 10_000 })).toBeTruthy()
})

test('a second editor is told what the first saved, in their own words, and goes on from there', async () => {
  const other = { ...saved, version: 2, minFen: 9_900, weekMask: 127 }
  const save = vi
    .fn<(values: Terms, row: Saved | null, changed: Partial<Terms>) => Promise<void>>()
    .mockRejectedValueOnce(new RefusalError(409_001, 'terms.versionConflict', '已被他人修改', {}))
    .mockResolvedValueOnce()
  render(<TermsForm save={save} present={async () => other} />)
  await retype('名称', '上海')
  await press(SAVE)
  const panel = within(await screen.findByRole('region', { name: '两个版本的差异' }))
  expect(panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['字段', '我填写的', '最新内容'],
    ['名称', '上海', '杭州'],
    ['最低', '10.5 元', '99 元'],
    ['提现日', '周一、周二', '每天'],
  ])
  await press(/载入最新内容/)
  await press(SAVE)
  expect(save).toHaveBeenLastCalledWith(expect.objectContaining({ name: '上海', minFen: 9_900, weekMask: 127 }), other, { name: '上海' })
})

test('a form that begins with a proposal tells a second editor what was saved, not what it would have proposed upon that', async () => {
  const save = vi
    .fn()
    .mockRejectedValueOnce(
      new RefusalError(409_001, 'terms.versionConflict', '已被他人修改', { current: { ...saved, name: '上海', version: 2 } }),
    )
  render(
    <EditForm<Terms, Saved>
      title="修改"
      open
      row={saved}
      valuesOf={({ name }) => ({ name })}
      proposed={({ name }) => ({ name: `${name}东` })}
      save={save}
      onClose={() => {}}
    >
      <TextField name="name" label="名称" maxLength={20} />
    </EditForm>,
  )
  expect((await screen.findByLabelText<HTMLInputElement>(/名称/)).value).toBe('杭州东')
  await userEvent.click(screen.getByRole('button', { name: /保存/ }))
  const both = await screen.findByRole('region', { name: '两个版本的差异' })
  expect(within(both).getByRole('row', { name: /名称/ }).textContent).toBe('名称杭州东上海')
})

test('typed work is asked for once before it goes, and is thrown away when the answer says so', async () => {
  const onClose = vi.fn()
  render(<TermsForm onClose={onClose} draft="terms/7" />)
  await retype('名称', '上海')
  await userEvent.keyboard('{Escape}')
  expect([asked(), onClose.mock.calls.length]).toEqual([true, 0])
  await act(async () => answerDiscard(true))
  expect(onClose).toHaveBeenCalledTimes(1)
  cleanup()
  render(<TermsForm draft="terms/7" />)
  expect(await value('名称')).toBe('杭州')
})

test('what was typed before a reload is back, upon what others saved meanwhile; secrets are not kept', async () => {
  const { unmount } = render(<TermsForm draft="terms/7" />)
  await retype('名称', '上海')
  await userEvent.type(await field('密钥'), 'geheim')
  unmount()
  render(<TermsForm draft="terms/7" row={{ ...saved, version: 2, minFen: 9_900 }} />)
  expect([await value('名称'), await value('最低'), await value('密钥')]).toEqual(['上海', '99.00', ''])
  await press(/从头填写/)
  expect(await value('名称')).toBe('杭州')
})

test('what was typed before a reload does not replace what somebody else made of the same field until it is chosen', async () => {
  const save = vi.fn(async () => {})
  const { unmount } = render(<TermsForm draft="terms/7" />)
  await retype('名称', '上海')
  unmount()
  render(<TermsForm draft="terms/7" row={{ ...saved, version: 2, name: '苏州' }} save={save} />)
  const panel = within(await screen.findByRole('region', { name: '两个版本的差异' }))
  expect(panel.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['上海', '苏州'])
  await press(SAVE)
  expect(await screen.findByText('他人也修改了同一处，请先选择保留哪一个')).toBeTruthy()
  expect(save).not.toHaveBeenCalled()
  await press(/全部采用最新内容/)
  expect(await value('名称')).toBe('苏州')
  await press(SAVE)
  expect(save).toHaveBeenCalledTimes(1)
})

test('Enter goes on to the next field of many, and saves a few', async () => {
  const save = vi.fn(async () => {})
  render(<TermsForm save={save} />)
  await userEvent.type(await field('名称'), '7{Enter}')
  expect(document.activeElement).toBe(await field('最低'))
  expect(save).not.toHaveBeenCalled()
  cleanup()
  render(
    <EditForm<Terms> title="改名" initial={{ name: '杭州' }} save={save} onClose={() => {}}>
      <TextField name="name" label="名称" required maxLength={20} />
    </EditForm>,
  )
  await userEvent.type(await field('名称'), '七{Enter}')
  expect(save).toHaveBeenCalledTimes(1)
})

test('while it closes a form shows what it showed', async () => {
  function Screen() {
    const [row, setRow] = useState<Saved | null>(saved)
    return (
      <EditForm<Terms, Saved>
        open={row !== null}
        title={(caught) => `修改${caught?.name ?? '谁'}`}
        row={row}
        save={async () => {}}
        onClose={() => setRow(null)}
      >
        <TextField name="name" label="名称" maxLength={20} />
      </EditForm>
    )
  }
  render(<Screen />)
  await press(/取\s?消/)
  expect(screen.queryByText('修改谁')).toBeNull()
})
