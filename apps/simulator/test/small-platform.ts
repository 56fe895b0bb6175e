import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { cityCalls } from '@chauffeur/contract/operations/city'
import { driverClientCalls } from '@chauffeur/contract/driver/client'
import { dispatchCalls, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { Call, OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { withdrawalCalls } from '@chauffeur/contract/finance/withdrawal'

/** How the platform says no. */
export class No extends Error {
  readonly code: number
  readonly error: string
  constructor(code: number, error: string) {
    super(error)
    this.code = code
    this.error = error
  }
}

export interface Caller {
  token: string
  key: string
}
type Handler<C extends Call> = (input: ParsedInputOf<C>, caller: Caller) => OutputOf<C> | Promise<OutputOf<C>>

/** Calls answered from memory over real HTTP, checked against the contract both ways; what a test does not answer is 404. */
export interface SmallPlatform {
  url: string
  on: <C extends Call>(call: C, handler: Handler<C>) => void
  /** What came in, oldest first: `POST /driver/v1/online`. */
  seen: string[]
  close: () => Promise<void>
}

interface Route {
  call: Call
  pattern: RegExp
  handler: (input: never, caller: Caller) => unknown
}

export async function startSmallPlatform(): Promise<SmallPlatform> {
  const routes: Route[] = []
  const seen: string[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === OFFER_STREAM_PATH) return void streamOffers(request, response)
      answer(request, Buffer.concat(chunks).toString('utf8')).then(
        (envelope) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(envelope)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      )
    })
  })

  /** As the platform does: an event for each change of what the offers call would answer. */
  async function streamOffers(request: http.IncomingMessage, response: http.ServerResponse) {
    seen.push(`GET ${OFFER_STREAM_PATH}`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const { handler } = routes.findLast(({ call }) => call === dispatchCalls.offers)!
    while (!response.destroyed) {
      const given = await handler({ waitS: 1 } as never, { token: String(request.headers.token ?? ''), key: '' })
      response.write(`event: offers\ndata: ${JSON.stringify(given)}\n\n`)
      await new Promise((done) => setTimeout(done, 100))
    }
  }

  async function answer(request: http.IncomingMessage, body: string) {
    const url = new URL(request.url ?? '/', 'http://platform')
    seen.push(`${request.method} ${url.pathname}`)
    const route = routes.findLast(({ call, pattern }) => call.method === request.method && pattern.test(url.pathname))
    if (!route) throw new Error(`${request.method} ${url.pathname} is not answered here`)
    const given = {
      ...Object.fromEntries(url.searchParams),
      ...(body ? (route.call.body === 'json' ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))) : {}),
      ...route.pattern.exec(url.pathname)?.groups,
    }
    const input = route.call.input.safeParse(given)
    if (!input.success) return { code: 400, message: input.error.message, data: null }
    try {
      const caller = { token: String(request.headers.token ?? ''), key: String(request.headers['idempotency-key'] ?? '') }
      const data = await route.handler(input.data as never, caller)
      return { code: 0, message: '', data: route.call.output.parse(data) }
    } catch (error) {
      if (error instanceof No) return { code: error.code, error: error.error, message: error.message, data: null }
      throw error
    }
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    on(call, handler) {
      const pattern = new RegExp(`^${call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      routes.push({ call, pattern, handler: handler as Route['handler'] })
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

export const emptyWallet = {
  availableFen: 0,
  frozenFen: 0,
  withdrawableFen: 0,
  terms: {
    minFen: 1_000,
    maxFen: 500_000,
    maxPerDay: 3,
    reserveFen: 0,
    feeBp: 0,
    feeFlatFen: 0,
    freePerWeek: 1,
    ways: ['WX_SINGLE' as const, 'BANK' as const],
  },
  accounts: [],
}

export const centre = { lat: 30.25, lng: 120.17, datum: 'WGS84' as const }

/** One tenant, one city with a few places, an operator `op` and any number of drivers who may all sign in. */
export function openForBusiness(platform: SmallPlatform) {
  const city = {
    cityId: '330100',
    name: '杭州',
    pinyin: 'hangzhou',
    centre,
    open: true,
    serviceRadiusM: 30_000,
    serviceArea: null,
    utcOffsetMinutes: 480,
  }
  const signedIn = { userId: '1', username: 'op', realName: '', email: '', tenantId: '1', deptType: 1 as const, cooperationChannelId: null }
  platform.on(sessionCalls.signIn, () => ({ ...signedIn, token: 'operator', mustChangePassword: false }))
  platform.on(callCentreCalls.openCities, () => ({ rows: [{ ...city, ordersOff: false }] }))
  platform.on(cityCalls.searchPlaces, ({ keyword }) => ({
    rows: [
      {
        name: `西湖${keyword}`,
        address: '西湖区',
        cityId: '330100',
        lat: centre.lat + 0.01,
        lng: centre.lng,
        datum: 'WGS84' as const,
        distanceM: 1100,
        usedAt: null,
        placeId: null,
        source: 'OWN' as const,
        entrances: [],
        pickupNote: '',
        pickups: [],
      },
    ],
    services: { by: null, failed: [], none: true },
  }))
  platform.on(cityCalls.reverseAddress, () => ({
    cityId: '330100',
    cityName: '杭州',
    address: '某路 1 号',
    named: true,
    nearest: null,
    services: { by: null, failed: [], none: true },
  }))
  platform.on(driverClientCalls.app, () => ({
    appId: '7',
    name: '归航司机端',
    logo: '',
    notice: '',
    servicePhone: '',
    minVersion: '',
    latestVersion: '',
    downloadUrl: '',
  }))
  platform.on(dispatchCalls.sendCode, () => ({ expiresInS: 300 }))
  platform.on(dispatchCalls.signIn, ({ phone }) => ({
    token: phone,
    driverId: String(Number(phone)),
    driverNo: phone,
    name: phone,
    cityId: '330100',
  }))
  platform.on(dispatchCalls.me, (_input, { token }) => ({
    driverId: String(Number(token)),
    driverNo: token,
    name: token,
    cityId: '330100',
    workStatus: 'OFFLINE' as const,
    order: null,
  }))
  platform.on(withdrawalCalls.wallet, () => emptyWallet)
  platform.on(withdrawalCalls.withdrawals, () => ({ rows: [], total: 0, totalCapped: false, pageNo: 1, pageSize: 5 }))
  platform.on(dispatchCalls.goOnline, () => ({ workStatus: 'ONLINE_IDLE' as const }))
  platform.on(dispatchCalls.positions, ({ positions }) => ({ accepted: positions.length, rejected: 0 }))
  platform.on(
    dispatchCalls.offers,
    ({ waitS }) => new Promise((done) => setTimeout(() => done({ offers: [] }), (waitS ?? 0) * 1000).unref()),
  )
}
