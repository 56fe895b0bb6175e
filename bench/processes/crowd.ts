// Drivers of a city on duty: each holds a stream of offers, reports where they are, and takes and drives what they are offered.
import { Pool } from 'undici'
import { home } from '../world.ts'
import { type CrowdCount, type CrowdOrder, REPORT_S } from './crowd-pace.ts'
import { placeOf } from './feed.ts'

/** Streams are opened over so long. */
const OPEN_MS = 18_000
interface Offer {
  offerId: string
  orderId: string
  pickup: { lat: number; lng: number }
}

const { SERVER = '' } = process.env
let tokens: readonly string[] = []
const waiting = new Pool(SERVER, { connections: 20_000, pipelining: 1 })
const moving = new Pool(SERVER, { connections: 24, pipelining: 1 })
const count: CrowdCount = { positions: 0, offers: 0, refused: 0, lost: 0, why: '' }
const lost = (error: unknown) => {
  count.lost++
  const why = error instanceof Error ? `${(error as NodeJS.ErrnoException).code ?? error.name}` : String(error)
  if (!count.why.includes(why) && count.why.length < 200) count.why += `${count.why && ', '}${why}`
}
let places: { lat: number; lng: number }[] = []
const pause = (forMs: number) => new Promise((resolve) => setTimeout(resolve, forMs))

async function send(n: number, path: string, body: object): Promise<boolean> {
  const answer = await moving.request({
    method: 'POST',
    path,
    headers: { token: tokens[n]!, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { code } = (await answer.body.json()) as { code: number }
  if (code !== 0) count.refused++
  return code === 0
}
const report = async (n: number) => {
  if (await send(n, '/driver/v1/positions', { positions: [{ ...places[n]!, datum: 'WGS84', accuracyM: 10 }] })) count.positions++
}

async function serve(n: number, { offerId, orderId, pickup }: Offer): Promise<void> {
  if (!(await send(n, `/driver/v1/offers/${offerId}/accept`, {}))) return
  const trip = `/driver/v1/orders/${orderId}`
  await pause(4_000)
  places[n] = { lat: pickup.lat, lng: pickup.lng }
  await report(n)
  if (!(await send(n, `${trip}/arrive`, {}))) return
  await pause(3_000)
  if (!(await send(n, `${trip}/depart`, {}))) return
  await pause(10_000)
  if (!(await send(n, `${trip}/end`, { reason: '客户要求' }))) return
  await send(n, `${trip}/file`, { cashCollected: n % 4 === 0 })
}

/** Holds the stream until it ends. */
async function listen(n: number): Promise<void> {
  const { body } = await waiting.request({
    method: 'GET',
    path: '/driver/v1/offers/stream',
    headers: { token: tokens[n]! },
    bodyTimeout: 60_000,
  })
  let text = ''
  let busy = false
  for await (const chunk of body.setEncoding('utf8')) {
    text += String(chunk)
    const events = text.split('\n\n')
    text = events.pop()!
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1]
      const offer = data ? (JSON.parse(data) as { offers: Offer[] }).offers[0] : undefined
      if (!offer || busy) continue
      busy = true
      count.offers++
      void serve(n, offer)
        .catch(lost)
        .finally(() => (busy = false))
    }
  }
}

async function stay(n: number): Promise<void> {
  await pause((n * OPEN_MS) / tokens.length)
  for (;;) {
    // As a telephone does that lost its connection.
    await listen(n).catch(lost)
    await pause(1_000)
  }
}

function begin(): void {
  places = tokens.map((_, n) => placeOf(n, home))
  for (const n of tokens.keys()) void stay(n)
  let next = 0
  const began = performance.now()
  setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000 / REPORT_S) * tokens.length)
    for (; next < due; next++) void report(next % tokens.length).catch(lost)
  }, 20)
}

process.on('message', (asked: CrowdOrder) => {
  if (asked.tokens) {
    tokens = asked.tokens
    begin()
  }
  process.send?.(count)
})
process.on('SIGTERM', () => process.exit(0))
process.send?.({ address: SERVER })
