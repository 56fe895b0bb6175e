import type { NavigationItem } from '@chauffeur/contract/access/authority'
import { expect, test } from 'vitest'
import type { Screen } from '#platform/tab/screen.ts'
import { knownRoutes } from './known-routes.ts'
import { frameAddress, frameSandbox } from './navigation.ts'
import { resolve, tabKeyOf } from './resolve.ts'

const load = () => Promise.resolve({ default: () => null })
const screens: Screen[] = [
  { path: '/Order/List', title: '订单列表', load },
  { path: '/Order/Detail', title: '订单详情', load, tabBy: 'orderId' },
  { path: '/withdraw/:id', title: '提现', load },
  { path: '/400/home', title: '来电客户', load },
]
const item = (part: Partial<NavigationItem>): NavigationItem => ({ id: '1', name: '菜单', url: '', icon: '', children: [], ...part })
const kind = (path: string, menu: NavigationItem[] = []) => resolve(path, screens, menu).kind

test('every route of the specification is known, before its screen exists', () => {
  for (const { path } of knownRoutes) expect(kind(path)).not.toBe('unknown')
  expect(kind('/priceTemplateInfo')).toBe('unopened')
  expect(kind('/customers/user_info')).toBe('unopened')
  expect(resolve('/DriverAdd', screens, [])).toMatchObject({ kind: 'unopened', bare: true })
  expect(resolve('/400/home?telPhone=0138', screens, [])).toMatchObject({ kind: 'screen', bare: true })
})

test('a one-time link opened in a tab that shows the console or its sign-in page is no unknown path', () => {
  expect(kind('/password/abc_DEF-123')).toBe('password')
})

test('a path nobody knows is unknown, also when it looks like one', () => {
  expect(kind('/nonsense')).toBe('unknown')
  expect(kind('/Order/List/more')).toBe('unknown')
  expect(kind('/withdraw/')).toBe('unknown')
  expect(kind('/frame/9')).toBe('unknown')
})

test('screens are found by their path, with parameters, query and a trailing slash', () => {
  expect(kind('/Order/List?status=180')).toBe('screen')
  expect(kind('/Order/List/')).toBe('screen')
  expect(kind('/withdraw/7')).toBe('screen')
})

test('a menu brings pages in a frame, and paths of its own', () => {
  const menu = [
    item({
      children: [
        item({ id: '8', name: '帮助', url: 'iframe:https://help.example.cn/a' }),
        item({ id: '9', name: '新页面', url: 'YunYing/New' }),
      ],
    }),
  ]
  expect(resolve('/frame/8', screens, menu)).toEqual({ kind: 'frame', title: '帮助', url: 'https://help.example.cn/a' })
  expect(kind('/YunYing/New', menu)).toBe('unopened')
})

test('a menu address cannot run anything in our page', () => {
  expect(frameAddress('iframe:javascript:alert(1)')).toBe('about:blank')
  expect(frameAddress('iframe:data:text/html,x')).toBe('about:blank')
  expect(frameAddress('http://example.cn/')).toBe('http://example.cn/')
  expect(frameAddress('/Order/List')).toBeNull()
})

test('error pages carry their status', () => {
  expect(resolve('/error/502', screens, [])).toEqual({ kind: 'error', status: '502', url: '' })
  expect(resolve('/error/404?url=%2Fdjweb%2Forder%2Forder_list', screens, [])).toMatchObject({ url: '/djweb/order/order_list' })
  expect(resolve('/error/404?url=call%20this%20number', screens, [])).toMatchObject({ url: '' })
})

test('two orders open side by side; a list with other filters stays one tab', () => {
  expect(tabKeyOf('/Order/Detail?orderId=5&from=list', screens)).not.toBe(tabKeyOf('/Order/Detail?orderId=6', screens))
  expect(tabKeyOf('/Order/List?status=180', screens)).toBe(tabKeyOf('/Order/List', screens))
})

test('an embedded page of our own host, on whatever port, reads nothing of ours; one of another keeps its own origin', () => {
  const own = location.hostname
  for (const address of [`http://${own}/report.html`, `https://${own}:8443/`, `http://${own}:3000/a?b`, 'about:blank'])
    expect([address, frameSandbox(address).split(' ').includes('allow-same-origin')]).toEqual([address, false])
  expect(frameSandbox('https://help.example.cn/a').split(' ')).toContain('allow-same-origin')
  for (const address of [`http://${own}/`, 'https://help.example.cn/']) expect(frameSandbox(address)).not.toContain('allow-top-navigation')
})

test('an address that hides another host behind a name and a password is not embedded', () => {
  expect(frameAddress('https://bank.example:1@evil.example/')).toBe('about:blank')
})
