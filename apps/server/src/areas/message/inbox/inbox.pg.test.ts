import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import { driverMessageCalls } from '@chauffeur/contract/message/inbox'
import { messageLogCalls, type MessageLogRow } from '@chauffeur/contract/message/log'
import { messageTextCalls, type MessageTextRow } from '@chauffeur/contract/message/text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { forgetMessages } from '#platform/provider/sms'
import { UNSENT } from '#platform/sending/lanes'
import { as, driverAt, placeCall, type TestDriver } from '#test/drivers'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { cityClock, wordIn } from '../wording/index.ts'
import { tellDriver, type ToDriver } from './index.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const PAID = { event: 'APP_WITHDRAWAL_PAID', values: { amount: '300.00' } } as const
const tell = (driver: TestDriver, told: Omit<ToDriver, 'driverId'> = PAID) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    tellDriver(tx, world.app.platform.vault, world.tenantA, { driverId: driver.driverId, ...told }),
  )
const inbox = async (driver: TestDriver) =>
  (await as(world, driver)(driverMessageCalls.messages)).data as AnswerOf<typeof driverMessageCalls.messages>
const seen = async (driver: TestDriver, messageIds: string[], read = false) =>
  (await as(world, driver)(driverMessageCalls.seen, { messageIds, read })).code
const log = async (input: object, person: Person = 'all') =>
  ((await world.send(messageLogCalls.list, { way: 'APP', ...input }, person)).data as { rows: MessageLogRow[] }).rows

test('a message is in the app of its driver alone; the log says that it came and was read, once each', async () => {
  const [own, other] = [await driverAt(world, 0), await driverAt(world, 10)]
  await tell(own)
  const { rows, unread } = await inbox(own)
  expect(rows).toMatchObject([{ event: 'APP_WITHDRAWAL_PAID', text: '您的提现300.00元已到账。', readAt: null }])
  expect(unread).toBe(1)
  const { messageId } = rows[0]!
  const where = async (person: Person = 'all') => (await log({}, person)).find((row) => row.messageId === messageId)
  expect(await where()).toMatchObject({
    state: 'SENT',
    way: 'APP',
    cityName: '杭州市',
    provider: null,
    segments: 0,
    costFenX100: null,
    readAt: null,
  })
  expect(
    [await where('hangzhou'), await where('nowhere'), await where('company'), await where('other')].map((row) => row?.messageId),
  ).toEqual([messageId, undefined, undefined, undefined])
  expect((await inbox(other)).rows).toEqual([])
  expect(await seen(other, [messageId], true)).toBe(404)
  expect(await where()).toMatchObject({ state: 'SENT' })

  expect([await seen(own, [messageId]), await seen(own, [messageId, '999999999'])]).toEqual([0, 0])
  const came = await where()
  expect(came).toMatchObject({ state: 'DELIVERED', readAt: null })
  expect([await seen(own, [messageId], true), await seen(own, [messageId], true)]).toEqual([0, 0])
  const read = await where()
  expect(read).toMatchObject({ state: 'DELIVERED', resultAt: came!.resultAt, readAt: expect.any(String) })
  expect(await inbox(own)).toMatchObject({ unread: 0, rows: [{ readAt: read!.readAt }] })
  expect((await log({ way: 'TEXT' })).map((row) => row.messageId)).not.toContain(messageId)
})

test('nobody sends it to a telephone, and nobody but its driver reads its text', async () => {
  const driver = await driverAt(world, 0)
  await tell(driver)
  const { rows } = await world.owner.query<{ n: number }>(
    `select count(*)::int as n from sms_outbox where driver_id = $1 and ((${UNSENT}) or body <> '' or phone <> '' or sealed like '%300%')`,
    [driver.driverId],
  )
  expect(rows).toEqual([{ n: 0 }])
  await expect(
    world.app.platform.db.reader(wholeTenant(world.tenantA)).selectFrom('sms_outbox').select('sealed').execute(),
  ).rejects.toThrow(/permission denied/)
})

test('a message sealed under another secret is left out, and hides no other', async () => {
  const driver = await driverAt(world, 0)
  await tell(driver)
  await world.owner.query(`update sms_outbox set sealed = 'of another secret' where driver_id = $1`, [driver.driverId])
  await tell(driver)
  expect(await inbox(driver)).toMatchObject({ unread: 1, rows: [{ text: '您的提现300.00元已到账。' }] })
})

test('the driver’s open stream says at once that there is something to fetch', async () => {
  const [driver, other] = [await driverAt(world, 0), await driverAt(world, 10)]
  const address = await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  const over = new AbortController()
  const streamOf = async ({ token }: TestDriver) => {
    const stream = await fetch(`${address}${OFFER_STREAM_PATH}`, { headers: { accept: 'text/event-stream', token }, signal: over.signal })
    return stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  }
  const [reads, deaf] = [await streamOf(driver), await streamOf(other)]
  const hears = async (reader: Awaited<ReturnType<typeof streamOf>>) => {
    for (let text = ''; ; ) {
      const { value, done } = await reader.read()
      text += value ?? ''
      if (text.includes('event: message')) return true
      if (done) return false
    }
  }
  const heard = hears(reads)
  const others = hears(deaf).catch(() => false)
  await tell(driver)
  expect(await heard).toBe(true)
  over.abort()
  expect(await others).toBe(false)
})

test('each city has words of its own, and none where they are switched off', async () => {
  const driver = await driverAt(world, 0)
  const propose = async (of: object) => {
    const made = (await world.send(messageTextCalls.add, { event: 'APP_WITHDRAWAL_PAID', cityId: HANGZHOU, reason: '试', ...of }))
      .data as MessageTextRow
    const { textId, version } = made
    expect((await world.send(messageTextCalls.decide, { textId, version, event: 'approve' }, 'hangzhou')).code).toBe(0)
    return made
  }
  const own = await propose({ effect: 'SEND', sign: '归航', body: '${amount}元到了，记得查收。' })
  expect(own).toMatchObject({ way: 'APP', segments: 0, sample: '300.00元到了，记得查收。' })
  await tell(driver)
  const [row] = (await inbox(driver)).rows
  expect(row).toMatchObject({ text: '300.00元到了，记得查收。' })
  await world.owner.query(`update message_texts set effect = 'OFF', body = '' where message_text_id = $1`, [own.textId])
  await tell(driver)
  expect((await inbox(driver)).rows.map(({ messageId }) => messageId)).toEqual([row!.messageId])
  expect((await world.send(messageTextCalls.add, { event: 'APP_PHOTO_RETAKE', cityId: SHANGHAI, effect: 'OFF', reason: '试' })).error).toBe(
    'messageText.invalid',
  )
  const wrong = { event: 'APP_PHOTO_RETAKE', cityId: SHANGHAI, effect: 'SEND', body: '${photo} ${until} ${driverPhone}', reason: '试' }
  expect(await world.send(messageTextCalls.add, wrong)).toMatchObject({
    error: 'messageText.invalid',
    data: { fields: [{ path: 'body' }] },
  })
  const listed = (await world.send(messageTextCalls.list, { way: 'APP', pageSize: 100 })).data as { rows: MessageTextRow[] }
  expect(listed.rows.length).toBeGreaterThanOrEqual(9)
  expect(new Set(listed.rows.map(({ way }) => way))).toEqual(new Set(['APP']))
})

test('a driver who chose English is told in English from then on, words and hours in the text too', async () => {
  const [driver, other] = [await driverAt(world, 0), await driverAt(world, 10)]
  expect(await as(world, driver)(driverMessageCalls.setLanguage, { language: 'en' })).toMatchObject({ code: 0, data: { language: 'en' } })
  const retake: Omit<ToDriver, 'driverId'> = {
    event: 'APP_PHOTO_RETAKE',
    values: (language) => ({
      orderTail: '000123',
      photo: wordIn(language, '接车车头'),
      reason: wordIn(language, '照片模糊'),
      until: cityClock(new Date('2026-11-24T13:30:00Z'), 480, language),
    }),
  }
  for (const one of [driver, other]) await tell(one, retake)
  const [said] = (await inbox(driver)).rows
  expect(said!.text).toMatch(/^The photo "Front, before" of the order ending in 000123 .+: .+ by Nov 24, 21:30;/)
  expect(said!.text).not.toMatch(/[\u4e00-\u9fff]/)
  expect(await inbox(driver)).toMatchObject({ language: 'en' })
  expect(await inbox(other)).toMatchObject({ language: null, rows: [{ text: expect.stringContaining('请在11月24日 21:30前重拍') }] })
})

test('what a message says of somebody who is forgotten goes from the driver’s app', async () => {
  const driver = await driverAt(world, 0)
  const { orderId, orderNo } = await placeCall(world)
  const values = { orderTail: orderNo.slice(-6), photo: '车头', reason: '照片模糊', until: '11月24日 21:30' }
  await tell(driver, { event: 'APP_PHOTO_RETAKE', orderId, values })
  expect((await inbox(driver)).rows).toMatchObject([{ text: expect.stringContaining('照片模糊。请在11月24日 21:30前重拍') }])
  await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    forgetMessages(tx, world.app.platform.vault, { tenantId: world.tenantA, phones: [], orderIds: [orderId] }),
  )
  expect(await inbox(driver)).toEqual({ rows: [], unread: 0, language: null })
})

test('until when stands in a message by the clock of the city', () => {
  const at = new Date('2026-11-24T16:05:00Z')
  expect([cityClock(at, 480, 'zh'), cityClock(at, 480, 'en')]).toEqual(['11月25日 00:05', 'Nov 25, 00:05'])
})
