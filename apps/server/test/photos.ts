import { dispatchCalls } from '@chauffeur/contract/driver/app'
import sharp from 'sharp'
import { expect } from 'vitest'
import { engineOf } from './dispatchers.ts'
import { onTheWay, PICKUP, type TestDriver } from './drivers.ts'
import { makeWorld, type World } from './world.ts'

let shape = 0
/** A scene like no other, made of boxes. */
export function scene(): Promise<Buffer> {
  let seed = ++shape * 7_919
  const next = (most: number) => (seed = (seed * 16_807) % 2_147_483_647) % most
  const boxes = Array.from(
    { length: 50 },
    () =>
      `<rect x="${next(1500)}" y="${next(1100)}" width="${next(500)}" height="${next(400)}" fill="rgb(${next(255)},${next(255)},${next(255)})"/>`,
  )
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">${boxes.join('')}</svg>`))
    .jpeg({ quality: 90 })
    .toBuffer()
}
/** As an app says it that is where the trip begins. */
export const taken = (more: object = {}) => ({ takenAt: new Date().toISOString(), ...PICKUP, datum: 'WGS84', ...more })

/** Sends pictures of trips as a driver's app does. */
function photographer(world: World) {
  async function multipart(path: string, token: string, fields: object, bytes: Uint8Array) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.jpg')
    const request = new Request('http://test', { method: 'POST', body: form })
    const answer = await world.app.http.inject({
      method: 'POST',
      url: path,
      headers: { token, 'content-type': request.headers.get('content-type')! },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    return answer.json<{ code: number; error?: string; message: string; data: Record<string, never> & { fileId: string } }>()
  }
  async function upload(driver: TestDriver, orderId: string, kind: string, bytes: Uint8Array, more: object = taken()) {
    const answer = await multipart(dispatchCalls.uploadFile.path.replace('{id}', orderId), driver.token, { kind, ...more }, bytes)
    expect(answer.code, answer.message).toBe(0)
    return answer.data.fileId
  }
  /** A trip that is filed, with these pictures of the car before it. */
  async function over(...pictures: Buffer[]) {
    const trip = await onTheWay(world)
    await trip.call(dispatchCalls.arrive, { id: trip.orderId })
    const files: string[] = []
    for (const picture of pictures) files.push(await upload(trip.driver, trip.orderId, 'BEFORE_FRONT', picture))
    for (const step of [dispatchCalls.depart, dispatchCalls.end]) expect((await trip.call(step, { id: trip.orderId })).code).toBe(0)
    expect((await trip.call(dispatchCalls.file, { id: trip.orderId })).code).toBe(0)
    return { ...trip, files }
  }
  return { multipart, upload, over }
}

/** A world whose bookings find drivers, and who sends the pictures of their trips. */
export async function photoWorld() {
  const world = await makeWorld()
  const engine = engineOf(world, 100)
  const close = async () => {
    await engine.stop()
    await world.close()
  }
  return { world, sends: photographer(world), close }
}
