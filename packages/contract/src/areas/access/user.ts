import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, int, intBetween, json, nothing, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { functionRow } from './function.ts'
import { ownCityCalls } from '../operations/city.ts'
import { passwordLink, userRow, userStatus } from './people-model.ts'
import { departmentCalls } from './department.ts'
import { roleCalls } from './role.ts'

export * from './people-model.ts'

export const peopleRefusals = refusals({
  'people.userNotFound': { code: 404, zh: '用户不存在或不在您的管理范围内', en: 'No such user within your scope' },
  'people.deptNotFound': { code: 404, zh: '部门不存在或不在您的管理范围内', en: 'No such department within your scope', field: 'deptId' },
  'people.versionConflict': {
    code: 409101,
    zh: '内容已被他人修改，请核对最新内容后再保存',
    en: 'Somebody else changed it meanwhile, look at the present state and save again',
  },
  'people.usernameTaken': { code: 409102, zh: '该用户名已被使用', en: 'This username is taken', field: 'username' },
  'people.self': {
    code: 409103,
    zh: '不能修改自己的权限、停用或删除自己',
    en: 'You cannot change your own access, nor disable or delete yourself',
  },
  'people.beyondScope': {
    code: 409104,
    zh: '超出您的管理范围（城市、部门或合作渠道）',
    en: 'Beyond your own cities, departments or partner channel',
  },
  'people.beyondOwn': { code: 409105, zh: '不能授予或管理自己没有的功能', en: 'It takes functions that you lack yourself' },
  'people.higherLevel': { code: 409106, zh: '不能管理级别高于自己的用户', en: 'You cannot manage people above your own level' },
  'people.lastAdministrator': {
    code: 409107,
    zh: '此操作会使租户没有可用的管理员，不能执行',
    en: 'The tenant would be left without an administrator',
  },
  'people.channelRequired': {
    code: 409108,
    zh: '合作渠道部门的用户必须指定合作渠道',
    en: 'People of a partner department need a partner channel',
    field: 'channelId',
  },
  'people.channelNotFound': {
    code: 409109,
    zh: '合作渠道不存在或不在您的管理范围内',
    en: 'No such partner channel within your scope',
    field: 'channelId',
  },
  'people.unknownCity': { code: 409110, zh: '包含未开通的城市', en: 'It names cities that the business does not run', field: 'cityIds' },
  'people.roleNotFound': { code: 409111, zh: '包含不存在的角色', en: 'It names roles that do not exist', field: 'roleIds' },
  'people.roleNotForDept': {
    code: 409112,
    zh: '该部门不能使用所选角色',
    en: 'People of this department cannot have the chosen role',
    field: 'roleIds',
  },
  'people.userInUse': { code: 409113, zh: '该用户已有业务记录，请改为停用', en: 'Records refer to this person: disable instead' },
  'people.deptNotEmpty': {
    code: 409114,
    zh: '部门下还有用户、下级部门或业务数据，不能删除',
    en: 'People, departments or records still belong to it',
  },
  'people.deptCycle': { code: 409115, zh: '不能移动到自己或自己的下级部门中', en: 'A department cannot be moved below itself' },
  'people.deptTypeMismatch': {
    code: 409116,
    zh: '上级部门下不能有这种类型的部门',
    en: 'A department of this type cannot be there',
    field: 'deptType',
  },
  'people.deptTypeInUse': {
    code: 409117,
    zh: '部门下已有用户，不能修改类型',
    en: 'The type of a department with people cannot change',
    field: 'deptType',
  },
  'people.deptNameTaken': { code: 409118, zh: '同一上级下已有同名部门', en: 'A department of this name is there already', field: 'name' },
  'people.ownDept': {
    code: 409119,
    zh: '不能移动、删除自己所在的部门或修改其类型',
    en: 'You cannot move or delete your own department nor change its type',
  },
  'people.deptTooDeep': { code: 409120, zh: '部门层级过多', en: 'Departments are nested too deep' },
})

const level = intBetween(1, 5)
const ids = json(z.array(id).max(500))
const username = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/, '2–64 位字母、数字、点、横线或下划线 | 2–64 letters, digits, dots, dashes, underscores')
const email = text(120).pipe(z.union([z.literal(''), z.email('请输入正确的邮箱 | not an e-mail address')]))

/** Who does something to somebody else stands over them: sees them, holds what they hold, is of no lower level. */
const standsOver = ['people.userNotFound', 'people.self', 'people.beyondScope', 'people.beyondOwn', 'people.higherLevel'] as const

export const peopleCalls = part(
  {
    userList: call({
      method: 'POST',
      path: '/api/user/list',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '用户列表',
      wholePhones: ['phone'],
      input: page.extend({
        /** Username, name, telephone or e-mail. */
        keyword: optional(text(60)),
        deptId: optional(id),
        /** With `deptId`: the departments below it as well. */
        withBelow: optional(flag),
        roleId: optional(id),
        cityId: optional(id),
        level: optional(level),
        status: optional(userStatus),
      }),
      output: pageOf(userRow),
    }),
    userInfo: call({
      method: 'GET',
      path: '/api/user/info',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '用户详情',
      wholePhones: ['phone'],
      input: z.object({ userId: id }),
      output: userRow,
      failures: ['people.userNotFound'],
    }),
    /** The new person sets the password through the link that is answered. */
    userAdd: call({
      method: 'POST',
      path: '/api/user/add',
      effect: 'write',
      access: { authority: 'user.edit' },
      summary: '添加用户',
      input: z.object({
        username,
        realName: requiredText(40),
        phone: optional(phone),
        email: email.optional(),
        deptId: id,
        level: optional(level),
        allCities: optional(flag),
        cityIds: optional(ids),
        /** Required in a partner department, dropped elsewhere. */
        channelId: optional(id),
        roleIds: optional(ids),
      }),
      output: z.object({ userId: id, link: passwordLink }),
      failures: [
        'people.usernameTaken',
        'people.deptNotFound',
        'people.beyondScope',
        'people.beyondOwn',
        'people.higherLevel',
        'people.channelRequired',
        'people.channelNotFound',
        'people.unknownCity',
        'people.roleNotFound',
        'people.roleNotForDept',
      ],
    }),
    /** What is not sent stays as it is; lists replace the whole. */
    userUpdate: call({
      method: 'POST',
      path: '/api/user/update',
      effect: 'write',
      access: { authority: 'user.edit' },
      summary: '修改用户',
      input: z.object({
        userId: id,
        version: int(),
        realName: optional(requiredText(40)),
        /** Empty removes it. */
        phone: z.union([z.literal(''), phone]).optional(),
        email: email.optional(),
        deptId: optional(id),
        level: optional(level),
        allCities: optional(flag),
        cityIds: optional(ids),
        channelId: z.union([z.literal(''), id]).optional(),
        roleIds: optional(ids),
      }),
      output: z.object({ version: z.number().int() }),
      failures: [
        ...standsOver,
        'people.versionConflict',
        'people.deptNotFound',
        'people.lastAdministrator',
        'people.channelRequired',
        'people.channelNotFound',
        'people.unknownCity',
        'people.roleNotFound',
        'people.roleNotForDept',
      ],
    }),
    userDelete: call({
      method: 'POST',
      path: '/api/user/delete',
      effect: 'write',
      access: { authority: 'user.edit' },
      summary: '删除用户',
      input: z.object({ userId: id, version: int() }),
      output: nothing,
      failures: [...standsOver, 'people.versionConflict', 'people.lastAdministrator', 'people.userInUse'],
    }),
    /** The old password is dead and every session over at once; the link works once, for 24 hours. */
    resetPassword: call({
      method: 'POST',
      path: '/api/user/resetPassword',
      effect: 'write',
      access: { authority: 'user.resetPassword' },
      summary: '重置密码',
      input: z.object({ userId: id }),
      output: z.object({ link: passwordLink }),
      failures: standsOver,
    }),
    changeUserStatus: call({
      method: 'POST',
      path: '/api/user/changeUserStatus',
      effect: 'write',
      access: { authority: 'user.edit' },
      summary: '启用或停用用户',
      input: z.object({ userId: id, version: int(), status: userStatus }),
      output: z.object({ version: z.number().int() }),
      failures: [...standsOver, 'people.versionConflict', 'people.lastAdministrator'],
    }),
    /** Cities to choose from for a person; those beyond the caller's own are not in the list. */
    userEditCities: call({
      method: 'POST',
      path: '/api/user/getUserEditCityList',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '用户可选城市',
      input: z.object({ userId: optional(id) }),
      output: z.object({
        /** The caller may give all cities. */
        allGrantable: z.boolean(),
        allCities: z.boolean(),
        cities: z.array(z.object({ cityId: id, name: z.string(), pinyin: z.string(), selected: z.boolean() })),
      }),
      failures: ['people.userNotFound'],
    }),
    userLevels: call({
      method: 'GET',
      path: '/api/user/getUserLevelList',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '用户级别',
      input: nothing,
      output: z.object({ levels: z.array(z.object({ level: z.number().int(), name: z.string(), grantable: z.boolean() })) }),
    }),
    /** Roles for a person: what they have, and what the caller may give. */
    userRole: call({
      method: 'GET',
      path: '/api/user/getUserRole',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '用户角色',
      input: z.object({ userId: optional(id) }),
      output: z.object({
        roles: z.array(
          z.object({ roleId: id, name: z.string(), assigned: z.boolean(), grantable: z.boolean(), lacking: z.array(z.string()) }),
        ),
      }),
      failures: ['people.userNotFound'],
    }),
    channels: call({
      method: 'GET',
      path: '/api/user/getCooperativeChannelList',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '合作渠道选项',
      input: nothing,
      output: z.object({ channels: z.array(z.object({ channelId: id, name: z.string(), code: z.string(), enabled: z.boolean() })) }),
    }),
    /** What a person can do, through which roles, and how far they see. Without `userId`: the caller. */
    effectiveAuthorities: call({
      method: 'GET',
      path: '/api/user/effectiveAuthorities',
      effect: 'read',
      access: { authority: 'user.view' },
      summary: '有效权限及来源',
      input: z.object({ userId: optional(id) }),
      output: z.object({
        userId: id,
        realName: z.string(),
        status: userStatus,
        platformAdmin: z.boolean(),
        functions: z.array(functionRow.extend({ roles: z.array(z.object({ roleId: id, name: z.string() })) })),
        /** Given by a role and yet without effect, since only platform administrators can use them. */
        withoutEffect: z.array(z.string()),
        scope: z.object({
          deptId: id,
          deptName: z.string(),
          deptType: z.number().int(),
          /** Null: all of the tenant's. */
          cities: z.array(z.object({ cityId: id, name: z.string() })).nullable(),
          /** Null: not bound to an organisation. */
          organisations: z.array(z.object({ deptId: id, name: z.string() })).nullable(),
          /** Null: not bound to a channel. */
          channel: z.object({ channelId: id, name: z.string() }).nullable(),
          /** No city, no organisation or no channel where one is needed: such a person sees no rows at all. */
          seesNothing: z.boolean(),
        }),
      }),
      failures: ['people.userNotFound'],
    }),
    ...ownCityCalls,
    /** Organisations (departments of type 2) within the caller's scope. */
    organisations: call({
      method: 'GET',
      path: '/djapi?method=common.organization',
      effect: 'read',
      access: 'signedIn',
      summary: '机构列表',
      input: z.object({ cityId: optional(id) }),
      output: z.object({
        rows: z.array(z.object({ orgId: id, parentId: id.nullable(), name: z.string(), cityIds: z.array(id) })),
      }),
    }),
  },
  () => [departmentCalls.deptList, departmentCalls.deptUsers, roleCalls.roleList, roleCalls.roleUsers],
)
