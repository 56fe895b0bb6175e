import { deptType as deptTypes } from './session.ts'
import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { flag, id, int, intBetween, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { deptRow, userBrief } from './people-model.ts'

const deptType = intBetween(1, 3).pipe(deptTypes)
const cityIds = json(z.array(id).max(500))
const roleChoice = z.object({ roleId: id, name: z.string(), remark: z.string() })

export const departmentCalls = part({
  /** Flat, parents before children; `parentId` makes the tree. */
  deptList: call({
    method: 'POST',
    path: '/api/department/list',
    effect: 'read',
    access: { authority: 'department.view' },
    summary: '部门列表',
    input: z.object({ keyword: optional(text(60)), deptType: optional(deptType) }),
    output: z.object({ rows: z.array(deptRow) }),
  }),
  deptAdd: call({
    method: 'POST',
    path: '/api/department/add',
    effect: 'write',
    access: { authority: 'department.edit' },
    summary: '添加部门',
    input: z.object({ parentId: id, name: requiredText(60), deptType, cityIds: optional(cityIds), sort: optional(intBetween(0, 100_000)) }),
    output: z.object({ deptId: id }),
    failures: [
      'people.deptNotFound',
      'people.deptNameTaken',
      'people.deptTypeMismatch',
      'people.unknownCity',
      'people.beyondScope',
      'people.deptTooDeep',
    ],
  }),
  deptUpdate: call({
    method: 'POST',
    path: '/api/department/update',
    effect: 'write',
    access: { authority: 'department.edit' },
    summary: '修改部门',
    input: z.object({
      deptId: id,
      version: int(),
      name: optional(requiredText(60)),
      deptType: optional(deptType),
      cityIds: optional(cityIds),
      sort: optional(intBetween(0, 100_000)),
    }),
    output: z.object({ version: z.number().int() }),
    failures: [
      'people.deptNotFound',
      'people.deptNameTaken',
      'people.deptTypeMismatch',
      'people.deptTypeInUse',
      'people.ownDept',
      'people.unknownCity',
      'people.beyondScope',
      'people.versionConflict',
    ],
  }),
  /** With everything below it; `position` counts from 0 among the new parent's departments. */
  deptMove: call({
    method: 'POST',
    path: '/api/department/move',
    effect: 'write',
    access: { authority: 'department.edit' },
    summary: '移动部门',
    input: z.object({ deptId: id, version: int(), parentId: id, position: optional(intBetween(0, 10_000)) }),
    output: z.object({ version: z.number().int() }),
    failures: [
      'people.deptNotFound',
      'people.deptCycle',
      'people.deptNameTaken',
      'people.deptTypeMismatch',
      'people.deptTooDeep',
      'people.ownDept',
      'people.beyondScope',
      'people.versionConflict',
    ],
  }),
  deptDelete: call({
    method: 'POST',
    path: '/api/department/delete',
    effect: 'write',
    access: { authority: 'department.edit' },
    summary: '删除部门',
    input: z.object({ deptId: id, version: int() }),
    output: nothing,
    failures: ['people.deptNotFound', 'people.deptNotEmpty', 'people.ownDept', 'people.beyondScope', 'people.versionConflict'],
  }),
  /** Roles bound to just this department. */
  deptRole: call({
    method: 'GET',
    path: '/api/department/getDeptRole',
    effect: 'read',
    access: { authority: 'department.view' },
    summary: '部门角色',
    input: z.object({ deptId: id }),
    output: z.object({ roles: z.array(roleChoice) }),
    failures: ['people.deptNotFound'],
  }),
  /** Every role that people of this department can have, and whether the caller may give it. */
  deptRoleList: call({
    method: 'GET',
    path: '/api/department/getDeptRoleList',
    effect: 'read',
    access: { authority: 'user.view' },
    summary: '部门可用角色',
    input: z.object({ deptId: id }),
    output: z.object({ roles: z.array(roleChoice.extend({ grantable: z.boolean(), lacking: z.array(z.string()) })) }),
    failures: ['people.deptNotFound'],
  }),
  deptUsers: call({
    method: 'GET',
    path: '/api/department/getDeptUsers',
    effect: 'read',
    access: { authority: 'department.view' },
    summary: '部门用户',
    input: page.extend({ deptId: id, withBelow: optional(flag), keyword: optional(text(60)) }),
    output: pageOf(userBrief),
    failures: ['people.deptNotFound'],
  }),
  /** For a tree select. */
  deptSelectList: call({
    method: 'POST',
    path: '/api/department/getDeptSelectList',
    effect: 'read',
    access: 'signedIn',
    summary: '部门下拉选项',
    input: z.object({ deptType: optional(deptType) }),
    output: z.object({
      options: z.array(
        z.object({ key: id, value: z.string(), parentKey: id.nullable(), deptType: z.number().int(), cityIds: z.array(id) }),
      ),
    }),
  }),
  /** Departments a role is bound to; none is every department. */
  roleDepartments: call({
    method: 'POST',
    path: '/api/department/getRoleDepartments',
    effect: 'read',
    access: { authority: 'role.view' },
    summary: '角色部门',
    input: z.object({ roleId: id }),
    output: z.object({ departments: z.array(z.object({ deptId: id, name: z.string(), deptType: z.number().int() })) }),
    failures: ['authority.roleNotFound'],
  }),
})
