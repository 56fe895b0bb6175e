import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { writeCookie, clearSessionCookies } from '../session/cookies.ts'
import { NetworkError, RefusalError } from './errors.ts'
import { on, type PlatformEvents } from '../browser/events.ts'
import { requestAhead, request, fetchArguments, type WireCall } from './http.ts'

const read: WireCall = { method: 'GET', path: '/djweb/order/order_list', effect: 'read' }
const write: WireCall = { method: 'POST', path: '/api/role/add', effect: 'write' }

let told: { [K in keyof PlatformEvents]: PlatformEvents[K][] }
let stops: (() => void)[]
const fetches = vi.fn<typeof fetch>()

beforeEach(() => {
  told = { toast: [], sessionEnded: [], signedIn: [], signedOut: [], setupNeeded: [], httpError: [], reachable: [] }
  stops = (['toast', 'sessionEnded', 'setupNeeded', 'httpError'] as const).map((name) =>
    on(name, (event) => told[name].push(event as never)),
  )
  vi.stubGlobal('fetch', fetches)
  fetches.mockReset()
  writeCookie('token', 'one')
})
afterEach(() => {
  stops.forEach((stop) => stop())
  vi.unstubAllGlobals()
  vi.useRealTimers()
  clearSessionCookies()
})

const answered = (body: unknown, status = 200) =>
  fetches.mockImplementation(async () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }))
const failure = async (wire: WireCall, input: unknown = {}) =>
  request(wire, input).then(
    () => Promise.reject(new Error('it should have failed')),
    (error: unknown) => error,
  )
const toasts = () => told.toast.map((one) => one.text)

describe('what the operator sees when the server says no', () => {
  test('code 0 gives the data and shows nothing', async () => {
    answered({ code: 0, message: '', data: { rows: [1] } })
    expect(await request(read, {})).toEqual({ rows: [1] })
    expect(toasts()).toEqual([])
  })

  test('a refusal that holds for some cities says which', async () => {
    const cities = [
      { cityId: '330100', cityName: '杭州', drivers: 2, without: 2 },
      { cityId: '310000', cityName: '上海', drivers: 1, without: 1 },
    ]
    answered({ code: 409438, error: 'exam.shutsCities', message: '司机全部不能上线', data: { cities } })
    expect(await failure(read)).toMatchObject({ message: '司机全部不能上线（杭州、上海）' })
    answered({ code: 409, error: 'other', message: '不行', data: { cities: ['330100'] } })
    expect(await failure(read)).toMatchObject({ message: '不行' })
  })

  test('any other code shows its message as an error', async () => {
    answered({ code: 40901, error: 'order.notCancellable', message: '订单已结束，不能取消', data: { serviceStatus: 501 } })
    const error = await failure(write)
    expect(error).toBeInstanceOf(RefusalError)
    expect(error).toMatchObject({ code: 40901, error: 'order.notCancellable', data: { serviceStatus: 501 } })
    expect(told.toast).toEqual([{ kind: 'error', text: '订单已结束，不能取消' }])
  })

  test('a screen that says itself what is refused has no toast beside it, and still hears of the network', async () => {
    answered({ code: 404, error: 'order.notFound', message: '订单不存在或不在您的业务范围内', data: null })
    await request(read, {}, { saysRefusals: true }).catch(() => undefined)
    expect(toasts()).toEqual([])
    answered({}, 502)
    await request(read, {}, { saysRefusals: true }).catch(() => undefined)
    expect(told.httpError).toHaveLength(1)
  })

  test('a backend that only sends msg is shown too', async () => {
    answered({ code: 9, msg: '余额不足', data: null })
    await failure(write)
    expect(toasts()).toEqual(['余额不足'])
  })

  test.each([
    [40301, 'password'],
    [40302, 'authenticator'],
  ])('refusal %i asks for what has to be done first, once for all calls and without a message', async (code, what) => {
    answered({ code, message: '请先完成设置', data: null })
    await failure(read)
    expect(told.setupNeeded).toEqual([{ what }])
    expect(toasts()).toEqual([])
  })

  test('insufficient rights show the server’s sentence, or ours when it has none', async () => {
    answered({ code: 403, message: '', data: null })
    await failure(read)
    expect(toasts()).toEqual(['权限不足,无法访问此页面,请联系管理员'])
    expect(told.sessionEnded).toEqual([])
  })

  test('bad input names the fields', async () => {
    answered({ code: 400, message: '填写有误', data: { fields: [{ path: 'phone', message: '请输入正确的电话号码' }] } })
    expect(await failure(write)).toMatchObject({ fields: [{ path: 'phone', message: '请输入正确的电话号码' }] })
    const fields = { validTo: { zh: '应晚于开始', en: 'Later than the beginning' }, odd: null }
    answered({ code: 400_971, error: 'right.invalid', message: '填写有误', data: { fields } })
    expect(await failure(write)).toMatchObject({ fields: [{ path: 'validTo', message: '应晚于开始' }] })
  })

  test('a call that looks at the code itself shows nothing', async () => {
    answered({ code: 40011, message: '用户名或密码错误', data: null })
    expect(await failure({ ...write, tolerant: true })).toMatchObject({ code: 40011 })
    expect(toasts()).toEqual([])
  })
})

describe('a session that is over', () => {
  test.each([
    ['in the body', () => answered({ code: 401, message: '未登录', data: null })],
    ['as the HTTP status', () => answered({}, 401)],
  ])('401 %s ends it with its sentence', async (_, serve) => {
    serve()
    expect(await failure(read)).toMatchObject({ code: 401, message: '登录信息失效,请重新登录' })
    expect(told.sessionEnded).toEqual([{ show: 'toast' }])
    expect(told.httpError).toEqual([])
    expect(toasts()).toEqual([])
  })

  test('a late 401 of the previous session leaves the new one alone', async () => {
    fetches.mockImplementation(async () => {
      writeCookie('token', 'two')
      return new Response(JSON.stringify({ code: 401, message: '', data: null }))
    })
    await failure(read)
    expect(told.sessionEnded).toEqual([])
  })
})

describe('HTTP errors go to the page of their status', () => {
  test.each([
    [400, '请求错误'],
    [403, '拒绝访问'],
    [404, '请求地址出错: /djweb/order/order_list'],
    [408, '请求超时'],
    [500, '服务器内部错误'],
    [501, '服务未实现'],
    [502, '网关错误'],
    [503, '服务不可用'],
    [504, '网关超时'],
    [505, 'HTTP版本不受支持'],
  ])('%i: %s', async (status, sentence) => {
    answered({ code: status, message: '' }, status)
    const error = await failure(read)
    expect(error).toBeInstanceOf(NetworkError)
    expect(error).toMatchObject({ kind: 'http', status, message: sentence })
    expect(told.httpError).toEqual([{ status, url: '/djweb/order/order_list' }])
  })

  test('a refresh nobody asked for does not throw the operator out of the page', async () => {
    answered({}, 502)
    await request(read, {}, { silent: true }).catch(() => undefined)
    expect(told.httpError).toEqual([])
  })

  test('a page of something in between is not taken for an answer', async () => {
    fetches.mockImplementation(async () => new Response('<html>Welcome to the hotel</html>'))
    expect(await failure(read)).toMatchObject({ message: '服务器返回了无法识别的内容' })
  })
})

describe('a slow or broken line', () => {
  test('no answer: a read is tried once more, then the operator is told', async () => {
    fetches.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await failure(read)).toMatchObject({ kind: 'offline', message: '网络错误，请检查是否连接网络或请求服务器网关是否正常' })
    expect(fetches).toHaveBeenCalledTimes(2)
    expect(toasts()).toEqual(['网络错误，请检查是否连接网络或请求服务器网关是否正常'])
  })

  test('a read that comes through at the second try shows nothing', async () => {
    fetches
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValueOnce(new Response(JSON.stringify({ code: 0, message: '', data: 7 })))
    expect(await request(read, {})).toBe(7)
    expect(toasts()).toEqual([])
  })

  test('a write is never sent twice', async () => {
    fetches.mockRejectedValue(new TypeError('Failed to fetch'))
    await failure(write)
    expect(fetches).toHaveBeenCalledTimes(1)
  })

  test('a GET that writes is not sent twice either', async () => {
    fetches.mockRejectedValue(new TypeError('Failed to fetch'))
    await failure({ ...read, effect: 'write' })
    expect(fetches).toHaveBeenCalledTimes(1)
  })

  test('after 20 s a read says it reconnects, after 20 s more it says the network is slow', async () => {
    vi.useFakeTimers()
    fetches.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')))),
    )
    const done = failure(read)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(toasts()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(toasts()).toEqual(['请求超时, 正在重连...'])
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await done).toMatchObject({ kind: 'timeout' })
    expect(toasts()).toEqual(['请求超时, 正在重连...', '抱歉，因网络速度较慢，数据加载失败，请重试。'])
  })
})

describe('what is sent', () => {
  const sent = (wire: WireCall, input: unknown, key?: string) => {
    const { url, init } = fetchArguments(wire, input, 'one', key)
    return { url, headers: init.headers as Record<string, string>, body: init.body }
  }

  test('a POST is a form with lists as JSON text and the platform id', () => {
    const { body, headers } = sent(write, { name: '客服 & 主管', roleIds: ['4', '7'], note: undefined })
    expect(String(body)).toBe(new URLSearchParams({ name: '客服 & 主管', roleIds: '["4","7"]', platformId: '3' }).toString())
    expect(headers.token).toBe('one')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
    expect(headers['accept-language']).toBe('zh-CN')
  })

  test('a GET carries everything in its query', () => {
    expect(sent(read, { pageNo: 2, status: '' }).url).toBe('/djweb/order/order_list?pageNo=2&status=&platformId=3')
  })

  test('JSON when the call says so, path parameters filled in, a method parameter kept', () => {
    expect(sent({ ...write, body: 'json' }, { a: [1] }).body).toBe('{"a":[1],"platformId":3}')
    expect(sent({ ...read, path: '/api/withdraw/get/{id}' }, { id: '7' }).url).toBe('/api/withdraw/get/7?platformId=3')
    expect(sent({ ...read, path: '/djapi?method=open.city.list' }, {}).url).toBe('/djapi?method=open.city.list&platformId=3')
  })

  test('the idempotency key', () => {
    expect(sent(write, {}, 'k1').headers['idempotency-key']).toBe('k1')
    expect(sent(write, {}).headers['idempotency-key']).toBeUndefined()
  })
})

describe('a page that asks ahead of its code', () => {
  test('the answer is given to whoever asks first, and asked for anew by the next', async () => {
    answered({ code: 0, message: '', data: { userId: '7' } })
    expect(await requestAhead(read, { page: 1 })).toEqual({ userId: '7' })
    expect(await request(read, { page: 1 })).toEqual({ userId: '7' })
    expect(fetches).toHaveBeenCalledTimes(1)
    await request(read, { page: 1 })
    expect(fetches).toHaveBeenCalledTimes(2)
  })

  test('another question, or another user, does not get it', async () => {
    answered({ code: 0, message: '', data: [] })
    await requestAhead(read, { page: 1 })
    await request(read, { page: 2 })
    writeCookie('token', 'two')
    await request(read, { page: 1 })
    expect(fetches).toHaveBeenCalledTimes(3)
  })

  test('an answer that nobody asked for in time is thrown away', async () => {
    vi.useFakeTimers()
    answered({ code: 0, message: '', data: [] })
    await requestAhead(read, { page: 3 })
    vi.advanceTimersByTime(20_000)
    await request(read, { page: 3 })
    expect(fetches).toHaveBeenCalledTimes(2)
  })

  test('without an answer ahead it is asked for again, and nobody was told', async () => {
    fetches.mockRejectedValueOnce(new TypeError('no network'))
    expect(await requestAhead(read, { page: 4 })).toBeNull()
    answered({ code: 0, message: '', data: 'there' })
    expect(await request(read, { page: 4 })).toBe('there')
    expect(toasts()).toEqual([])
  })

  test('a refusal ahead is told once, when the page itself asks', async () => {
    answered({ code: 40410, message: '查无此人', data: null })
    expect(await requestAhead(read, { page: 5 })).toBeNull()
    expect(toasts()).toEqual([])
    await failure(read, { page: 5 })
    expect(toasts()).toEqual(['查无此人'])
    expect(fetches).toHaveBeenCalledTimes(1)
  })
})
