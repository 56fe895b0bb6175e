import { expect, test } from 'vitest'
import { chooseTeam, isTeamOnly, type Team } from './team.rules.ts'

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
  fence: null,
  exclusiveS: 30,
  fallback: 'OPEN',
  ...more,
})
const teams = [
  team('channel', { channelIds: ['7'] }),
  team('place', { fence: square }),
  team('guest', { customerIds: ['9'], fence: square }),
]
const choose = (more: object) => chooseTeam(teams, { channelId: null, customerId: '1', lat: 0, lng: 0, ...more })?.teamId ?? null

test('an order goes first to the team that is meant most narrowly, all of whose conditions hold', () => {
  expect(choose({})).toBe(null)
  expect(choose({ channelId: '7' })).toBe('channel')
  expect(choose({ channelId: '8' })).toBe(null)
  expect(choose({ channelId: '7', lat: 30.5, lng: 120.5 })).toBe('place')
  expect(choose({ customerId: '9' })).toBe(null)
  expect(choose({ customerId: '9', lat: 30.5, lng: 120.5 })).toBe('guest')
})

test('a team’s time alone ends for all others, unless it is theirs to the end', () => {
  const at = new Date('2026-11-22T12:00:00Z')
  expect(isTeamOnly({ team_id: null, team_until: null }, at)).toBe(false)
  expect(isTeamOnly({ team_id: '1', team_until: null }, at)).toBe(true)
  expect(isTeamOnly({ team_id: '1', team_until: new Date(at.getTime() + 1) }, at)).toBe(true)
  expect(isTeamOnly({ team_id: '1', team_until: at }, at)).toBe(false)
})
