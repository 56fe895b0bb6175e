import { dispatchTeamsCalls, teamFallbackText, teamTypeText } from '@chauffeur/contract/dispatch/team'
import { tenantCities } from '#areas/operations/city'
import { channelsInScope } from '#areas/partner/channel'
import { teamGroups } from '#areas/customer/standing'
import { fenceProblems } from '#areas/pricing/rate'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { type Fail, implement } from '#platform/http/implement'
import { minuteOf, onWeekday } from '#platform/values/local-clock'
import { fieldsOf } from '#platform/http/problems'
import { customersByPhone, customersOutOfSight, driversByNo, lockTeam, putTeam, setMembers, switchTeam, teamsOf } from './team.queries.ts'
import { moveInQueue, putInQueue, type QueueChange, queueView, removeDriver } from './area-queue.service.ts'
import { queuePastList } from './area-queue.list.ts'
import { teamList, teamView } from './team.list.ts'
import { hoursProblems } from './team.rules.ts'

const EVERY_DAY = 127

/** A team as the operation log keeps it; days are numbers, Monday is 1. */
async function recordOf(db: TenantDb, teamId: string) {
  const [row] = await teamsOf(db, { teamId })
  if (!row) return null
  const { channels, customers, customerCount, groups, weekMask, members, name, type, fence, from, to, exclusiveS, fallback, enabled } =
    teamView(row)
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((day) => onWeekday(weekMask, day - 1))
  return { name, type, channels, customers, customerCount, groups, fence, weekdays, from, to, exclusiveS, fallback, enabled, members }
}

/** A change of a queue as the operation log keeps it: which driver went from where to where, and why. */
const queueRecord = ({ name, driverNo, was, place }: QueueChange, reason = '') => ({
  before: { place: was },
  after: { name, driverNo, place, reason },
})

/** A team that stands as it was seen, held until the write is over. */
async function seenTeam(
  tx: TenantTx,
  { teamId, version }: { teamId: string; version?: number | undefined },
  fail: Fail<'dispatchTeams.notFound' | 'dispatchTeams.versionConflict'>,
) {
  const known = (await lockTeam(tx, teamId)) ?? fail('dispatchTeams.notFound')
  if (known.version !== version) return fail('dispatchTeams.versionConflict', { current: teamView((await teamsOf(tx, { teamId }))[0]!) })
  return known
}
const optionsOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([key, value]) => ({ key, value }))

export const dispatchTeamsRoutes = implement(
  'dispatchTeams',
  dispatchTeamsCalls,
)({
  index: async ({ db }) => ({
    types: optionsOf(teamTypeText),
    fallbacks: optionsOf(teamFallbackText),
    cities: (await tenantCities(db)).map(({ city_id, name }) => ({ key: city_id, value: name })),
  }),
  list: teamList.page,
  edit: async ({ input, db, fail }) => teamView((await teamsOf(db, { teamId: input.teamId }))[0] ?? fail('dispatchTeams.notFound')),
  save: async ({ input, db, operator, request, audit, fail }) => {
    const known = input.teamId ? await seenTeam(db, { ...input, teamId: input.teamId }, fail) : null
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
      return fail(
        'dispatchTeams.fenceInvalid',
        fieldsOf(
          problems.map((problem) => ({ ...problem, path: 'fence' })),
          request.english,
        ),
      )
    const hours = {
      weekMask: input.weekMask ?? EVERY_DAY,
      from: input.from === undefined ? null : minuteOf(input.from),
      to: input.to === undefined ? null : minuteOf(input.to),
    }
    const faults = hoursProblems(hours)
    if (faults.length) return fail('dispatchTeams.hoursInvalid', fieldsOf(faults, request.english))
    const phones = [...new Set(input.customerPhones)]
    const coming = await customersByPhone(db, phones)
    const strangers = phones.filter((phone) => !coming.some((customer) => customer.phone === phone))
    if (strangers.length) return fail('dispatchTeams.customersUnknown', { unknown: strangers })
    const had = known?.customer_ids ?? []
    const staying = had.filter((customerId) => input.customerIds?.includes(customerId))
    const customerIds = [
      ...new Set([...(await customersOutOfSight(db, had)), ...staying, ...coming.map((customer) => customer.customer_id)]),
    ]
    const groupIds = [...new Set(input.groupIds)]
    const groups = await teamGroups(db, groupIds)
    if (groups.length < groupIds.length) return fail('dispatchTeams.groupUnknown')
    if (!channelIds.length && !customerIds.length && !groupIds.length && !input.fence) return fail('dispatchTeams.forNobody')
    const type = known?.type ?? input.type ?? 'TEAM'
    if (type === 'POI_QUEUE' && !input.fence) return fail('dispatchTeams.noArea')
    if (type === 'TEAM' && !input.members.length) return fail('dispatchTeams.noDrivers')
    const priorityOf = new Map(input.members.map(({ driverNo, priority }) => [driverNo, priority ?? 0]))
    const numbers = [...priorityOf.keys()]
    const drivers = await driversByNo(db, cityId, numbers)
    const unknown = numbers.filter((number) => !drivers.some((driver) => driver.driver_no === number))
    if (unknown.length) return fail('dispatchTeams.driversUnknown', { unknown })
    const team = {
      tenantId: operator.tenantId,
      cityId,
      name: input.name,
      type,
      channelIds,
      customerIds,
      groupIds,
      fence: input.fence ?? null,
      ...hours,
      exclusiveS: input.exclusiveS,
      fallback: input.fallback,
      enabled: input.enabled ?? known?.enabled ?? true,
      by: operator.userId,
    }
    const before = known && (await recordOf(db, known.team_id))
    const saved = await putTeam(db, team, known?.team_id ?? null)
    await setMembers(
      db,
      operator.tenantId,
      saved.teamId,
      drivers.map((driver) => ({ driverId: driver.driver_id, priority: priorityOf.get(driver.driver_no) ?? 0 })),
    )
    audit({ object: 'dispatchTeam', objectId: saved.teamId, ...(before && { before }), after: await recordOf(db, saved.teamId) })
    return saved
  },
  del: async ({ input: { teamId, version }, db, operator, audit, fail }) => {
    await seenTeam(db, { teamId, version }, fail)
    const before = await recordOf(db, teamId)
    await switchTeam(db, teamId, operator.userId, { enabled: false, removed: true })
    audit({ object: 'dispatchTeam', objectId: teamId, before })
    return {}
  },
  status: async ({ input: { teamId, version, enabled }, db, operator, audit, fail }) => {
    const { enabled: before } = await seenTeam(db, { teamId, version }, fail)
    await switchTeam(db, teamId, operator.userId, { enabled })
    audit({ object: 'dispatchTeam', objectId: teamId, before: { enabled: before }, after: { enabled } })
    return teamView((await teamsOf(db, { teamId }))[0]!)
  },
  queue: ({ input, db, platform, operator, fail }) => queueView(db, { platform, operator }, input.teamId, fail),
  queueHistory: queuePastList.page,
  putInQueue: async ({ input, db, platform, operator, audit, fail }) => {
    const done = await putInQueue(db, { platform, operator }, input, fail)
    audit({ object: 'teamQueue', objectId: input.teamId, ...queueRecord(done, input.note) })
    return { place: done.place }
  },
  moveInQueue: async ({ input, db, audit, fail }) => {
    const done = await moveInQueue(db, input, fail)
    audit({ object: 'teamQueue', objectId: input.teamId, ...queueRecord(done, input.note) })
    return { place: done.place }
  },
  removeFromQueue: async ({ input, db, operator, audit, fail }) => {
    const done = await removeDriver(db, operator, input, fail)
    audit({ object: 'teamQueue', objectId: input.teamId, ...queueRecord(done, input.reason) })
    return {}
  },
})
