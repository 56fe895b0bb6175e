import { sessionCalls } from '@chauffeur/contract/access/session'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { on, type SignedInEvent } from '#platform/browser/events.ts'
import { SignIn } from './sign-in.tsx'
import { signInWire, siteInfoWire } from './sign-in-wire.ts'

const brand = { code: 0, message: '', data: { tenantId: '1', brandName: '安途代驾', logo: 'https://example.cn/logo.svg' } }
const fetches = vi.fn<typeof fetch>()
let answer: unknown
let signedIn: SignedInEvent[]
let stop: () => void

beforeEach(() => {
  signedIn = []
  stop = on('signedIn', (event) => signedIn.push(event))
  document.head.innerHTML = '<link rel="icon" href="data:,">'
  fetches.mockReset()
  fetches.mockImplementation(async (url) => new Response(JSON.stringify(String(url).endsWith('/site/info') ? brand : answer)))
  vi.stubGlobal('fetch', fetches)
})
afterEach(() => {
  stop()
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function submit(fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) fireEvent.change(screen.getByLabelText(name), { target: { value } })
  await act(async () => fireEvent.submit(screen.getByRole('button', { name: /登录/ }).closest('form') as HTMLFormElement))
}
const value = (name: string) => screen.getByLabelText<HTMLInputElement>(name).value

test('the page’s own copy of the two calls is what the contract says', () => {
  const wire = ({ method, path, effect, tolerant, body }: (typeof sessionCalls)['signIn' | 'siteInfo']) => ({
    method,
    path,
    effect,
    tolerant,
    body,
  })
  expect(wire(sessionCalls.signIn)).toEqual({ ...signInWire, body: undefined })
  expect(wire(sessionCalls.siteInfo)).toEqual({ ...siteInfoWire, tolerant: undefined, body: undefined })
})

test('brand name, page title and icon come from the tenant', async () => {
  render(<SignIn onIdle={() => undefined} />)
  await waitFor(() => expect(screen.getByRole('heading').textContent).toBe('安途代驾'))
  expect(document.title).toContain('安途代驾')
  expect(document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href).toBe('https://example.cn/logo.svg')
  expect(screen.getByText('代驾业务运营管理平台')).toBeTruthy()
})

test.each([
  [40011, '用户名或密码错误', '密码'],
  [40012, '该账号已绑定验证器，请输入验证码', '验证码'],
  [40013, '验证码错误或已过期', '验证码'],
  [40014, '该账号已停用，请联系管理员', '密码'],
])('refusal %i is said beside the form, and what was typed stays', async (code, message, focused) => {
  answer = { code, message, data: null }
  render(<SignIn onIdle={() => undefined} />)
  await submit({ 用户名: ' operator ', 密码: 'secret', 验证码: '123456' })
  expect(screen.getByRole('alert').textContent).toContain(message)
  expect([value('用户名'), value('密码'), value('验证码')]).toEqual([' operator ', 'secret', '123456'])
  expect(document.activeElement).toBe(screen.getByLabelText(focused))
  expect(signedIn).toEqual([])
})

test('a locked account counts the seconds down and then lets try again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  answer = { code: 42901, message: '登录失败次数过多，请稍后再试', data: { retryAfterS: 3 } }
  render(<SignIn onIdle={() => undefined} />)
  await submit({ 用户名: 'operator', 密码: 'secret' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '登录' })
  expect(screen.getByRole('alert').textContent).toContain('3 秒后可重试')
  expect(button.disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  expect(button.disabled).toBe(false)
})

test('a server that is down is said in the page, without leaving it', async () => {
  fetches.mockImplementation(async () => new Response('{}', { status: 503 }))
  render(<SignIn onIdle={() => undefined} />)
  await submit({ 用户名: 'operator', 密码: 'secret' })
  expect(screen.getByRole('alert').textContent).toContain('服务不可用')
  expect(value('用户名')).toBe('operator')
})

test('empty fields are asked for without asking the server', async () => {
  render(<SignIn onIdle={() => undefined} />)
  await submit({ 用户名: 'operator', 密码: '' })
  expect(screen.getByRole('alert').textContent).toContain('请输入用户名和密码')
  expect(fetches.mock.calls.filter(([url]) => String(url).endsWith('/public/login'))).toEqual([])
})

test('signing in hands over the session', async () => {
  answer = {
    code: 0,
    message: '',
    data: {
      token: 't',
      userId: '7',
      username: 'operator',
      realName: '张三',
      email: 'a@b.cn',
      tenantId: '1',
      deptType: 1,
      cooperationChannelId: null,
      mustChangePassword: false,
    },
  }
  render(<SignIn onIdle={() => undefined} />)
  await submit({ 用户名: ' operator ', 密码: ' p w ' })
  expect(signedIn).toMatchObject([{ token: 't', userId: '7', deptType: 1 }])
  const body = fetches.mock.calls.find(([url]) => String(url).endsWith('/public/login'))?.[1]?.body
  expect(String(body)).toBe(new URLSearchParams({ username: 'operator', password: ' p w ', code: '', platformId: '3' }).toString())
})
