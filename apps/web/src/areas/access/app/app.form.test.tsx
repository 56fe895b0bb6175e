import type { AppRow } from '@chauffeur/contract/access/app'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser, stubServer } from '#platform/browser/stub-browser.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { dropAllTabStates } from '#platform/tab/tab-state.ts'
import AppForm from './app.form.tsx'

const row: AppRow = {
  appId: '7',
  platform: 'MP',
  name: '归航乘客',
  logo: '',
  identifier: 'wx1234567890',
  remark: '旧版',
  enabled: true,
  driverDefault: false,
  certifyState: 0,
  certifyCompany: '',
  certifyNote: '',
  administrators: [],
  version: 3,
  updatedAt: '2026-11-22T01:30:00.000Z',
  allowedActions: ['update'],
}
let asked: { name: string; form: URLSearchParams }[]
let refused: boolean
beforeEach(() => {
  asked = []
  refused = false
  stubBrowser()
  Element.prototype.scrollIntoView = () => {}
  URL.createObjectURL = () => 'blob:picture'
  URL.revokeObjectURL = () => {}
  stubServer(({ pathname }, init) => {
    const name = pathname.split('/').at(-1)!
    asked.push({ name, form: new URLSearchParams(init?.body instanceof FormData ? '' : String(init?.body)) })
    if (name === 'upload' && refused) return Response.json({ code: 40082, error: 'apps.badPicture', message: '请上传图片', data: {} })
    return Response.json({ code: 0, data: name === 'upload' ? { logo: '/logo' } : { appId: '7', version: 4 } })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  dropAllTabStates()
  vi.unstubAllGlobals()
})

const onClose = vi.fn()
function open(shown: AppRow | null) {
  onClose.mockClear()
  render(
    <QueryClientProvider client={queryClient}>
      <AppForm open row={shown} onClose={onClose} />
    </QueryClientProvider>,
  )
}
const picture = () => new File(['x'], 'logo.png', { type: 'image/png' })
const choosePicture = () => userEvent.upload(screen.getByLabelText('选择图片', { selector: 'input' }), picture())
const save = () => userEvent.click(screen.getByRole('button', { name: /保存/ }))

test('a remark that is emptied is sent as empty', async () => {
  open(row)
  await userEvent.clear(screen.getByLabelText(/备注/))
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(asked.map(({ name }) => name)).toEqual(['update'])
  expect(asked[0]!.form.get('remark')).toBe('')
  expect(asked[0]!.form.get('version')).toBe('3')
})

test('a picture that is refused says so where it was chosen, nothing is saved, and what was typed stays', async () => {
  refused = true
  open(row)
  await userEvent.type(screen.getByLabelText('应用名称'), '版')
  await choosePicture()
  await save()
  expect(await screen.findByText('请上传图片')).toBeTruthy()
  expect(asked.map(({ name }) => name)).toEqual(['upload'])
  expect(screen.getByLabelText<HTMLInputElement>('应用名称').value).toBe('归航乘客版')
  refused = false
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(asked.map(({ name }) => name)).toEqual(['upload', 'upload', 'update'])
})

test('where only the picture was changed the app itself is left alone', async () => {
  open(row)
  await choosePicture()
  await save()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(asked.map(({ name }) => name)).toEqual(['upload'])
})

test('a new app that was typed in and not saved is there again when the form is opened the next time', async () => {
  open(null)
  await userEvent.type(screen.getByLabelText('应用名称'), '夜航')
  cleanup()
  open(null)
  expect(screen.getByText('已恢复上次没有保存的内容')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('应用名称').value).toBe('夜航')
})
