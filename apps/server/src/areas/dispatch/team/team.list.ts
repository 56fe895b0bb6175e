import { dispatchTeamsCalls, teamFallbackText, type TeamType, teamTypeText } from '@chauffeur/contract/dispatch/team'
import { flag, instant, number, seconds, text, words } from '#platform/list/columns'
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
  groups: row.groups,
  fence: row.fence,
  weekMask: row.week_mask,
  ...windowText(row.from_minute, row.to_minute),
  exclusiveS: row.exclusive_s,
  fallback: row.fallback,
  enabled: row.enabled,
  members: row.members,
  changedAt: row.updated_at.toISOString(),
})

export const teamList = defineSmallList(dispatchTeamsCalls.list, {
  all: ({ db, input: { cityId, keyword, type, enabled } }) => teamsOf(db, { cityId, keyword: keyword || undefined, type, enabled }),
  file: {
    module: import.meta.url,
    zh: '派单车队',
    en: 'Dispatch teams',
    columns: {
      cityName: text('城市', 'City'),
      name: text('名称', 'Name'),
      type: words('类型', 'Type', teamTypeText),
      waiting: number('排队司机', 'Waiting'),
      channels: text('渠道', 'Channels', (all) => all.map(({ name }) => name).join(' ')),
      customerCount: number('客户数', 'Customers'),
      groups: text('客户分组', 'Customer groups', (all) => all.map(({ name }) => name).join(' ')),
      from: text('开始', 'From'),
      to: text('结束', 'To'),
      exclusiveS: seconds('专属时间', 'Exclusive'),
      fallback: words('无人接单时', 'If nobody takes it', teamFallbackText),
      members: text('司机', 'Drivers', (all) => all.map(({ name }) => name).join(' ')),
      enabled: flag('已启用', 'Enabled'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: teamView,
})
