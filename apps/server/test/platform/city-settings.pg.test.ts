import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { messageLimitCalls } from '@chauffeur/contract/message/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { standardTerms } from '../../src/areas/finance/withdrawal/withdrawal.rules.ts'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld({ engine: false })
})
afterAll(() => world.close())

interface Saved {
  settingId: string
  version: number
  cityId: string | null
}
/** What a business sets for all cities or for one: how it is saved, with something of it told apart by a number, and what its refusals are called. */
const SETTINGS = [
  {
    name: 'points',
    save: pointConfigCalls.save,
    history: pointConfigCalls.history,
    content: (n: number) => ({ enabled: true, rules: [{ event: 'ORDER', points: n }], secondFromPoints: 1_000 }),
    of: (row: object) => (row as { rules: { points: number }[] }).rules[0]!.points,
    beyond: 'pointConfig.cityUnknown',
    area: 'pointConfig',
  },
  {
    name: 'peak times',
    save: driverOnlineCalls.updatePeakTime,
    history: driverOnlineCalls.peakTimeHistory,
    content: (n: number) => ({ windows: [], targetOnlineS: 60 * n }),
    of: (row: object) => (row as { targetOnlineS: number }).targetOnlineS / 60,
    beyond: 'driverOnline.cityUnknown',
    area: 'driverOnline',
  },
  {
    name: 'ways of payouts',
    save: payoutCalls.saveWays,
    history: payoutCalls.waysHistory,
    content: (n: number) => ({
      channels: { WX_SINGLE: 'BY_HAND', WX_BATCH: 'BY_HAND', BANK: 'BANK' },
      sendsItself: false,
      personDayFen: n * 100,
    }),
    of: (row: object) => (row as { personDayFen: number }).personDayFen / 100,
    beyond: 'payout.otherCity',
    area: 'payout',
  },
  {
    name: 'limits of messages',
    save: messageLimitCalls.update,
    history: messageLimitCalls.history,
    content: (n: number) => ({ quietFrom: '22:00', quietTo: '08:00', marketingPer30Days: n }),
    of: (row: object) => (row as { marketingPer30Days: number }).marketingPer30Days,
    beyond: 'messageLimit.cityUnknown',
    area: 'messageLimit',
  },
  {
    name: 'terms of withdrawals',
    save: withdrawalTermsCalls.save,
    history: withdrawalTermsCalls.history,
    content: (n: number) => ({ ...standardTerms, autoApproveBelowFen: n * 100 }),
    of: (row: object) => (row as { autoApproveBelowFen: number }).autoApproveBelowFen / 100,
    beyond: 'withdrawalTerms.otherCity',
    area: 'withdrawalTerms',
  },
] as const

describe.each(SETTINGS)('of $name', ({ save, history, content, of, beyond, area }) => {
  const send = (input: object, as: Person = 'all') => world.send(save, input as Record<string, unknown>, as)
  const saved = async (input: object, as: Person = 'all') => {
    const { code, message, data } = await send(input, as)
    expect(code, message).toBe(0)
    return data as unknown as Saved
  }
  const versions = async (settingId: string) =>
    ((await world.send(history, { settingId })).data as unknown as { rows: (Saved & { reason: string })[] }).rows

  test('a city has one of its own, also where two give it in the same moment', async () => {
    const answers = await Promise.all([1, 2].map((n) => send({ cityId: HANGZHOU, ...content(n) }, n === 1 ? 'all' : 'hangzhou')))
    expect(answers.map(({ error }) => error ?? '').toSorted()).toEqual(['', `${area}.cityTaken`])
    expect((await send({ cityId: HANGZHOU, ...content(3) })).error).toBe(`${area}.cityTaken`)
    const one = answers.find(({ code }) => code === 0)!.data as unknown as Saved
    expect(await versions(one.settingId)).toHaveLength(1)
  })

  test('who saw it before another changed it is told so with what is there now, and nothing of theirs is kept', async () => {
    const first = await saved({ cityId: SHANGHAI, ...content(4) })
    const { settingId, version } = first
    const second = await saved({ settingId, version, ...content(5), changeReason: '调整' })
    expect(second.version).toBe(version + 1)
    const late = await send({ settingId, version, ...content(6) })
    expect(late).toMatchObject({ error: `${area}.versionConflict`, data: { current: { version: version + 1 } } })
    const both = await Promise.all([7, 8].map((n) => send({ settingId, version: second.version, ...content(n) })))
    expect(both.map(({ error }) => error ?? '').toSorted()).toEqual(['', `${area}.versionConflict`])
    const kept = both.findIndex(({ code }) => code === 0) + 7
    const rows = await versions(settingId)
    expect(rows.map((row) => of(row))).toEqual([kept, 5, 4])
    expect(rows[1]).toMatchObject({ reason: '调整' })
  })

  test('who runs one city changes neither another’s nor everybody’s, and moves none to another city', async () => {
    const own = (await send({ cityId: SHANGHAI, ...content(9) }, 'hangzhou')).error
    expect(own).toBe(beyond)
    expect((await send(content(9), 'hangzhou')).error).toBe(beyond)
    const everywhere = await saved(content(10))
    expect(everywhere.cityId).toBeNull()
    const { settingId, version } = everywhere
    expect((await send({ settingId, version, ...content(11) }, 'hangzhou')).code).not.toBe(0)
    expect((await send({ settingId, version, ...content(11) }, 'other')).code).not.toBe(0)
    // The city of one that is there stays, whatever is sent beside it.
    expect(await saved({ settingId, version, cityId: HANGZHOU, ...content(12) })).toMatchObject({ cityId: null, version: version + 1 })
    expect((await versions(settingId)).map((row) => of(row))).toEqual([12, 10])
  })

  test('one that nobody made, or another business did, is not there to be changed, and leaves no trace', async () => {
    const theirs = await saved(content(13), 'other')
    const { settingId, version } = theirs
    for (const input of [
      { settingId, version },
      { settingId: '999999999', version: 1 },
    ]) {
      const { code } = await send({ ...input, ...content(14) })
      expect(code).toBe(404)
    }
    expect((await world.send(history, { settingId })).data as unknown as { rows: [] }).toEqual({ rows: [] })
  })
})
