import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Answer = { code: number; error?: string; message?: string; data?: unknown } | 'away'
/** What the server answers next, to the announcement of a picture, to its parts, and to a picture of a claim. */
let answers: { begin: Answer[]; part: Answer[]; claim: Answer[] }
let asked: string[]
const begun = (received = 0, fileId: string | null = null) => ({
  code: 0,
  data: { uploadId: '7', received, partBytes: 1_048_576, file: fileId && { fileId, width: 10, height: 10 } },
})
const whole = (fileId: string) => ({ code: 0, data: { received: 5, file: { fileId, width: 10, height: 10 } } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.resetModules()
  answers = { begin: [], part: [], claim: [] }
  asked = []
  const session = JSON.stringify({ tenantId: '1', driverNo: 'D1', token: 't', brandName: '', name: '' })
  const page = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'chauffeur.driver' ? session : null),
    setItem: () => {},
    removeItem: () => {},
  })
  vi.stubGlobal('navigator', { language: 'zh-CN', languages: ['zh-CN'] })
  vi.stubGlobal('location', new URL('http://localhost/driver/'))
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
  vi.stubGlobal('fetch', (url: string) => {
    const what = url.includes('claims') ? 'claim' : url.includes('parts') ? 'part' : 'begin'
    asked.push(what)
    const answer = answers[what].shift() ?? 'away'
    return answer === 'away'
      ? Promise.reject(new Error('away'))
      : Promise.resolve({ json: () => Promise.resolve({ message: '', data: null, ...answer }) })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const picture = (text = 'hello') => new File([text], 'a.jpg', { type: 'image/jpeg', lastModified: 1 })
const of = { orderId: '5', kind: 'BEFORE_FRONT' as const }
const settle = () => vi.advanceTimersByTimeAsync(0)
const queue = async () => {
  const made = await import('./uploads.ts')
  const pending = () => made.uploadState().pending.map(({ refused, received }) => ({ refused, received }))
  return { ...made, pending }
}

test('a server that is too busy is asked again when it said, one with a fault soon after, and the picture goes up once', async () => {
  const { add, uploadState, pending } = await queue()
  answers.begin = [{ code: 42900, data: { retryAfterS: 12 } }, { code: 500 }, begun()]
  answers.part = [whole('99')]
  await add('t', picture(), of)
  await vi.waitFor(() => expect(asked).toHaveLength(1))
  await settle()
  expect(uploadState().waits).toBe(true)
  expect(pending()).toEqual([{ refused: '', received: 0 }])
  await vi.advanceTimersByTimeAsync(11_000)
  expect(asked).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(asked).toHaveLength(2)
  // The second miss: after two seconds.
  await vi.advanceTimersByTimeAsync(2_500)
  await vi.waitFor(() => expect(uploadState().done).toEqual([{ ...of, fileId: '99' }]))
  expect(asked).toEqual(['begin', 'begin', 'begin', 'part'])
  expect(pending()).toEqual([])
  expect(uploadState().waits).toBe(false)
})

test('a picture whose part was lost goes on where it broke, as soon as the telephone is on line', async () => {
  const { add, uploadState } = await queue()
  answers.begin = [begun(), begun(3)]
  answers.part = ['away', whole('100')]
  await add('t', picture(), of)
  await vi.waitFor(() => expect(uploadState().waits).toBe(true))
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(uploadState().done).toMatchObject([{ fileId: '100' }]))
  expect(asked).toEqual(['begin', 'part', 'begin', 'part'])
})

test('what the server does not take stays with its reason and holds up no other; given up it is gone', async () => {
  const { add, forget, uploadState, pending } = await queue()
  answers.begin = [{ code: 409271, error: 'driver.wrongState', message: '当前订单状态不允许该操作' }, begun(0, '101')]
  await add('t', picture('one'), of)
  await add('t', picture('two'), of)
  await vi.waitFor(() => expect(uploadState().done).toMatchObject([{ fileId: '101' }]))
  expect(pending()).toEqual([{ refused: '当前订单状态不允许该操作', received: 0 }])
  forget(uploadState().pending[0]!)
  expect(pending()).toEqual([])
})

test('a picture of a claim waits for the network like one of an order, lets those of orders go first, and goes up once', async () => {
  const { add, uploadState, pending } = await queue()
  answers.claim = ['away', { code: 0, data: { fileId: '200', pictures: 1 } }]
  await add('t', picture('dent'), { claimId: '8' })
  await vi.waitFor(() => expect(uploadState().waits).toBe(true))
  // Taken twice it is one.
  await add('t', picture('dent'), { claimId: '8' })
  expect(pending()).toEqual([{ refused: '', received: 0 }])
  answers.begin = [begun(0, '201')]
  await add('t', picture('car'), of)
  dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(uploadState().pending).toEqual([]))
  expect(asked).toEqual(['claim', 'begin', 'claim'])
  expect(uploadState().done).toEqual([
    { ...of, fileId: '201' },
    { claimId: '8', fileId: '200' },
  ])
})

test('a claim that was decided meanwhile says so at its picture, which can be given up', async () => {
  const { add, forget, uploadState, pending } = await queue()
  answers.claim = [{ code: 409285, error: 'driverClaim.wrongState', message: '理赔已处理完' }]
  await add('t', picture('late'), { claimId: '8' })
  await vi.waitFor(() => expect(pending()).toEqual([{ refused: '理赔已处理完', received: 0 }]))
  forget(uploadState().pending[0]!)
  expect(pending()).toEqual([])
})

test.each(['while it waits for a network', 'while it is asked'] as const)(
  'whoever signs in anew %s has their pictures go up in their own name, and none is left lying',
  async (when) => {
    const { add, resume, uploadState } = await queue()
    const tokens: (string | null)[] = []
    const answering = Promise.withResolvers<void>()
    vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
      const token = new Headers(headers).get('token')
      tokens.push(token)
      if (token === 'old' && tokens.length === 1 && when === 'while it waits for a network') throw new Error('away')
      if (token === 'old') await answering.promise
      const answer = token === 'old' ? { code: 401 } : { code: 0, data: { fileId: '300', pictures: 1 } }
      return { json: () => Promise.resolve({ message: '', data: null, ...answer }) }
    })
    await add('old', picture('dent'), { claimId: '8' })
    await vi.waitFor(() =>
      expect(when === 'while it is asked' ? tokens : uploadState().waits).toEqual(when === 'while it is asked' ? ['old'] : true),
    )
    await resume('new')
    answering.resolve()
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(uploadState().pending).toEqual([]))
    expect(tokens).toEqual(['old', 'new'])
    expect(uploadState().done).toEqual([{ claimId: '8', fileId: '300' }])
  },
)

test('a picture of a claim that needs a minute over a bad network comes up, and is sent once', async () => {
  const { add, uploadState } = await queue()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController()
    setTimeout(() => over.abort(), ms)
    return over.signal
  })
  let sent = 0
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    sent++
    return new Promise((done, failed) => {
      signal!.addEventListener('abort', () => failed(new Error('aborted')))
      setTimeout(() => done({ json: () => Promise.resolve({ code: 0, message: '', data: { fileId: '400', pictures: 1 } }) }), 60_000)
    })
  })
  await add('t', picture('dent'), { claimId: '8' })
  await vi.waitFor(() => expect(sent).toBe(1))
  await vi.advanceTimersByTimeAsync(61_000)
  await vi.waitFor(() => expect(uploadState().done).toEqual([{ claimId: '8', fileId: '400' }]))
  expect(sent).toBe(1)
  vi.restoreAllMocks()
})
