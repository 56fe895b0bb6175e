import { peopleCalls } from '@chauffeur/contract/access/user'
import { sql } from 'kysely'
import { seesNothing } from '../function/index.ts'
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
  beside: (_, { db, operator }) => viewerOf(db, operator),
  view: (row, _, viewer) => userView(row, viewer),
  hidden: ({ scope }) => seesNothing(scope),
})
