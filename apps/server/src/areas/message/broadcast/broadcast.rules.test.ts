import { type LeftOutWhy } from '@chauffeur/contract/message/broadcast-model'
import { broadcastFault, broadcastText, refuseBy, submittedText } from '@chauffeur/contract/message/broadcast-text'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { broadcastFaults, broadcastMachine, codeFaults, leftOut, registeredOf, type Standing } from './broadcast.rules.ts'

const good: Standing = { phone: '13800001111', consented: true, optedOut: false, had: 0, most: 4 }

describe('somebody gets a broadcast', () => {
  test.each<[string, Partial<Standing>, LeftOutWhy | null]>([
    ['who agreed to marketing', {}, null],
    ['not who never said so', { consented: null }, 'NO_CONSENT'],
    ['not who took it back', { consented: false }, 'OPTED_OUT'],
    ['a driver, who is not asked', { consented: undefined }, null],
    ['not by a number that refused', { optedOut: true }, 'OPTED_OUT'],
    ['not on the blacklist', { blacklisted: true }, 'BLACKLISTED'],
    ['not on a land line', { phone: '057188881234' }, 'NO_MOBILE'],
    ['not once they had as many as they may', { had: 4 }, 'CAPPED'],
    ['the last one that they may have', { had: 3 }, null],
    ['however many, where nobody said how many', { had: 99, most: null }, null],
    ['not who was forgotten', { phone: null, erased: true }, 'ERASED'],
    ['not who is there no more', { phone: null }, 'GONE'],
    ['not who went into another customer', { merged: true }, 'MERGED'],
    ['not who moved to another city', { moved: true }, 'MOVED'],
  ])('%s', (_, of, why) => expect(leftOut({ ...good, ...of })).toBe(why))

  test('whatever else is so, never without consent, against a refusal or beyond the most', () => {
    const standing = fc.record({
      phone: fc.constantFrom('13800001111', '057188881234', null),
      erased: fc.boolean(),
      merged: fc.boolean(),
      moved: fc.boolean(),
      consented: fc.constantFrom(true, false, null),
      blacklisted: fc.boolean(),
      optedOut: fc.boolean(),
      had: fc.nat(6),
      most: fc.option(fc.nat(6)),
    })
    fc.assert(
      fc.property(standing, (person) => {
        const gets = leftOut(person) === null
        const { phone, erased, merged, moved, consented, blacklisted, optedOut, had, most } = person
        const may =
          phone === '13800001111' &&
          !erased &&
          !merged &&
          !moved &&
          consented === true &&
          !blacklisted &&
          !optedOut &&
          (most === null || had < most)
        expect(gets).toBe(may)
      }),
    )
  })
})

describe('a text', () => {
  test('always says at its end how to refuse more', () => {
    fc.assert(
      fc.property(fc.constantFrom(...refuseBy.options), fc.string(), (by, name) => {
        const text = broadcastText({ sign: '甲代驾', body: '${name}您好', refuseBy: by }, { name, city: '' })
        expect(text.startsWith('【甲代驾】')).toBe(true)
        expect(text).toMatch(new RegExp(`${by}(退订)?$`))
      }),
    )
  })
  test.each([
    ['', 'EMPTY'],
    ['${code}', 'UNKNOWN'],
    ['${name', 'BROKEN'],
    ['优惠来了，退订回T', 'REFUSAL'],
    ['优惠来了 回复TD', 'REFUSAL'],
    ['优惠来了，拒收请联系我们', 'REFUSAL'],
    ['${name}您好，${city}优惠来了', null],
    ['回家找代驾', null],
  ])('%s', (body, fault) => expect(broadcastFault(body)?.fault ?? null).toBe(fault))

  test('is for somebody: nobody ordered within 30 days and not for 60', () => {
    const of = { whom: 'CUSTOMERS', body: '好' } as const
    expect(broadcastFaults({ ...of, audience: { lastWithinDays: 30, lastBeforeDays: 60 } })).toMatchObject([{ path: 'lastBeforeDays' }])
    expect(broadcastFaults({ ...of, audience: { lastWithinDays: 60, lastBeforeDays: 30 } })).toEqual([])
    expect(broadcastFaults({ ...of, whom: 'DRIVERS', audience: { groupIds: ['1'] } })).toMatchObject([{ path: 'groupIds' }])
  })
})

test('nothing is sent that another person has not approved, and what was ended stays so', () => {
  const { events } = broadcastMachine
  expect(events.begin.from).toEqual(['APPROVED'])
  expect(Object.entries(events).flatMap(([event, { to }]) => (to === 'APPROVED' ? [event] : []))).toEqual(['approve', 'goOn'])
  expect(Object.values(events).flatMap(({ from }) => from)).not.toContain('ENDED')
})

test('a code is in the shape of its provider, and a text is submitted as its console takes it', () => {
  const providers = new Map([
    ['1', 'ALIYUN'],
    ['2', 'TENCENT'],
    ['3', 'GATEWAY'],
  ] as const)
  expect(codeFaults({ 1: 'SMS_1', 2: '77' }, providers)).toEqual([])
  expect(codeFaults({ 1: '77', 2: 'SMS_1', 3: '77', 9: '77' }, providers).map(({ path }) => path)).toEqual([
    'code1',
    'code2',
    'code3',
    'code9',
  ])
  const said = { body: '${city}的${name}您好，${name}周末八折', refuseBy: 'R' as const }
  expect(submittedText('ALIYUN', said)).toBe('${city}的${name}您好，${name}周末八折拒收请回复R')
  expect(submittedText('TENCENT', said)).toBe('{1}的{2}您好，{2}周末八折拒收请回复R')
  expect(registeredOf({ ...said, sign: '', codes: { 1: 'SMS_1' } })).toEqual({ 1: { code: 'SMS_1', params: ['city', 'name'], sign: '' } })
})
