import { customerAppCalls, DATA_A_DAY } from '@chauffeur/contract/customer/app'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import { agreementCalls, type AgreementView } from '@chauffeur/contract/privacy/agreement'
import { consentCalls } from '@chauffeur/contract/privacy/consent'
import { privacyRequestCalls, type PrivacyRequestDetail, privacyTermsCalls } from '@chauffeur/contract/privacy/request'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeCall, until } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { addDriver, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false, jobs: true })))
afterAll(() => world.close())

let made = 0
/** A customer whom the business knows, with a telephone. */
async function known(cityId = HANGZHOU) {
  const phone = `1390000${String(++made).padStart(4, '0')}`
  const { data } = await world.send(customerCalls.update, { phone, name: `陈${made}`, cityId })
  return { phone, customerId: (data as { customerId: string }).customerId }
}
async function signIn(phone: string): Promise<string> {
  await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone }, '')
  const code = /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0]
  return ((await world.send(customerAppCalls.signIn, { tenantId: world.tenantA, phone, code }, '')).data as { token: string }).token
}
const detail = async (answer: Promise<{ code: number; data: unknown }>) => {
  const { code, data } = await answer
  expect(code, JSON.stringify(data)).toBe(0)
  return data as PrivacyRequestDetail
}
const step = ({ requestId, version }: { requestId: string; version: number }) => ({ requestId, version })

const fileMade = (jobId: string) =>
  until(async () => (await world.owner.query(`select from jobs where job_id = $1 and state = 'DONE'`, [jobId])).rowCount, 'file', 30_000)

/** What the file of an access request holds, by section. */
async function inFile(requestId: string) {
  const { url } = (await world.send(privacyRequestCalls.openFile, { requestId })).data as { url: string }
  const file = await world.app.http.inject({ method: 'GET', url })
  const text = new TextDecoder().decode(unzipSync(new Uint8Array(file.rawPayload))['personal-data.json'])
  return (JSON.parse(text) as { sections: Record<string, Record<string, unknown>[]> }).sections
}

test('a customer signs in by a code, once; a stranger is sent nothing and told the same', async () => {
  const { phone, customerId } = await known()
  const sent = await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone }, '')
  expect(sent.data).toEqual({ expiresInS: 300 })
  expect(await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone }, '')).toMatchObject({
    error: 'customer.codeTooOften',
  })
  const message = (await messagesIn(world, phone)).at(-1)!
  expect(message.body).toMatch(/登录验证码 \d{6}/)
  const code = /\d{6}/.exec(message.body)![0]
  const signed = await world.send(customerAppCalls.signIn, { tenantId: world.tenantA, phone, code }, '')
  expect(signed.data).toMatchObject({ customerId })
  expect(await world.send(customerAppCalls.signIn, { tenantId: world.tenantA, phone, code }, '')).toMatchObject({
    error: 'customer.badCode',
  })
  const { token } = signed.data as { token: string }
  expect((await world.send(customerAppCalls.me, {}, token)).data).toMatchObject({ customerId, phone, name: `陈${made}` })
  expect((await world.send(customerAppCalls.signOut, {}, token)).code).toBe(0)
  expect((await world.send(customerAppCalls.me, {}, token)).code).toBe(401)

  const stranger = '13988889999'
  expect((await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone: stranger }, '')).data).toEqual({ expiresInS: 300 })
  expect(await messagesIn(world, stranger)).toEqual([])
})

test('five wrong codes shut the telephone', async () => {
  const { phone } = await known()
  await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone }, '')
  const guess = () => world.send(customerAppCalls.signIn, { tenantId: world.tenantA, phone, code: 'xxxxxx' }, '')
  for (let tries = 0; tries < 5; tries++) expect((await guess()).error).toBe('customer.badCode')
  expect(await guess()).toMatchObject({ error: 'customer.locked' })
})

test('an agreement with customers is asked for before anything but privacy itself', async () => {
  const { phone } = await known()
  const token = await signIn(phone)
  const saved = await world.send(agreementCalls.update, {
    kind: 'CUSTOMER',
    version: 0,
    title: '客户协议',
    html: '<p>好</p>',
    changeLevel: 'MATERIAL',
  })
  await world.send(agreementCalls.publish, { kind: 'CUSTOMER', version: (saved.data as AgreementView).draft!.version })
  world.app.platform.forgetSession()
  expect(await world.send(customerAppCalls.me, {}, token)).toMatchObject({ code: 40307, error: 'customer.mustAgree' })
  expect((await world.send(customerAppCalls.requests, {}, token)).code).toBe(0)
  expect((await world.send(customerAppCalls.agree, { number: 1 }, token)).data).toMatchObject({ due: false })
  expect((await world.send(customerAppCalls.me, {}, token)).code).toBe(0)
  await world.send(customerAppCalls.decline, { number: 1 }, token)
  expect(await world.send(customerAppCalls.me, {}, token)).toMatchObject({ error: 'customer.mustAgree' })
  await world.send(customerAppCalls.agree, { number: 1 }, token)
  expect((await world.send(customerAppCalls.setMarketing, { given: false }, token)).code).toBe(0)
  expect((await world.send(customerAppCalls.consents, {}, token)).data).toMatchObject({
    marketing: { given: false },
    agreement: { given: true, number: 1 },
  })
})

test('what an operator enters of privacy is a consent to the agreement in force', async () => {
  const { customerId } = await known()
  await world.send(customerCalls.consent, { customerId, kind: 'PRIVACY', given: true, source: '电话' })
  const profile = (await world.send(customerCalls.profile, { customerId })).data as {
    consents: { kind: string; given: boolean; source: string }[]
  }
  expect(profile.consents).toMatchObject([{ kind: 'PRIVACY', given: true, source: '电话' }])
  const { data } = await world.send(consentCalls.list, { personId: customerId })
  expect(data).toMatchObject({ rows: [{ kind: 'CUSTOMER', number: 1, channel: 'DESK', source: '电话' }] })
})

test('what do you hold of me is answered at once, kept as a request, and not without end', async () => {
  const { phone, customerId } = await known()
  await placeCall(world, { phone, pickupAddress: '武林广场东' })
  const token = await signIn(phone)
  const { data } = await world.send(customerAppCalls.data, {}, token)
  const held = (data as { sections: Record<string, Record<string, unknown>[]> }).sections
  expect(held.profile).toMatchObject([{ customerId, phone }])
  expect(held.orders).toMatchObject([{ pickupAddress: '武林广场东' }])
  expect(held.messages!.length).toBeGreaterThan(0)
  expect(JSON.stringify(held)).not.toMatch(/token_hash|sealed/)
  expect((await world.send(customerAppCalls.requests, {}, token)).data).toMatchObject({
    rows: [{ kind: 'ACCESS', state: 'DONE', channel: 'API' }],
  })
  for (let more = 1; more < DATA_A_DAY; more++) await world.send(customerAppCalls.data, {}, token)
  expect(await world.send(customerAppCalls.data, {}, token)).toMatchObject({ error: 'customer.dataTooOften' })
})

test('a correction is asked for by the customer and made by an operator, with what stood there before', async () => {
  const { phone, customerId } = await known()
  const token = await signIn(phone)
  expect(await world.send(customerAppCalls.ask, { kind: 'CORRECT', words: '改名' }, token)).toMatchObject({
    error: 'privacyRequest.nothingAsked',
  })
  const asked = (await world.send(customerAppCalls.ask, { kind: 'CORRECT', words: '改名', wanted: { name: '陈明' } }, token)).data as {
    requestId: string
  }
  expect(await world.send(customerAppCalls.ask, { kind: 'CORRECT', wanted: { name: '陈明' } }, token)).toMatchObject({
    error: 'privacyRequest.waiting',
  })
  const opened = await detail(world.send(privacyRequestCalls.detail, { requestId: asked.requestId }))
  expect(opened).toMatchObject({
    state: 'OPEN',
    identity: 'SIGNED_IN',
    wanted: { name: '陈明' },
    allowedActions: ['take', 'refuse', 'withdraw'],
  })
  const taken = await detail(world.send(privacyRequestCalls.take, step(opened)))
  expect(await world.send(privacyRequestCalls.take, step(opened))).toMatchObject({ error: 'privacyRequest.versionConflict' })
  const done = await detail(world.send(privacyRequestCalls.correct, { ...step(taken), wanted: { name: '陈明' } }))
  expect(done).toMatchObject({ state: 'DONE', changed: [{ field: 'name', after: '陈明' }] })
  expect((await world.send(customerCalls.profile, { customerId })).data).toMatchObject({ name: '陈明' })
})

test('an access request makes a file of everything held, for whoever had it made', async () => {
  const { phone } = await known()
  const words = { personKind: 'CUSTOMER', phone, kind: 'ACCESS', channel: 'PHONE', words: '你们有我什么信息' }
  const opened = await detail(world.send(privacyRequestCalls.open, words))
  const taken = await detail(world.send(privacyRequestCalls.take, step(opened)))
  expect(await world.send(privacyRequestCalls.gather, step(taken))).toMatchObject({ error: 'privacyRequest.notProved' })
  const proved = await detail(world.send(privacyRequestCalls.identify, { ...step(taken), identity: 'CALL_BACK' }))
  const { jobId } = await detail(world.send(privacyRequestCalls.gather, step(proved)))
  await fileMade(jobId!)
  const gathered = await detail(world.send(privacyRequestCalls.detail, { requestId: opened.requestId }))
  expect(gathered.fileUntil).not.toBeNull()
  const sections = await inFile(opened.requestId)
  expect(sections.profile).toMatchObject([{ phone }])
  expect(await world.send(privacyRequestCalls.openFile, { requestId: opened.requestId }, 'hangzhou')).toMatchObject({
    error: 'privacyRequest.fileGone',
  })
  expect(await detail(world.send(privacyRequestCalls.finish, { ...step(gathered), note: '已当面交付' }))).toMatchObject({ state: 'DONE' })
})

test('a driver asks to see what is held, and nothing else here', async () => {
  const phone = '13700007777'
  const driverId = await addDriver(world, { phone })
  const insert = (text: string) => world.owner.query<{ id: string }>(text, [world.tenantA, driverId])
  const session = await insert(
    `insert into sessions (token_hash, tenant_id, kind, driver_id) values ('\\x07', $1, 'DRIVER', $2) returning session_id as id`,
  )
  await insert(`insert into push_devices (tenant_id, driver_id, session_id, service, endpoint_print, sealed, english)
    values ($1, $2, ${session.rows[0]!.id}, 'web.push.apple.com', '\\x07', 'nobody reads this', false)`)
  const policy =
    await insert(`insert into driver_insurances (tenant_id, driver_id, product, insurer, policy_no, payer, valid_from, valid_until, coverage_fen, premium_fen)
    values ($1, $2, 'ACCIDENT', '平安产险', 'PA7777', 'PLATFORM', now() - interval '9 days', now() + interval '9 days', 100, 100) returning insurance_id as id`)
  await insert(`insert into driver_claims (tenant_id, driver_id, insurance_id, loss_at, amount_fen, what)
    values ($1, $2, ${policy.rows[0]!.id}, now(), 80000, '路口追尾')`)
  const asked = { personKind: 'DRIVER', phone, channel: 'COUNTER', words: '查阅', identity: 'ID_DOCUMENT' }
  expect(await world.send(privacyRequestCalls.open, { ...asked, kind: 'ERASE' })).toMatchObject({
    error: 'privacyRequest.driverAccessOnly',
  })
  const opened = await detail(world.send(privacyRequestCalls.open, { ...asked, kind: 'ACCESS' }))
  const taken = await detail(world.send(privacyRequestCalls.take, step(opened)))
  const { jobId } = await detail(world.send(privacyRequestCalls.gather, step(taken)))
  await fileMade(jobId!)
  expect((await detail(world.send(privacyRequestCalls.detail, { requestId: opened.requestId }))).fileUntil).not.toBeNull()
  const held = await inFile(opened.requestId)
  expect(held.claims).toMatchObject([{ what: '路口追尾', amountFen: 80_000, state: 'REPORTED' }])
  expect(held.telephones).toMatchObject([{ pushService: 'web.push.apple.com', english: false }])
  expect(JSON.stringify(held), 'of nothing that opens something').not.toMatch(/token_hash|sealed|nobody reads this|print/)
})

test('who is erased is gone from requests and messages and signed out, and the proof of consent stays without the name', async () => {
  const { phone, customerId } = await known()
  const token = await signIn(phone)
  await world.send(customerAppCalls.agree, { number: 1 }, token)
  const before = (await world.send(consentCalls.list, { personId: customerId })).data as { rows: { ip: string }[] }
  expect(before.rows[0]!.ip).not.toBe('')
  await world.send(customerAppCalls.setMarketing, { given: true }, token)
  const asked = (await world.send(customerAppCalls.ask, { kind: 'ERASE', words: `请删除${phone}` }, token)).data as { requestId: string }
  const opened = await detail(world.send(privacyRequestCalls.detail, { requestId: asked.requestId }))
  const taken = await detail(world.send(privacyRequestCalls.take, step(opened)))
  const done = await detail(world.send(privacyRequestCalls.erase, step(taken)))
  expect(done).toMatchObject({ state: 'DONE', name: '', phone: '', words: '' })
  world.app.platform.forgetSession()
  expect((await world.send(customerAppCalls.requests, {}, token)).code).toBe(401)
  const proof = (await world.send(consentCalls.list, { personId: customerId })).data as { rows: object[] }
  expect(proof.rows).toMatchObject([{ number: 1, given: true, name: '', phone: '', personId: customerId, ip: '', device: '' }])
  const { rows } = await world.owner.query('select kind from customer_consents where customer_id = $1', [customerId])
  expect(rows).toEqual([])
  const left = await world.owner.query(
    `select r::text as row from privacy_requests r where customer_id = $1 union all select s::text from sessions s where customer_id = $1`,
    [customerId],
  )
  expect(JSON.stringify(left.rows)).not.toContain(phone)
  expect(await messagesIn(world, phone)).toEqual([])
})

test('an account of one city sees the requests of its people, and sets no deadline for all', async () => {
  const there = await known(SHANGHAI)
  const opened = await detail(
    world.send(privacyRequestCalls.open, { personKind: 'CUSTOMER', phone: there.phone, kind: 'ACCESS', channel: 'PHONE', words: '查阅' }),
  )
  const seen = (await world.send(privacyRequestCalls.list, { state: 'OPEN' }, 'hangzhou')).data as { rows: { requestId: string }[] }
  expect(seen.rows.map(({ requestId }) => requestId)).not.toContain(opened.requestId)
  expect(await world.send(privacyRequestCalls.detail, { requestId: opened.requestId }, 'hangzhou')).toMatchObject({ code: 404 })
  expect(await world.send(privacyTermsCalls.saveTerms, { deadlineDays: 5, version: 0 }, 'hangzhou')).toMatchObject({
    error: 'agreement.beyond',
  })
  expect((await world.send(privacyTermsCalls.saveTerms, { deadlineDays: 5, version: 0 })).data).toMatchObject({
    deadlineDays: 5,
    version: 1,
  })
  const here = await known()
  const short = await detail(
    world.send(privacyRequestCalls.open, { personKind: 'CUSTOMER', phone: here.phone, kind: 'ACCESS', channel: 'LETTER', words: '查阅' }),
  )
  expect(Date.parse(short.dueAt) - Date.parse(short.openedAt)).toBeLessThan(9 * 86_400_000)
  await world.owner.query(`update privacy_requests set due_at = now() - interval '1 minute' where privacy_request_id = $1`, [
    short.requestId,
  ])
  const late = (await world.send(privacyRequestCalls.list, { overdue: true })).data as { rows: { requestId: string; overdue: boolean }[] }
  expect(late.rows).toMatchObject([{ requestId: short.requestId, overdue: true }])
})
