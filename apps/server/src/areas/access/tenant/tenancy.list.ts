import { tenancyCalls, type TenantState, tenantStateText } from '@chauffeur/contract/access/tenant'
import { sql } from 'kysely'
import { flag, instant, number, text, words } from '#platform/list/columns'
import { holds, is, isBefore, isFrom } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { tenantActions } from './tenant.rules.ts'

export const tenantList = defineList(tenancyCalls.list, {
  from: ({ db }) =>
    db
      .selectFrom('tenants')
      .leftJoin('users', (join) =>
        join.onRef('users.tenant_id', '=', 'tenants.tenant_id').onRef('users.user_id', '=', 'tenants.admin_user_id'),
      ),
  filters: { keyword: holds('tenants.name', 'tenants.brand_name', 'tenants.domain', 'users.username'), state: is('tenants.state') },
  key: 'tenants.tenant_id',
  order: [asc('tenants.tenant_id')],
  select: (rows) =>
    rows.select((eb) => [
      'tenants.tenant_id',
      'tenants.name',
      'tenants.brand_name',
      'tenants.logo',
      'tenants.domain',
      'tenants.state',
      'tenants.driver_online_enabled',
      'tenants.created_at',
      'tenants.version',
      'users.user_id as admin_user_id',
      'users.username as admin_username',
      'users.real_name as admin_name',
      eb
        .selectFrom('tenant_cities')
        .innerJoin('cities', 'cities.city_id', 'tenant_cities.city_id')
        .select(sql<string[]>`coalesce(array_agg(cities.name order by cities.city_id), '{}')`.as('names'))
        .whereRef('tenant_cities.tenant_id', '=', 'tenants.tenant_id')
        .as('city_names'),
      sql<number>`(select count(*)::int from users u where u.tenant_id = tenants.tenant_id)`.as('users'),
      sql<number>`(select count(*)::int from drivers d where d.tenant_id = tenants.tenant_id)`.as('drivers'),
      sql<number>`(select count(*)::int from orders o where o.tenant_id = tenants.tenant_id and o.created_at > now() - interval '30 days')`.as(
        'recent_orders',
      ),
    ]),
  file: {
    module: import.meta.url,
    zh: '租户',
    en: 'Tenants',
    columns: {
      brandName: text('品牌', 'Brand'),
      name: text('企业名称', 'Company'),
      domain: text('域名', 'Domain'),
      state: words('状态', 'Status', tenantStateText),
      cityNames: text('城市', 'Cities', (names) => names.join(' ')),
      users: number('员工数', 'Staff'),
      drivers: number('司机数', 'Drivers'),
      recentOrders: number('近 30 天订单', 'Orders, 30 days'),
      driverOnlineEnabled: flag('允许司机上线', 'Duty allowed'),
      adminName: text('首位管理员', 'First administrator'),
      adminUsername: text('管理员用户名', "Administrator's username"),
      createdAt: instant('创建时间', 'Created'),
    },
  },
  view: (row, { operator }) => ({
    tenantId: row.tenant_id,
    name: row.name,
    brandName: row.brand_name,
    logo: row.logo,
    domain: row.domain,
    state: row.state as TenantState,
    driverOnlineEnabled: row.driver_online_enabled,
    createdAt: row.created_at.toISOString(),
    version: row.version,
    adminUserId: row.admin_user_id,
    adminUsername: row.admin_username ?? '',
    adminName: row.admin_name ?? '',
    cityNames: row.city_names ?? [],
    users: row.users,
    drivers: row.drivers,
    recentOrders: row.recent_orders,
    allowedActions: tenantActions(row.state as TenantState, row.tenant_id === operator.tenantId, operator.authorities.has('tenant.edit')),
  }),
})

const asJson = (value: unknown) => (value === null ? null : JSON.stringify(value))

/** What was done to tenants. */
export const tenantLogList = defineList(tenancyCalls.logs, {
  from: ({ db }) =>
    db
      .selectFrom('operation_logs')
      .innerJoin('tenants', (join) => join.on(sql<boolean>`tenants.tenant_id::text = operation_logs.object_id`))
      .where('operation_logs.object', '=', 'tenant')
      .where('operation_logs.code', '=', 0),
  filters: {
    tenantId: is('operation_logs.object_id'),
    keyword: holds('operation_logs.actor_name', 'operation_logs.summary'),
    atFrom: isFrom('operation_logs.at'),
    atTo: isBefore('operation_logs.at'),
  },
  key: 'operation_logs.log_id',
  order: [desc('operation_logs.at')],
  select: (rows) =>
    rows.select([
      'operation_logs.log_id',
      'operation_logs.at',
      'tenants.tenant_id',
      'tenants.brand_name',
      'operation_logs.actor_name',
      'operation_logs.ip',
      'operation_logs.call',
      'operation_logs.summary',
      'operation_logs.before',
      'operation_logs.after',
      'operation_logs.request_id',
    ]),
  file: {
    module: import.meta.url,
    zh: '租户日志',
    en: 'Tenant log',
    columns: {
      at: instant('时间', 'Time'),
      brandName: text('租户', 'Tenant'),
      actorName: text('操作人', 'User'),
      summary: text('操作内容', 'Operation'),
      before: text('变更前', 'Before', asJson),
      after: text('变更后', 'After', asJson),
      ip: text('IP', 'IP'),
      requestId: text('请求编号', 'Request'),
    },
  },
  view: (row) => ({
    logId: row.log_id,
    at: row.at.toISOString(),
    tenantId: row.tenant_id,
    brandName: row.brand_name,
    actorName: row.actor_name,
    ip: row.ip,
    call: row.call,
    summary: row.summary,
    before: row.before,
    after: row.after,
    requestId: row.request_id,
  }),
})
