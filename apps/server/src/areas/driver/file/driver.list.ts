import { driverCalls } from '@chauffeur/contract/driver/list'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { qualificationText } from '@chauffeur/contract/driver/file'
import { freshnessText, workStatusText } from '@chauffeur/contract/order/model'
import { instant, number, phone, text, words } from '#platform/list/columns'
import { is } from '#platform/list/conditions'
import { asc, defineList } from '#platform/list/list'
import { driverFound, drivers, withNames } from './driver.queries.ts'
import { driverView } from './driver.view.ts'
import { silentDrivers } from './silent.service.ts'

const listOf = (call: typeof driverCalls.list, from: (db: TenantDb) => ReturnType<typeof drivers>) =>
  defineList(call, {
    from: ({ db }) => from(db),
    filters: {
      keyword: (typed, { scope }) => driverFound(typed, scope),
      cityId: is('d.city_id'),
      orgId: (orgId) => sql<boolean>`d.org_id in (with recursive below as (
        select tenant_id, dept_id from departments where dept_id = ${orgId}
        union all select c.tenant_id, c.dept_id from departments c join below b on c.tenant_id = b.tenant_id and c.parent_id = b.dept_id
      ) select dept_id from below)`,
      workStatus: async (status, { db, input, platform }) => {
        const onDuty = sql<boolean>`d.work_status <> 'OFFLINE'`
        if (status === 'ON_DUTY') return onDuty
        if (status !== 'SILENT') return is('d.work_status')(status)
        const silent = await silentDrivers(db, input.cityId, platform, Date.now())
        return sql<boolean>`(${onDuty} and d.driver_id = any (${silent}::bigint[]))`
      },
      level: is('d.level'),
      disabled: (disabled) => (disabled ? sql<boolean>`d.disabled_reason <> ''` : is('d.disabled_reason')('')),
    },
    key: 'd.driver_id',
    order: [asc('d.driver_no')],
    sorts: {
      driverNo: asc('d.driver_no'),
      orderCount: asc('d.order_count'),
      level: asc('d.level'),
      ratingX100: asc('d.rating_x100'),
      onlineSince: asc('d.online_since', 'last'),
    },
    select: withNames,
    cutFirst: true,
    file: {
      module: import.meta.url,
      zh: '司机',
      en: 'Drivers',
      livePositions: true,
      columns: {
        driverNo: text('工号', 'Driver no.'),
        name: text('姓名', 'Name'),
        phone: phone('电话', 'Phone'),
        cityName: text('城市', 'City'),
        orgName: text('机构', 'Organisation'),
        level: number('等级', 'Level'),
        workStatus: words('工作状态', 'Work state', workStatusText),
        qualification: words('资质', 'Standing', qualificationText),
        disabledReason: text('停用原因', 'Disabled because'),
        orderCount: number('累计单量', 'Total orders'),
        ratingX100: number('评分', 'Rating', (rating) => rating / 100),
        onlineSince: instant('上线时间', 'Online since'),
        freshness: words('位置', 'Position', freshnessText),
      },
    },
    view: (row, { operator, platform }) => driverView(row, operator.authorities, platform, Date.now()),
  })

export const driverList = listOf(driverCalls.list, drivers)
/** Whoever belongs to no organisation is not in it. */
export const orgDriverList = listOf(driverCalls.orgList, (db) => drivers(db).where('d.org_id', 'is not', null))
