import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { localMinute, localWeekday, onWeekday } from '#platform/values/local-clock'

/** When a team is there. */
export interface TeamHours {
  weekMask: number
  /** Minutes of the local day, `from` included, `to` not; both null for the whole day. From after to goes over midnight. */
  from: number | null
  to: number | null
}
export interface Team extends TeamHours {
  teamId: string
  channelIds: readonly string[]
  customerIds: readonly string[]
  groupIds: readonly string[]
  /** GeoJSON, WGS84; around pick-ups. */
  fence: { type: 'Polygon'; coordinates: number[][][] } | null
  exclusiveS: number
  fallback: 'OPEN' | 'STRICT'
}
export interface TeamTraits {
  channelId: string | null
  customerId: string
  /** Groups that the customer belongs to. */
  groupIds: readonly string[]
  /** Of the pick-up; null where only its address is known: it lies in no fence. */
  lat: number | null
  lng: number | null
  /** When the search begins, ms. */
  at: number
  utcOffsetMinutes: number
}

/** Whether a team is there at an instant (ms), by its city's clock. Hours over midnight are those of the day on which they began. */
export function isThere({ weekMask, from, to }: TeamHours, at: number, utcOffsetMinutes: number): boolean {
  const minute = localMinute(at, utcOffsetMinutes)
  const today = localWeekday(at, utcOffsetMinutes)
  if (from === null || to === null) return onWeekday(weekMask, today)
  if (from < to) return onWeekday(weekMask, today) && minute >= from && minute < to
  return minute >= from ? onWeekday(weekMask, today) : minute < to && onWeekday(weekMask, (today + 6) % 7)
}

/** What is wrong with hours that are each a time of day. */
export function hoursProblems({ from, to }: Pick<TeamHours, 'from' | 'to'>): { path: string; zh: string; en: string }[] {
  if ((from === null) !== (to === null))
    return [{ path: from === null ? 'from' : 'to', zh: '开始与结束时间须同时填写', en: 'give both the start and the end of the window' }]
  return from !== null && from === to ? [{ path: 'to', zh: '结束时间不能与开始时间相同', en: 'must differ from the start' }] : []
}

/** How narrowly a team is meant: for customers, then for a place, then for a channel. */
const weight = ({ customerIds, groupIds, fence, channelIds }: Team): number =>
  (customerIds.length || groupIds.length ? 4 : 0) + (fence ? 2 : 0) + (channelIds.length ? 1 : 0)

/** The team that sees an order first, or null. Of several the one that is meant most narrowly, then the oldest. */
export function chooseTeam(
  teams: readonly Team[],
  { channelId, customerId, groupIds, lat, lng, at, utcOffsetMinutes }: TeamTraits,
): Team | null {
  const fitting = teams.filter(
    (team) =>
      isThere(team, at, utcOffsetMinutes) &&
      (!team.channelIds.length || (channelId !== null && team.channelIds.includes(channelId))) &&
      ((!team.customerIds.length && !team.groupIds.length) ||
        team.customerIds.includes(customerId) ||
        team.groupIds.some((groupId) => groupIds.includes(groupId))) &&
      (!team.fence || (lat !== null && lng !== null && booleanPointInPolygon([lng, lat], team.fence))),
  )
  return fitting.reduce<Team | null>((best, team) => (best && weight(best) >= weight(team) ? best : team), null)
}

/** Whether a search of this team is still for its members alone. Without an end it is so for good. */
export const isTeamOnly = (search: { team_id: string | null; team_until: Date | null }, now: Date): boolean =>
  search.team_id !== null && (search.team_until === null || now < search.team_until)
