import { dispatchTeamsCalls, type TeamFallback, type TeamType } from '@chauffeur/contract/dispatch/team'
import { defineSmallList } from '#platform/list/list'
import { windowText } from '#platform/values/local-clock'
import { maskPhone } from '#platform/identity/mask'
import { type TeamRow, teamsOf } from './team.queries.ts'

export const teamView = (row: TeamRow) => ({
  teamId: row.team_id,
  version: row.version,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  type: row.type as TeamType,
  waiting: row.waiting,
  channels: row.channels,
  customers: row.customers.map((customer) => ({ ...customer, phone: maskPhone(customer.phone) })),
  customerCount: row.customer_count,
  fence: row.fence,
  weekMask: row.week_mask,
  ...windowText(row.from_minute, row.to_minute),
  exclusiveS: row.exclusive_s,
  fallback: row.fallback as TeamFallback,
  enabled: row.enabled,
  members: row.members,
  changedAt: row.updated_at.toISOString(),
})

export const teamList = defineSmallList(dispatchTeamsCalls.list, {
  all: ({ db, input }) => teamsOf(db, { cityId: input.cityId }),
  view: teamView,
})
