import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'

export interface Team {
  teamId: string
  channelIds: readonly string[]
  customerIds: readonly string[]
  /** GeoJSON, WGS84; around pick-ups. */
  fence: { type: 'Polygon'; coordinates: number[][][] } | null
  exclusiveS: number
  fallback: 'OPEN' | 'STRICT'
}
export interface TeamTraits {
  channelId: string | null
  customerId: string
  lat: number
  lng: number
}

/** How narrowly a team is meant: for a customer, then for a place, then for a channel. */
const weight = ({ customerIds, fence, channelIds }: Team): number =>
  (customerIds.length ? 4 : 0) + (fence ? 2 : 0) + (channelIds.length ? 1 : 0)

/** The team that sees an order first, or null. Of several the one that is meant most narrowly, then the oldest. */
export function chooseTeam(teams: readonly Team[], { channelId, customerId, lat, lng }: TeamTraits): Team | null {
  const fitting = teams.filter(
    (team) =>
      (!team.channelIds.length || (channelId !== null && team.channelIds.includes(channelId))) &&
      (!team.customerIds.length || team.customerIds.includes(customerId)) &&
      (!team.fence || booleanPointInPolygon([lng, lat], team.fence)),
  )
  return fitting.reduce<Team | null>((best, team) => (best && weight(best) >= weight(team) ? best : team), null)
}

/** Whether a search of this team is still for its members alone. Without an end it is so for good. */
export const isTeamOnly = (search: { team_id: string | null; team_until: Date | null }, now: Date): boolean =>
  search.team_id !== null && (search.team_until === null || now < search.team_until)
