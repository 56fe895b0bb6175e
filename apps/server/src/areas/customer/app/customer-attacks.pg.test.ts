import { createHash } from 'node:crypto'
import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { customerAppPointCalls } from '@chauffeur/contract/customer/points'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { agreementCalls } from '@chauffeur/contract/privacy/agreement'
import { privacyRequestCalls } from '@chauffeur/contract/privacy/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messagesIn } from '#test/harness/messages'
import { addDriver, HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())

let made = 0
async function known(phone = `1391000${String(++made).padStart(4, '0')}`) {
  const { data } = await world.send(customerCalls.update, { phone, name: `周${made}`, cityId: HANGZHOU })
  return { phone, customerId: (data as { customerId: string }).customerId }
}
const sendCode = (phone: string, tenantId = world.tenantA) => world.send(customerAppCalls.sendCode, { tenantId, phone }, '')
const codeSent = async (phone: string) => /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0]
const signIn = (phone: string, code: string, tenantId = world.tenantA) => world.send(customerAppCalls.signIn, { tenantId, phone, code }, '')
async function signedIn(phone: string): Promise<string> {
  await sendCode(phone)
  return ((await signIn(phone, await codeSent(phone))).data as { token: string }).token
}

test('of many who try the same code at once one is signed in', async () => {
  const { phone } = await known()
  await sendCode(phone)
  const code = await codeSent(phone)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(phone, code)))
  expect(answers.filter((one) => one.code === 0)).toHaveLength(1)
  expect(new Set(answers.filter((one) => one.code !== 0).map(({ error }) => error))).toEqual(new Set(['customer.badCode']))
})

test('who has the database alone cannot try out which code was sent', async () => {
  const { phone } = await known()
  await sendCode(phone)
  const code = await codeSent(phone)
  const { rows } = await world.owner.query<{ code_hash: Buffer }>('select code_hash from customer_codes where phone = $1', [phone])
  const { tenantA } = world
  const plain = [
    code,
    `${tenantA}/${phone}/${code}`,
    `customer/${tenantA}/${phone}/${code}`,
    `sign-in-code:CUSTOMER:${tenantA}:${phone}\u0000${code}`,
  ]
  expect(plain.map((text) => createHash('sha256').update(text).digest('hex'))).not.toContain(rows[0]!.code_hash.toString('hex'))
})

test('a code is good for its telephone, business and kind of person alone', async () => {
  const [one, other] = [await known(), await known()]
  const driver = await addDriver(world, { phone: other.phone })
  await sendCode(one.phone)
  const code = await codeSent(one.phone)
  await sendCode(other.phone)
  expect((await signIn(other.phone, code)).error).toBe('customer.badCode')
  expect((await signIn(one.phone, code, world.tenantB)).error).toBe('customer.badCode')
  // The same telephone drives: the code of the customer opens nothing there.
  const own = await codeSent(other.phone)
  expect(driver).toBeTruthy()
  expect((await world.send(dispatchCalls.signIn, { tenantId: world.tenantA, phone: other.phone, code: own }, '')).error).toBe(
    'driver.badCode',
  )
  expect((await signIn(one.phone, code)).code).toBe(0)
})

test('wrong codes spread over many codes shut the telephone for the day, whether it is of a customer or of nobody', async () => {
  const { phone } = await known()
  const answersOf = async (asked: string) => {
    const answers: (string | undefined)[] = []
    for (let round = 0; round < 5; round++) {
      await world.owner.query(`update customer_codes set sent_at = sent_at - interval '1 minute' where phone = $1`, [asked])
      answers.push(String((await sendCode(asked)).code))
      for (let tries = 0; tries < 4; tries++) answers.push((await signIn(asked, 'nothing')).error)
    }
    const shut = await signIn(asked, '000000')
    expect((shut.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(80_000)
    return [...answers, shut.error]
  }
  const answers = await answersOf(phone)
  expect(answers.at(-1)).toBe('customer.locked')
  expect(await answersOf('13912349999')).toEqual(answers)
})

test('a customer’s token opens nothing of operators and drivers, and theirs nothing of customers', async () => {
  const token = await signedIn((await known()).phone)
  expect((await world.send(customerCalls.profile, { customerId: '1' }, token)).code).toBe(401)
  expect((await world.send(dispatchCalls.me, {}, token)).code).toBe(401)
  expect((await world.send(customerAppCalls.me, {}, 'all')).code).toBe(401)
  expect((await world.send(customerAppPointCalls.points, {}, 'all')).code).toBe(401)
})

test('nobody takes back, corrects or has erased what is another’s', async () => {
  const [one, other] = [await known(), await known()]
  const [mine, theirs] = [await signedIn(one.phone), await signedIn(other.phone)]
  const asked = (await world.send(customerAppCalls.ask, { kind: 'ERASE', words: '删除' }, theirs)).data as { requestId: string }
  expect(await world.send(customerAppCalls.takeBack, { id: asked.requestId }, mine)).toMatchObject({
    error: 'privacyRequest.notFound',
  })
  // Whoever they say they are besides: it is about themselves.
  const sly = { kind: 'ERASE', words: '删除', customerId: other.customerId, phone: other.phone } as never
  const own = await world.send(customerAppCalls.ask, sly, mine)
  if (own.code === 0) {
    const { rows } = await world.owner.query('select customer_id::text from privacy_requests where privacy_request_id = $1', [
      (own.data as { requestId: string }).requestId,
    ])
    expect(rows).toEqual([{ customer_id: one.customerId }])
  } else expect(own.code).toBe(400)
  expect(((await world.send(customerAppCalls.requests, {}, theirs)).data as { rows: object[] }).rows).toHaveLength(1)
  // An account of another city or business neither sees nor erases them.
  for (const person of ['nowhere', 'other', 'partner'] as const)
    expect((await world.send(privacyRequestCalls.erase, { requestId: asked.requestId, version: 1 }, person)).code, person).not.toBe(0)
})

test('of who is erased the log keeps what they did, neither from where nor what they typed; an operator’s entries stay whole', async () => {
  const [gone, stays] = [await known(), await known()]
  for (const { phone } of [gone, stays])
    await world.send(customerAppCalls.ask, { kind: 'ERASE', words: '请删除我的住址' }, await signedIn(phone))
  const entries = async (actor: string, type = 'CUSTOMER') =>
    (
      await world.owner.query<{ call: string; ip: string; input: object | null }>(
        'select call, ip, input from operation_logs where actor_id = $1 and actor_type = $2 order by log_id',
        [actor, type],
      )
    ).rows
  const before = await entries(stays.customerId)
  expect(before.map(({ call, ip }) => `${call} ${ip}`)).toEqual(['customerApp.signIn 127.0.0.1', 'customerApp.ask 127.0.0.1'])
  const erased = await world.send(mergeCalls.erase, { customerId: gone.customerId, version: 1, reason: '客户书面要求' })
  expect(erased.code, erased.message).toBe(0)
  expect(await entries(gone.customerId)).toEqual([
    { call: 'customerApp.signIn', ip: '', input: null },
    { call: 'customerApp.ask', ip: '', input: null },
  ])
  expect(await entries(stays.customerId)).toEqual(before)
  const own = (await entries(world.people.all.userId, 'OPERATOR')).at(-1)!
  expect(own).toMatchObject({ call: 'customerMerge.erase', ip: '127.0.0.1', input: { customerId: gone.customerId } })
})

test('nobody agrees to what nobody published, and a text that would run does nothing', async () => {
  const { phone, customerId } = await known()
  const token = await signedIn(phone)
  expect((await world.send(customerAppCalls.agree, { number: 1 }, token)).error).toBe('privacy.replaced')
  const html =
    '<p>好<svg/onload=alert(1)></p><a href="javascript:alert(1)">甲</a><a href="https://a.example" onclick="x()" style="position:fixed">乙</a><iframe src="https://a.example"></iframe><math><mtext></p><img src=x onerror=alert(1)>'
  const saved = await world.send(agreementCalls.update, {
    kind: 'CUSTOMER',
    version: 0,
    title: '<b>协议</b>',
    html,
    changeLevel: 'MATERIAL',
  })
  const { draft } = saved.data as { draft: { html: string; version: number } }
  expect(draft.html).not.toMatch(/on\w+=|javascript|style=|<(?:svg|iframe|math|img)/i)
  await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: draft.version })
  world.app.platform.forgetSession()
  const said = { number: 1, customerId: '1', given: true } as never
  const agreed = await world.send(customerAppCalls.agree, said, token)
  if (agreed.code !== 0) expect((await world.send(customerAppCalls.agree, { number: 1 }, token)).code).toBe(0)
  const { rows } = await world.owner.query('select customer_id::text from agreement_consents')
  expect(rows).toEqual([{ customer_id: customerId }])
})

test('the log of who signed in has no telephone and no code in clear', async () => {
  const { phone } = await known()
  await sendCode(phone)
  const code = await codeSent(phone)
  expect((await signIn(phone, code)).code).toBe(0)
  const { rows } = await world.owner.query<{ row: string }>(
    `select l::text as row from operation_logs l where input::text like '%' || $1 || '%'`,
    [phone.slice(-4)],
  )
  expect(rows.map(({ row }) => row).join()).not.toContain(phone)
  expect(rows.map(({ row }) => row).join()).not.toContain(code)
})
