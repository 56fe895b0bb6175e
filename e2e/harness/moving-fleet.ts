import { LIVE_PART, type LiveDrivers } from '@chauffeur/contract/operations/live'
import { workStatus } from '@chauffeur/contract/order/model'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Told = LiveDrivers['drivers'][number]
const FRAME_MS = 1_000
/** Drivers report every five seconds, so a fifth of them is in each frame. */
const REPORT_EVERY = 5

/** A stream of so many drivers around a place, each driving on a street of its own; one frame a second, as the platform sends it. */
export async function movingFleet(count: number, { lat, lng, cityId }: { lat: number; lng: number; cityId: string }) {
  const busy = workStatus.options.filter((status) => status !== 'OFFLINE')
  const at = (n: number, beat: number): Told => ({
    driverId: String(1_000_000 + n),
    driverNo: `M${100_000 + n}`,
    name: `司机${n}`,
    cityId,
    orgId: null,
    level: 1 + (n % 5),
    workStatus: busy[n % busy.length] ?? 'ONLINE_IDLE',
    lat: lat + ((n % 100) - 50) * 0.0016 + Math.sin(n + beat / 20) * 0.002,
    lng: lng + (Math.floor(n / 100) - count / 200) * 0.0016 + Math.cos(n + beat / 20) * 0.002,
    headingDeg: (n * 37) % 360,
    ageS: 0,
  })
  const everyone = Array.from({ length: count }, (_, n) => n)
  let frames = 0
  const server = createServer((request, response) => {
    const cors = { 'access-control-allow-origin': request.headers.origin ?? '*', 'access-control-allow-headers': '*' }
    response.writeHead(200, { ...cors, 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    const send = (event: string, data: unknown) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    const frame = (full: boolean, who: number[], beat: number) => {
      const parts = Math.max(1, Math.ceil(who.length / LIVE_PART))
      for (let part = 0; part < parts; part++) {
        const drivers = who.slice(part * LIVE_PART, (part + 1) * LIVE_PART).map((n) => at(n, beat))
        send('drivers', { at: new Date().toISOString(), full, part, parts, drivers, gone: [] } satisfies LiveDrivers)
      }
    }
    send('ready', { topics: ['drivers'] })
    frame(true, everyone, 0)
    let beat = 0
    const timer = setInterval(() => {
      beat++
      frames++
      frame(
        false,
        everyone.filter((n) => n % REPORT_EVERY === beat % REPORT_EVERY),
        beat,
      )
    }, FRAME_MS)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    frames: () => frames,
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
