import { departmentCalls } from '@chauffeur/contract/access/department'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import { RadioField, TextField } from '../fields/fields.ts'
import { CallForm } from './call.form.tsx'

const fetches = vi.fn<typeof fetch>()
const answers = (data: unknown, more: object = { code: 0 }) =>
  fetches.mockImplementation(async () => new Response(JSON.stringify({ message: '', data, ...more })))
/** What was sent, as text, without what every call carries. */
const sent = () =>
  fetches.mock.calls.map(([url, init]) => {
    const { platformId: _, ...fields } = Object.fromEntries(new URLSearchParams(String(init?.body)))
    return [String(url), fields] as const
  })

beforeEach(() => {
  stubBrowser()
  vi.stubGlobal('fetch', fetches)
  fetches.mockReset()
  queryClient.clear()
})
afterEach(() => {
  cleanup()
  dropAllTabStates()
  vi.unstubAllGlobals()
})

interface Dept {
  deptId: string
  version: number
  name: string
  deptType: number
}
const show = (row: Dept | null, onAdded = vi.fn<(id: string) => void>()) => {
  render(
    <QueryClientProvider client={queryClient}>
      <CallForm
        call={departmentCalls.deptAdd}
        change={departmentCalls.deptUpdate}
        of="deptId"
        present={departmentCalls.deptList}
        title="部门"
        row={row}
        initial={{ deptType: 2 }}
        beside={(shown) => (shown ? {} : { parentId: '1' })}
        onAdded={({ deptId }) => onAdded(deptId)}
      >
        <TextField name="name" label="名称" required maxLength={60} />
        <RadioField
          name="deptType"
          label="类型"
          choices={[
            { value: 1, label: '总部' },
            { value: 2, label: '机构' },
          ]}
        />
      </CallForm>
    </QueryClientProvider>,
  )
  return onAdded
}
const save = () => userEvent.click(screen.getByRole('button', { name: /保存/ }))

test('something new is sent whole, with where it belongs, and its id is passed on', async () => {
  answers({ deptId: '9' })
  const onAdded = show(null)
  await userEvent.type(screen.getByLabelText('名称'), '一队')
  await save()
  await waitFor(() => expect(onAdded).toHaveBeenCalledWith('9'))
  expect(sent()[0]).toEqual(['/api/department/add', { name: '一队', deptType: '2', parentId: '1' }])
})

test('of what is changed only what differs is sent, with the version that was seen', async () => {
  answers({ version: 4 })
  const onAdded = show({ deptId: '7', version: 3, name: '一队', deptType: 2 })
  await userEvent.type(screen.getByLabelText(/名称/), '甲')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toEqual(['/api/department/update', { name: '一队甲', deptId: '7', version: '3' }])
  expect(onAdded).not.toHaveBeenCalled()
})

test('where somebody else was first, the list says what is there now', async () => {
  show({ deptId: '7', version: 3, name: '一队', deptType: 2 })
  fetches.mockImplementation(
    async (url) =>
      new Response(
        JSON.stringify(
          String(url).endsWith('/update')
            ? { code: 40950, error: 'people.versionConflict', message: '他人已修改', data: null }
            : { code: 0, message: '', data: { rows: [{ deptId: '7', version: 4, name: '二队', deptType: 2 }] } },
        ),
      ),
  )
  await userEvent.type(screen.getByLabelText(/名称/), '甲')
  await save()
  expect(await screen.findByText(/二队/)).toBeTruthy()
})
