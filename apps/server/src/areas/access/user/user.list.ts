import { peopleCalls } from '@chauffeur/contract/access/user'
import { sql } from 'kysely'
import { seesNothing } from '../function/index.ts'
import { deptTypeText, userLevelText, userStatusText } from '@chauffeur/contract/access/people-model'
import { flag, instant, phone, text, words } from '#platform/list/columns'
import { anyOf, holds, inFrom, is } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { phoneFound } from '#platform/list/phone-search'
import { complete, users } from './user.queries.ts'
import { userView, viewerOf } from './user.view.ts'

export const userList = defineList(peopleCalls.userList, {
  from: ({ db }) => users(db),
  filters: {
    keyword: (typed, { scope }) =>
      anyOf([holds('u.username', 'u.real_name', 'u.email')(typed), phoneFound('u.phone', typed, scope, 'part')]),
    deptId: (deptId, { input }) =>
      input.withBelow
        ? sql<boolean>`u.dept_id in (with recursive tree as (
            select dept_id from departments where dept_id = ${deptId} union select d2.dept_id from departments d2 join tree t on d2.parent_id = t.dept_id)
            select dept_id from tree)`
        : is('u.dept_id')(deptId),
    withBelow: inFrom,
    roleId: (roleId) => sql<boolean>`u.user_id in (select user_id from user_roles where role_id = ${roleId})`,
    cityId: (cityId) => sql<boolean>`(u.all_cities or ${cityId}::bigint = any (u.city_ids))`,
    level: is('u.level'),
    status: is('u.status'),
  },
  key: 'u.user_id',
  order: [desc('u.user_id')],
  sorts: {
    username: desc('u.username', 'smallest'),
    realName: desc('u.real_name', 'smallest'),
    level: desc('u.level', 'smallest'),
    lastSignInAt: desc('u.last_sign_in_at', 'smallest'),
  },
  select: complete,
  cutFirst: true,
  file: {
    module: import.meta.url,
    zh: '用户',
    en: 'Users',
    columns: {
      username: text('用户名', 'Username'),
      realName: text('姓名', 'Name'),
      phone: phone('电话', 'Phone'),
      email: text('邮箱', 'E-mail'),
      deptName: text('部门', 'Department'),
      deptType: words('部门类型', 'Department type', deptTypeText),
      level: words('级别', 'Level', userLevelText),
      roles: text('角色', 'Roles', (all) => all.map(({ name }) => name).join(' ')),
      allCities: flag('不限城市', 'All cities'),
      channelName: text('合作渠道', 'Partner channel'),
      authenticator: flag('已绑定身份验证器', 'Authenticator'),
      status: words('状态', 'Status', userStatusText),
      lastSignInAt: instant('最近登录', 'Last sign-in'),
    },
  },
  beside: (_, { db, operator }) => viewerOf(db, operator),
  view: (row, _, viewer) => userView(row, viewer),
  hidden: ({ scope }) => seesNothing(scope),
})
