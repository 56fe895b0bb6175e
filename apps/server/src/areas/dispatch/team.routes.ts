import { dispatchTeamsCalls, type TeamFallback } from '@chauffeur/contract/dispatch-teams'
import { tenantCities } from '#areas/city'
import { channelsInScope } from '#areas/order'
import { implement } from '#platform/implement'
import { driversByNo, lockTeam, putTeam, setMembers, teamsOf } from './team.queries.ts'

export const dispatchTeamsRoutes = implement(
  'dispatchTeams',
  dispatchTeamsCalls,
)({
  list: async ({ input, db }) => {
    const cityId = input.cityId ?? null
    const [rows, cities, channels] = await Promise.all([teamsOf(db, cityId), tenantCities(db), channelsInScope(db, cityId)])
    return {
      rows: rows.map((row) => ({
        teamId: row.team_id,
        version: row.version,
        cityId: row.city_id,
        cityName: row.city_name,
        name: row.name,
        channels: row.channels,
        customers: row.customers,
        hasFence: row.has_fence,
        exclusiveS: row.exclusive_s,
        fallback: row.fallback as TeamFallback,
        enabled: row.enabled,
        members: row.members,
        changedAt: row.updated_at.toISOString(),
      })),
      cities: cities.map((city) => ({ cityId: city.city_id, name: city.name })),
      channels,
    }
  },
  save: async ({ input, db, operator, audit, fail }) => {
    const known = input.teamId ? ((await lockTeam(db, input.teamId)) ?? fail('dispatchTeams.notFound')) : null
    if (known && known.version !== input.version) return fail('dispatchTeams.changed')
    // A team is seen by those who see every channel, so it is made by them.
    if (operator.channelId !== null) return fail('dispatchTeams.channelUnknown')
    const cityId = known?.city_id ?? input.cityId
    if (!(await tenantCities(db)).some((city) => city.city_id === cityId)) return fail('dispatchTeams.cityUnknown')
    const channelIds = [...new Set(input.channelIds)]
    const channels = await channelsInScope(db, cityId)
    if (channelIds.some((channelId) => !channels.some((channel) => channel.channelId === channelId)))
      return fail('dispatchTeams.channelUnknown')
    if (!channelIds.length && !known?.narrow) return fail('dispatchTeams.forNobody')
    const numbers = [...new Set(input.driverNos)]
    const drivers = await driversByNo(db, cityId, numbers)
    const unknown = numbers.filter((number) => !drivers.some((driver) => driver.driver_no === number))
    if (unknown.length) return fail('dispatchTeams.driversUnknown', { unknown })
    const team = {
      tenantId: operator.tenantId,
      cityId,
      name: input.name,
      channelIds,
      exclusiveS: input.exclusiveS,
      fallback: input.fallback,
      enabled: input.enabled ?? known?.enabled ?? true,
      by: operator.userId,
    }
    const saved = await putTeam(db, team, known?.team_id ?? null)
    await setMembers(
      db,
      operator.tenantId,
      saved.teamId,
      drivers.map((driver) => driver.driver_id),
    )
    audit({ object: 'dispatchTeam', objectId: saved.teamId, ...(known && { before: known }), after: { ...team, driverNos: numbers } })
    return saved
  },
})
