import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FaceService, startFace } from '../src/face.ts'

let service: FaceService
beforeEach(async () => {
  service = await startFace({ token: 'geheim' })
})
afterEach(() => service.stop())

/** As much of a JPEG as says how large it is. */
const jpeg = (side: number, mark = 0) => {
  const bytes = Buffer.from('ffd8ffc0001108000000000301110002110103110000', 'hex')
  bytes.writeUInt16BE(side, 7)
  bytes.writeUInt16BE(side, 9)
  return Buffer.concat([bytes, Buffer.from([mark])]).toString('base64')
}
const driver = { check: 'FACE', driverId: '7', driverNo: 'HZ0007' }
const ask = async (question: object, token = 'geheim') => {
  const answer = await fetch(service.url, { method: 'POST', body: JSON.stringify(question), headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: (await answer.json()) as object }
}
const verdicts = (...rules: object[]) =>
  fetch(new URL('/control/verdicts', service.url), { method: 'PUT', body: JSON.stringify({ rules }) })

test('a picture passes once; one that was shown before was taken of nobody there', async () => {
  const picture = jpeg(640)
  expect((await ask({ ...driver, picture })).body).toEqual({ passed: true, live: true, scoreBp: 9_600 })
  expect((await ask({ ...driver, picture })).body).toMatchObject({ passed: false, live: false })
  expect((await ask({ ...driver, picture: jpeg(640, 1) })).body).toMatchObject({ passed: true })
})

test('what is no picture, or too small for a face, does not; without one its own app has seen to that', async () => {
  expect((await ask({ ...driver, picture: Buffer.from('<svg/>').toString('base64') })).body).toMatchObject({ passed: false, scoreBp: 0 })
  expect((await ask({ ...driver, picture: jpeg(120) })).body).toMatchObject({ passed: false, live: true })
  expect((await ask(driver)).body).toEqual({ passed: true })
})

test('nobody without its token is answered, and what is no question is refused', async () => {
  expect((await ask(driver, 'other')).status).toBe(401)
  expect((await fetch(service.url, { method: 'POST', body: '{', headers: { authorization: 'Bearer geheim' } })).status).toBe(400)
})

test('it answers what it is told to, to whom and how often, and remembers no picture', async () => {
  await verdicts({ driverNo: 'HZ0007', times: 2, passed: false, reason: '光线太暗' }, { check: 'INSURANCE', status: 500 })
  const picture = jpeg(640, 2)
  expect((await ask({ ...driver, picture })).body).toMatchObject({ passed: false, live: true, reason: '光线太暗' })
  expect((await ask({ ...driver, driverNo: 'HZ0008' })).body).toMatchObject({ passed: true })
  expect((await ask({ ...driver, check: 'INSURANCE', driverNo: 'HZ0009' })).status).toBe(500)
  expect((await ask(driver)).body).toMatchObject({ passed: false })
  expect((await ask(driver)).body).toMatchObject({ passed: true })
  const asked = await (await fetch(new URL('/control/asked', service.url))).text()
  expect(asked).toContain('HZ0008')
  expect(asked).not.toContain(picture)
})
