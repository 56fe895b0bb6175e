import { expect, test } from 'vitest'
import { newsOfPush, recordingAgainS } from './call.rules.ts'
import { partiesOf } from './parties.ts'

const record = {
  direction: 1,
  appKey: 'app',
  bindNum: '+8617000000001',
  sessionId: 's1',
  subscriptionId: 'p1',
  callerNum: '+8613600000001',
  callInTime: '2026-11-24 09:15:14',
  fwdAlertingTime: '2026-11-24 09:15:21',
  fwdAnswerTime: '2026-11-24 09:15:36',
  callEndTime: '2026-11-24 09:16:41',
  ulFailReason: 0,
  recordFlag: 1,
  recordDomain: 'ostor.example',
  recordObjectName: 'a.wav',
}
const fee = (of: object = {}) => newsOfPush({ eventType: 'fee', feeLst: [{ ...record, ...of }] })

test('the record of a call says who rang, when it began, rang, was answered and ended, and where its sound lies; its times are UTC', () => {
  expect(fee()).toEqual([
    {
      session: 's1',
      subscription: 'p1',
      number: '17000000001',
      caller: '13600000001',
      startedAt: new Date('2026-11-24T09:15:14Z'),
      ringingAt: new Date('2026-11-24T09:15:21Z'),
      answeredAt: new Date('2026-11-24T09:15:36Z'),
      endedAt: new Date('2026-11-24T09:16:41Z'),
      recording: { domain: 'ostor.example', name: 'a.wav' },
    },
  ])
})

test('a call of less than three seconds has no recording, and one that nobody answered neither', () => {
  expect(fee({ callEndTime: '2026-11-24 09:15:38' })![0]).not.toHaveProperty('recording')
  expect(fee({ fwdAnswerTime: '', ulFailReason: 8014 })![0]).toMatchObject({ endCode: '8014' })
})

test('an event says its own moment, and who rang only as the call comes in', () => {
  const event = (eventType: string, more: object = {}) =>
    newsOfPush({
      eventType,
      statusInfo: {
        sessionId: 's1',
        timestamp: '2026-11-24 09:15:14',
        caller: '+8613600000001',
        called: '+86170',
        subscriptionId: 'p1',
        ...more,
      },
    })![0]
  expect(event('callin')).toMatchObject({ caller: '13600000001', startedAt: new Date('2026-11-24T09:15:14Z') })
  expect(event('alerting', { caller: '+8617000000001' })).toMatchObject({ caller: '', ringingAt: new Date('2026-11-24T09:15:14Z') })
  expect(event('disconnect', { stateCode: 8014 })).toMatchObject({ endCode: '8014', endedAt: new Date('2026-11-24T09:15:14Z') })
  expect(newsOfPush({ eventType: 'callout', statusInfo: { sessionId: 's1' } })).toEqual([])
})

test.each([null, {}, { eventType: 'fee' }, { eventType: 'fee', feeLst: [{}] }, { eventType: 'callin' }, 'text', []])('%j is none', (body) =>
  expect(newsOfPush(body)).toBeNull(),
)

test('who rang is named by their side, masked', () => {
  const pair = { driver_phone: '13600000001', contact_phone: '13500000001' }
  expect(partiesOf('13600000001', pair)).toEqual({ caller: 'DRIVER', caller_masked: '136****0001', called_masked: '135****0001' })
  expect(partiesOf('13500000001', pair).caller).toBe('CONTACT')
  expect(partiesOf('13900000009', pair)).toMatchObject({ caller: 'OTHER', called_masked: '' })
  expect(partiesOf('57188886666', { ...pair, contact_phone: '057188886666' }).caller, 'a line of a house').toBe('CONTACT')
  expect(partiesOf('', { driver_phone: '', contact_phone: '' }).caller).toBe('OTHER')
})

test('a recording that is not there yet is asked for soon, later once an hour', () => {
  expect([0, 1, 4, 30].map(recordingAgainS)).toEqual([5, 10, 80, 3_600])
})
