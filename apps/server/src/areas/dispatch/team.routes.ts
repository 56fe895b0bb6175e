import { dispatchTeamsCalls, type TeamFallback } from '@chauffeur/contract/dispatch-teams'
import { tenantCities } from '#areas/city'
import { channelsInScope } from '#areas/order'
import { fenceProblems } from '#areas/pricing'
import { implement } from '#platform/implement'
import { maskPhone } from '#platform/mask'
import { offsetOf, pageOf } from '#platform/page'
import { customersByPhone, customersOutOfSight, driversByNo, lockTeam, putTeam, setMembers, type TeamRow, teamsOf } from './team.queries.ts'

const teamView = (row: TeamRow) => ({
  teamId: row.team_id,
  version: row.version,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  channels: row.channels,
  customers: row.customers.map((customer) => ({ ...customer, phone: maskPhone(customer.phone) })),
  customerCount: row.customer_count,
  fence: row.fence,
  exclusiveS: row.exclusive_s,
  fallback: row.fallback as TeamFallback,
  enabled: row.enabled,
  members: row.members,
  changedAt: row.updated_at.toISOString(),
})

export const dispatchTeamsRoutes = implement(
  'dispatchTeams',
  dispatchTeamsCalls,
)({
  list: async ({ input, db }) => {
    const rows = await teamsOf(db, input.cityId ?? null)
    return pageOf(rows.slice(offsetOf(input), offsetOf(input) + input.pageSize).map(teamView), rows.length, input)
  },
  save: async ({ input, db, operator, request, audit, fail }) => {
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
    const problems = input.fence ? fenceProblems(input.fence) : []
    if (problems.length)
      return fail('dispatchTeams.fenceInvalid', {
        fields: problems.map(({ zh, en }) => ({ path: 'fence', message: request.english ? en : zh })),
      })
    const phones = [...new Set(input.customerPhones)]
    const coming = await customersByPhone(db, phones)
    const strangers = phones.filter((phone) => !coming.some((customer) => customer.phone === phone))
    if (strangers.length) return fail('dispatchTeams.customersUnknown', { unknown: strangers })
    const before = known?.customer_ids ?? []
    const staying = before.filter((customerId) => input.customerIds?.includes(customerId))
    const customerIds = [
      ...new Set([...(await customersOutOfSight(db, before)), ...staying, ...coming.map((customer) => customer.customer_id)]),
    ]
    if (!channelIds.length && !customerIds.length && !input.fence) return fail('dispatchTeams.forNobody')
    const numbers = [...new Set(input.driverNos)]
    const drivers = await driversByNo(db, cityId, numbers)
    const unknown = numbers.filter((number) => !drivers.some((driver) => driver.driver_no === number))
    if (unknown.length) return fail('dispatchTeams.driversUnknown', { unknown })
    const team = {
      tenantId: operator.tenantId,
      cityId,
      name: input.name,
      channelIds,
      customerIds,
      fence: input.fence ?? null,
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
