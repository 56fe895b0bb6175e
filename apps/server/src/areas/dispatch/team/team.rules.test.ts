import { expect, test } from 'vitest'
import { chooseTeam, hoursProblems, isTeamOnly, isThere, type Team } from './team.rules.ts'

const square = {
  type: 'Polygon' as const,
  coordinates: [
    [
      [120, 30],
      [121, 30],
      [121, 31],
      [120, 31],
      [120, 30],
    ],
  ],
}
const team = (teamId: string, more: Partial<Team>): Team => ({
  teamId,
  channelIds: [],
  customerIds: [],
  groupIds: [],
  fence: null,
  weekMask: 127,
  from: null,
  to: null,
  exclusiveS: 30,
  fallback: 'OPEN',
  ...more,
})
const teams = [
  team('channel', { channelIds: ['7'] }),
  team('place', { fence: square }),
  team('guest', { customerIds: ['9'], fence: square }),
]
// A Friday, 22:30 in China.
const FRIDAY_NIGHT = Date.parse('2026-11-20T14:30:00Z')
const CHINA = 480
const choose = (more: object, of = teams) =>
  chooseTeam(of, { channelId: null, customerId: '1', groupIds: [], lat: 0, lng: 0, at: FRIDAY_NIGHT, utcOffsetMinutes: CHINA, ...more })
    ?.teamId ?? null

test('an order goes first to the team that is meant most narrowly, all of whose conditions hold', () => {
  expect(choose({})).toBe(null)
  expect(choose({ channelId: '7' })).toBe('channel')
  expect(choose({ channelId: '8' })).toBe(null)
  expect(choose({ channelId: '7', lat: 30.5, lng: 120.5 })).toBe('place')
  expect(choose({ groupIds: ['5'], lat: 30.5, lng: 120.5 }, [...teams, team('club', { groupIds: ['5', '6'] })])).toBe('club')
  expect(choose({ customerId: '9' })).toBe(null)
  expect(choose({ customerId: '9', lat: 30.5, lng: 120.5 })).toBe('guest')
})

test('outside its hours a team is not chosen, and the next one that fits is', () => {
  const night = { channelIds: ['7'], from: 22 * 60, to: 2 * 60 }
  const of = [team('always', { channelIds: ['7'] }), team('night', { ...night, customerIds: ['1'] })]
  expect(choose({ channelId: '7' }, of)).toBe('night')
  expect(choose({ channelId: '7', at: FRIDAY_NIGHT - 3_600_000 }, of)).toBe('always')
})

test('hours are of the city’s clock, and over midnight they belong to the day on which they began', () => {
  const FRIDAY = 0b0010000
  const night = { weekMask: FRIDAY, from: 22 * 60, to: 6 * 60 }
  const at = (local: string) => Date.parse(`${local}:00+08:00`)
  const there = (hours: object, local: string) => isThere({ ...night, ...hours }, at(local), CHINA)
  expect(there({}, '2026-11-20T21:59')).toBe(false)
  expect(there({}, '2026-11-20T22:00')).toBe(true)
  expect(there({}, '2026-11-21T05:59')).toBe(true)
  expect(there({}, '2026-11-21T06:00')).toBe(false)
  // The small hours of Friday belong to Thursday's night, Saturday evening to Saturday's.
  expect(there({}, '2026-11-20T03:00')).toBe(false)
  expect(there({}, '2026-11-21T23:00')).toBe(false)
  expect(there({ weekMask: 0b1000000 }, '2026-11-23T01:00')).toBe(true)
  const day = { from: 8 * 60, to: 20 * 60 }
  expect([there(day, '2026-11-20T08:00'), there(day, '2026-11-20T20:00'), there(day, '2026-11-21T12:00')]).toEqual([true, false, false])
  const whole = { from: null, to: null }
  expect([there(whole, '2026-11-20T00:00'), there(whole, '2026-11-20T23:59'), there(whole, '2026-11-21T00:00')]).toEqual([
    true,
    true,
    false,
  ])
})

test('hours without an end, or of no length, are named by their field', () => {
  expect(hoursProblems({ from: null, to: null })).toEqual([])
  expect(hoursProblems({ from: 1_320, to: 360 })).toEqual([])
  expect(hoursProblems({ from: 480, to: null })).toMatchObject([{ path: 'to' }])
  expect(hoursProblems({ from: null, to: 480 })).toMatchObject([{ path: 'from' }])
  expect(hoursProblems({ from: 480, to: 480 })).toMatchObject([{ path: 'to' }])
})

test('a team’s time alone ends for all others, unless it is theirs to the end', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  expect(isTeamOnly({ team_id: null, team_until: null }, at)).toBe(false)
  expect(isTeamOnly({ team_id: '1', team_until: null }, at)).toBe(true)
  expect(isTeamOnly({ team_id: '1', team_until: new Date(at.getTime() + 1) }, at)).toBe(true)
  expect(isTeamOnly({ team_id: '1', team_until: at }, at)).toBe(false)
})
