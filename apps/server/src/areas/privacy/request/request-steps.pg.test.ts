import { customerCalls } from '@chauffeur/contract/customer/profile'
import { privacyRequestCalls as calls, type PrivacyRequestDetail } from '@chauffeur/contract/privacy/request'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type Person, type World } from '#test/world'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())

let made = 0
async function customer() {
  const phone = `1394400${String(++made).padStart(4, '0')}`
  const { data } = await world.send(customerCalls.update, { phone, name: `周${made}`, cityId: HANGZHOU })
  return { phone, customerId: (data as { customerId: string }).customerId }
}
type Kind = 'ACCESS' | 'CORRECT' | 'ERASE'
type Action = 'take' | 'identify' | 'gather' | 'correct' | 'erase' | 'finish' | 'refuse' | 'withdraw'
const MORE: Record<Action, object> = {
  ...{ take: {}, gather: {}, erase: {} },
  identify: { identity: 'CALL_BACK', identityNote: '回拨核对' },
  correct: { wanted: { name: '周改' } },
  finish: { note: '已答复' },
  refuse: { reason: '无法核实' },
  withdraw: { reason: '本人来电' },
}
const ACTIONS = Object.keys(MORE) as Action[]
const act = ({ requestId, version }: PrivacyRequestDetail, action: Action, as: Person = 'all') =>
  world.send(calls[action], { requestId, version, ...MORE[action] }, as)
const done = async (row: PrivacyRequestDetail, action: Action) => {
  const { code, message, data } = await act(row, action)
  expect(code, `${action}: ${message}`).toBe(0)
  return data as PrivacyRequestDetail
}
const present = async ({ requestId }: PrivacyRequestDetail) => (await world.send(calls.detail, { requestId })).data as PrivacyRequestDetail
async function asked(kind: Kind): Promise<PrivacyRequestDetail> {
  const { phone } = await customer()
  const words = { personKind: 'CUSTOMER', phone, kind, channel: 'PHONE', words: '请处理我的信息' }
  const { code, message, data } = await world.send(calls.open, { ...words, ...(kind === 'CORRECT' && { wanted: { name: '周正' } }) })
  expect(code, message).toBe(0)
  return data as PrivacyRequestDetail
}
/** What may be done at each point of a request, as somebody who handles them would say it; anything else is refused with why. */
const POINTS: { at: string; kind: Kind; steps: Action[]; may: Action[]; else: string }[] = [
  ...(['ACCESS', 'CORRECT', 'ERASE'] as const).flatMap((kind): (typeof POINTS)[number][] => [
    { at: 'nobody has taken it up', kind, steps: [], may: ['take', 'refuse', 'withdraw'], else: 'wrongState' },
    { at: 'nobody made sure who asks', kind, steps: ['take'], may: ['identify', 'refuse', 'withdraw'], else: 'notProved' },
    { at: 'it was refused', kind, steps: ['refuse'], may: [], else: 'wrongState' },
    { at: 'it was taken back', kind, steps: ['take', 'withdraw'], may: [], else: 'wrongState' },
  ]),
  { at: 'it is known who asks', kind: 'ACCESS', steps: ['take', 'identify'], may: ['gather', 'refuse', 'withdraw'], else: 'wrongKind' },
  { at: 'it is known who asks', kind: 'CORRECT', steps: ['take', 'identify'], may: ['correct', 'refuse', 'withdraw'], else: 'wrongKind' },
  { at: 'it is known who asks', kind: 'ERASE', steps: ['take', 'identify'], may: ['erase', 'refuse', 'withdraw'], else: 'wrongKind' },
  { at: 'it was corrected', kind: 'CORRECT', steps: ['take', 'identify', 'correct'], may: [], else: 'wrongState' },
  { at: 'the person was erased', kind: 'ERASE', steps: ['take', 'identify', 'erase'], may: [], else: 'wrongState' },
]

describe.each(POINTS)('of $kind, once $at,', ({ kind, steps, may, else: why }) => {
  let row: PrivacyRequestDetail
  beforeAll(async () => {
    row = await asked(kind)
    for (const step of steps) row = await done(row, step)
  })

  test(`can be done: ${may.join(', ') || 'nothing'}`, async () => {
    expect(row.allowedActions.toSorted()).toEqual([...may].sort())
  })

  test('what cannot is refused with why, and changes nothing', async () => {
    const states = new Set<string | undefined>()
    for (const action of ACTIONS.filter((one) => !may.includes(one))) {
      const { error } = await act(row, action)
      states.add(error)
      expect([action, error]).toEqual([action, expect.stringMatching(/^privacyRequest\.(wrongState|notProved|wrongKind)$/)])
    }
    expect(states).toContain(`privacyRequest.${why}`)
    expect(await present(row)).toEqual(row)
  })

  test('whoever saw it as it was before, or may not see it at all, does nothing', async () => {
    const stale = { ...row, version: row.version + 1 }
    for (const action of ACTIONS) {
      expect([action, (await act(stale, action)).error]).toEqual([action, 'privacyRequest.versionConflict'])
      expect([action, (await act(row, action, 'other')).error]).toEqual([action, 'privacyRequest.notFound'])
    }
    expect(await present(row)).toEqual(row)
  })
})

test('of two who take a request up at once one has it, and of two who close it one did', async () => {
  const row = await asked('ACCESS')
  const taken = await Promise.all([act(row, 'take'), act(row, 'take', 'hangzhou')])
  expect(taken.map(({ error }) => error ?? '').toSorted()).toEqual(['', 'privacyRequest.versionConflict'])
  const now = await present(row)
  const closed = await Promise.all([act(now, 'refuse'), act(now, 'withdraw')])
  expect(closed.map(({ error }) => error ?? '').toSorted()).toEqual(['', 'privacyRequest.versionConflict'])
  expect((await present(row)).events.map(({ event }) => event)).toHaveLength(3)
})

test('a person who was erased by their own request is nobody any more, and stands in it without name and number', async () => {
  const { phone, customerId } = await customer()
  const opened = await world.send(calls.open, { personKind: 'CUSTOMER', phone, kind: 'ERASE', channel: 'COUNTER', words: '请删除' })
  let row = opened.data as PrivacyRequestDetail
  for (const step of ['take', 'identify', 'erase'] as const) row = await done(row, step)
  expect(row).toMatchObject({ state: 'DONE', name: '', phone: '', personId: customerId })
  expect((await world.send(calls.open, { personKind: 'CUSTOMER', phone, kind: 'ACCESS', channel: 'PHONE', words: '有我什么' })).error).toBe(
    'privacyRequest.nobody',
  )
  const { rows } = await world.owner.query('select count(*)::int as n from customers where phone = $1', [phone])
  expect(rows).toEqual([{ n: 0 }])
})
