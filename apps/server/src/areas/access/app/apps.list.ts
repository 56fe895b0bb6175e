import { type AppRow, appsCalls } from '@chauffeur/contract/access/app'
import { sql } from 'kysely'
import { flag, instant, text } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { appActions } from './apps.rules.ts'

export const appList = defineList(appsCalls.list, {
  from: ({ db }) => db.selectFrom('apps'),
  filters: { keyword: holds('name', 'identifier'), platform: is('platform'), enabled: is('enabled') },
  key: 'app_id',
  order: [desc('app_id')],
  select: (rows) =>
    rows.selectAll('apps').select(
      sql<
        { userId: string; realName: string }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('userId', u.user_id::text, 'realName', u.real_name) order by u.user_id), '[]')
        from app_admins a join users u on u.tenant_id = a.tenant_id and u.user_id = a.user_id where a.tenant_id = apps.tenant_id and a.app_id = apps.app_id)`.as(
        'administrators',
      ),
    ),
  file: {
    module: import.meta.url,
    zh: '应用',
    en: 'Apps',
    columns: {
      name: text('名称', 'Name'),
      platform: text('平台', 'Platform'),
      identifier: text('标识', 'Identifier'),
      enabled: flag('已启用', 'Enabled'),
      driverDefault: flag('司机默认应用', "Drivers' default"),
      certifyCompany: text('认证主体', 'Certified for'),
      administrators: text('管理员', 'Administrators', (all) => all.map(({ realName }) => realName).join(' ')),
      remark: text('备注', 'Remark'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row, { operator }): AppRow => ({
    appId: row.app_id,
    platform: row.platform,
    name: row.name,
    logo: row.logo,
    identifier: row.identifier,
    remark: row.remark,
    enabled: row.enabled,
    driverDefault: row.driver_default,
    certifyState: row.certify_state,
    certifyCompany: row.certify_company,
    certifyNote: row.certify_note,
    administrators: row.administrators,
    version: row.version,
    updatedAt: row.updated_at.toISOString(),
    allowedActions: appActions(
      { enabled: row.enabled, driverDefault: row.driver_default, certifyState: row.certify_state, submittedBy: row.certify_by },
      operator.userId,
      { edit: operator.authorities.has('app.edit'), pays: operator.authorities.has('app.pays') },
    ),
  }),
})
