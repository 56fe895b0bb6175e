import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { id, instant, int, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { functionRow } from './function.ts'
import { userBrief } from './people-model.ts'
import { authorityCalls } from './authority.ts'

const functionCodes = json(z.array(text(80)).max(5000))
const deptIds = json(z.array(id).max(500))

export const roleRow = z.object({
  roleId: id,
  name: z.string(),
  remark: z.string(),
  /** Departments (with all below them) whose people can have it; none is every department. */
  deptIds: z.array(id),
  functionCount: z.number().int(),
  userCount: z.number().int(),
  /** The tenant's administrators: it gets every function that a new version of the program brings, and cannot be deleted. */
  administrator: z.boolean(),
  /** The caller has it. */
  own: z.boolean(),
  /** Functions the caller lacks; while there are any, the caller can neither give nor change it. */
  lacking: z.array(z.string()),
  version: z.number().int(),
  updatedAt: instant,
  updatedByName: z.string(),
  /** `edit`, `editFunctions`, `delete`, `copy`, `assign`. */
  allowedActions: z.array(z.string()),
})
/** How far those see who have the role: the data scope belongs to the person, the role only says what can be done. */
export const holders = z.object({
  wholeTenant: z.number().int(),
  someCities: z.number().int(),
  organisation: z.number().int(),
  partner: z.number().int(),
})

export const roleCalls = part(
  {
    roleList: call({
      method: 'POST',
      path: '/api/role/list',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '角色列表',
      input: page.extend({ keyword: optional(text(60)), functionCode: optional(text(80)), deptId: optional(id) }),
      output: pageOf(roleRow),
    }),
    roleInfo: call({
      method: 'GET',
      path: '/api/role/info',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '角色详情',
      input: z.object({ roleId: id }),
      output: roleRow.extend({ functionCodes: z.array(z.string()), holders }),
      failures: ['authority.roleNotFound'],
    }),
    roleAdd: call({
      method: 'POST',
      path: '/api/role/add',
      effect: 'write',
      access: { authority: 'role.edit' },
      summary: '添加角色',
      input: z.object({
        name: requiredText(40),
        remark: text(200).optional(),
        functionCodes: optional(functionCodes),
        deptIds: optional(deptIds),
      }),
      output: z.object({ roleId: id }),
      failures: ['authority.roleNameTaken', 'authority.beyondOwn', 'authority.unknownFunction', 'authority.roleBeyondScope'],
    }),
    /** What is not sent stays as it is; lists replace the whole. */
    roleUpdate: call({
      method: 'POST',
      path: '/api/role/update',
      effect: 'write',
      access: { authority: 'role.edit' },
      summary: '修改角色',
      input: z.object({
        roleId: id,
        version: int(),
        name: optional(requiredText(40)),
        remark: text(200).optional(),
        functionCodes: optional(functionCodes),
        deptIds: optional(deptIds),
      }),
      output: z.object({ version: z.number().int() }),
      failures: [
        'authority.roleNotFound',
        'authority.roleNameTaken',
        'authority.beyondOwn',
        'authority.unknownFunction',
        'authority.ownRole',
        'authority.roleBeyondScope',
        'authority.lastAdministrator',
        'authority.versionConflict',
      ],
    }),
    roleDelete: call({
      method: 'POST',
      path: '/api/role/delete',
      effect: 'write',
      access: { authority: 'role.edit' },
      summary: '删除角色',
      input: z.object({ roleId: id, version: int() }),
      output: nothing,
      failures: [
        'authority.roleNotFound',
        'authority.roleInUse',
        'authority.administratorRole',
        'authority.beyondOwn',
        'authority.roleBeyondScope',
        'authority.versionConflict',
      ],
    }),
    roleCopy: call({
      method: 'POST',
      path: '/api/role/copy',
      effect: 'write',
      access: { authority: 'role.edit' },
      summary: '复制角色',
      input: z.object({ roleId: id, name: requiredText(40) }),
      output: z.object({ roleId: id }),
      failures: ['authority.roleNotFound', 'authority.roleNameTaken', 'authority.beyondOwn', 'authority.roleBeyondScope'],
    }),
    roleCompare: call({
      method: 'GET',
      path: '/api/role/compare',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '比较角色',
      input: z.object({ roleId: id, otherRoleId: id }),
      output: z.object({
        role: z.object({ roleId: id, name: z.string() }),
        other: z.object({ roleId: id, name: z.string() }),
        both: z.array(functionRow),
        onlyRole: z.array(functionRow),
        onlyOther: z.array(functionRow),
      }),
      failures: ['authority.roleNotFound'],
    }),
    roleFunctionIds: call({
      method: 'POST',
      path: '/api/role/getRoleFunctionIds',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '角色功能编号',
      input: z.object({ roleId: id }),
      output: z.object({ functionIds: z.array(z.string()), version: z.number().int() }),
      failures: ['authority.roleNotFound'],
    }),
    roleFunctions: call({
      method: 'POST',
      path: '/api/role/getRoleFunctions',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '角色功能',
      input: z.object({ roleId: id }),
      output: z.object({ roleId: id, name: z.string(), version: z.number().int(), functions: z.array(functionRow) }),
      failures: ['authority.roleNotFound'],
    }),
    roleUsers: call({
      method: 'POST',
      path: '/api/role/getRoleUsers',
      effect: 'read',
      access: { authority: 'role.view' },
      summary: '角色用户',
      input: page.extend({ roleId: id, keyword: optional(text(60)) }),
      output: pageOf(userBrief),
      failures: ['authority.roleNotFound'],
    }),
  },
  () => [authorityCalls.authorities],
)
