import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { DEPT_TYPE } from '@chauffeur/contract/access/session'
import { peopleCalls, userLevelText } from '@chauffeur/contract/access/user'
import { platformOnly } from '@chauffeur/contract/authorities'
import { channelsOf } from '#areas/partner/channel'
import { allRoles } from '../role/index.ts'
import { functionsByCode, functionView, lackingToGive, seesNothing } from '../function/index.ts'
import { cityView, tenantCities } from '#areas/operations/city'
import { implement } from '#platform/http/implement'
import { beyond } from './access.rules.ts'
import { plainDepartments } from './department.queries.ts'
import { parentsFirst, subtreeOf } from './department.rules.ts'
import { userList } from './user.list.ts'
import { findUser, ownLevel, rolesOf } from './user.queries.ts'
import { addUser, changeStatus, changeUser, removeUser, resetPassword } from './user.service.ts'
import { userView, viewerOf } from './user.view.ts'

export const userRoutes = implement(
  'people',
  peopleCalls,
)({
  userList: userList.page,
  userInfo: async ({ input, db, operator, fail }) => {
    const row = await findUser(db, input.userId)
    return row ? userView(row, await viewerOf(db, operator)) : fail('people.userNotFound')
  },
  userAdd: ({ input, db, ...context }) => addUser(input, { tx: db, ...context }),
  userUpdate: ({ input, db, ...context }) => changeUser(input, { tx: db, ...context }),
  userDelete: ({ input, db, ...context }) => removeUser(input, { tx: db, ...context }),
  resetPassword: ({ input, db, ...context }) => resetPassword(input.userId, { tx: db, ...context }),
  changeUserStatus: ({ input, db, ...context }) => changeStatus(input, { tx: db, ...context }),

  userEditCities: async ({ input, db, scope, fail }) => {
    const [row, cities] = await Promise.all([input.userId ? findUser(db, input.userId) : undefined, tenantCities(db)])
    if (input.userId && !row) return fail('people.userNotFound')
    return {
      allGrantable: scope.cities === '*',
      allCities: row?.all_cities ?? false,
      cities: cities.map((city) => ({
        cityId: city.city_id,
        name: city.name,
        pinyin: city.pinyin,
        selected: row?.all_cities === true || (row?.city_ids.includes(city.city_id) ?? false),
      })),
    }
  },
  userLevels: async ({ db, operator }) => {
    const own = await ownLevel(db, operator.userId)
    return {
      levels: Object.entries(userLevelText).map(([level, name]) => ({ level: Number(level), name, grantable: Number(level) <= own })),
    }
  },
  userRole: async ({ input, db, operator, scope, fail }) => {
    const row = input.userId ? await findUser(db, input.userId) : undefined
    if (input.userId && !row) return fail('people.userNotFound')
    const assigned = new Set(row?.roles?.map((role) => role.roleId))
    const roles = seesNothing(scope) ? [] : await allRoles(db)
    return {
      roles: roles.map((role) => {
        const lacking = lackingToGive(role.function_codes ?? [], operator.authorities)
        return { roleId: role.role_id, name: role.name, assigned: assigned.has(role.role_id), grantable: lacking.length === 0, lacking }
      }),
    }
  },
  channels: async ({ db, scope }) => ({
    channels: (seesNothing(scope) ? [] : await channelsOf(db)).map((row) => ({
      channelId: row.channel_id,
      name: row.name,
      code: row.code,
      enabled: row.state === CHANNEL_STATE.on,
    })),
  }),
  effectiveAuthorities: async ({ input, db, operator, fail }) => {
    const userId = input.userId ?? operator.userId
    const row = await findUser(db, userId)
    if (!row) return fail('people.userNotFound')
    const codes = row.codes ?? []
    const effective = codes.filter((code) => row.platform_admin || !platformOnly.has(code))
    const [functions, roles, cities, depts] = await Promise.all([
      functionsByCode(db, effective),
      rolesOf(db, userId),
      tenantCities(db),
      plainDepartments(db),
    ])
    const tree = depts.map((dept) => ({ deptId: dept.dept_id, parentId: dept.parent_id, deptType: dept.dept_type }))
    const below = row.dept_type === DEPT_TYPE.organisation ? new Set(subtreeOf(tree, row.dept_id)) : null
    const own = {
      cities: row.all_cities ? ('*' as const) : row.city_ids,
      orgs: '*' as const,
      channel: row.dept_type === DEPT_TYPE.partner ? (row.channel_id ?? 'none') : '*',
    }
    return {
      userId,
      realName: row.real_name,
      status: row.status,
      platformAdmin: row.platform_admin,
      functions: functions.map((fn) => ({
        ...functionView(fn, operator),
        roles: roles.filter((role) => role.codes?.includes(fn.code)).map((role) => ({ roleId: role.role_id, name: role.name })),
      })),
      withoutEffect: codes.filter((code) => !effective.includes(code)),
      scope: {
        deptId: row.dept_id,
        deptName: row.dept_name,
        deptType: row.dept_type,
        cities: row.all_cities
          ? null
          : cities.filter((city) => row.city_ids.includes(city.city_id)).map((city) => ({ cityId: city.city_id, name: city.name })),
        organisations:
          below &&
          parentsFirst(
            depts
              .filter((dept) => below.has(dept.dept_id))
              .map((dept) => ({ deptId: dept.dept_id, parentId: dept.parent_id, deptType: dept.dept_type, name: dept.name })),
          ).map(({ deptId, name }) => ({ deptId, name })),
        channel: row.dept_type === DEPT_TYPE.partner && row.channel_id ? { channelId: row.channel_id, name: row.channel_name ?? '' } : null,
        seesNothing: seesNothing(own),
      },
    }
  },

  openCities: async ({ db }) => ({ rows: (await tenantCities(db)).filter((city) => city.open).map(cityView) }),
  commonCities: async ({ db }) => ({ rows: (await tenantCities(db)).map(cityView) }),
  organisations: async ({ input, db, scope }) => {
    const rows = seesNothing(scope) ? [] : await plainDepartments(db)
    return {
      rows: rows
        .filter((row) => row.dept_type === DEPT_TYPE.organisation && (input.cityId === undefined || row.city_ids.includes(input.cityId)))
        // A partner's channel has no organisation.
        .filter(
          (row) => beyond({ deptId: row.dept_id, allCities: false, cityIds: [], channelId: null }, { ...scope, cities: '*' }).length === 0,
        )
        .map((row) => ({ orgId: row.dept_id, parentId: row.parent_id, name: row.name, cityIds: row.city_ids })),
    }
  },
})
