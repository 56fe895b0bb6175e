import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { flag, id, int, intBetween, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

/** `CONTRACT` functions are the authorities the program asks for; `ADDED` ones a platform administrator made for own menu entries. */
export const functionSource = z.enum(['CONTRACT', 'ADDED'])
export const functionKind = z.enum(['MENU', 'BUTTON', 'API', 'FIELD'])
export type FunctionKind = z.infer<typeof functionKind>
export const functionKindText: Record<FunctionKind, string> = { MENU: '菜单', BUTTON: '按钮', API: '接口', FIELD: '字段' }
export const functionSourceText: Record<z.infer<typeof functionSource>, string> = { CONTRACT: '系统内置', ADDED: '自行添加' }

/** A function's id is its code. Names an administrator gave win over the program's own. */
export const functionRow = z.object({
  code: z.string(),
  name: z.string(),
  nameEn: z.string(),
  area: z.string(),
  areaName: z.string(),
  areaNameEn: z.string(),
  kind: functionKind,
  parentCode: z.string().nullable(),
  systemId: id,
  sort: z.number().int(),
  source: functionSource,
  /** Only platform administrators can use it, whatever their roles. */
  platformOnly: z.boolean(),
  /** The caller holds it and may give it to a role. */
  grantable: z.boolean(),
  version: z.number().int(),
  /** `edit`, `delete`. */
  allowedActions: z.array(z.string()),
})

export interface FunctionNode extends z.infer<typeof functionRow> {
  children: FunctionNode[]
}
export const functionNode: z.ZodType<FunctionNode> = functionRow.extend({
  get children() {
    return z.array(functionNode)
  },
})
export const functionArea = z.object({ area: z.string(), name: z.string(), nameEn: z.string(), functions: z.array(functionNode) })

export const systemRow = z.object({
  systemId: id,
  platformId: z.number().int(),
  name: z.string(),
  nameEn: z.string(),
  baseUrl: z.string(),
  sort: z.number().int(),
  functionCount: z.number().int(),
  version: z.number().int(),
  allowedActions: z.array(z.string()),
})

/** An address a system is reached under; empty for this server itself. */
const baseUrl = text(300).pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/ })]))
const code = text(80)
/** Codes of added functions begin with `custom.`, so that no later version of the program collides with one. */
const addedCode = z.string().regex(/^custom\.[a-z][a-zA-Z0-9]*(\.[a-z][a-zA-Z0-9]*){0,3}$/, '格式应为 custom.名称 | must read custom.name')

export const functionCalls = part({
  functionList: call({
    method: 'POST',
    path: '/api/function/list',
    effect: 'read',
    access: { authority: 'function.view' },
    summary: '功能列表',
    input: page.extend({
      keyword: optional(text(60)),
      area: optional(text(40)),
      systemId: optional(id),
      source: optional(functionSource),
      kind: optional(functionKind),
    }),
    output: pageOf(functionRow),
  }),
  functionAdd: call({
    method: 'POST',
    path: '/api/function/add',
    effect: 'write',
    access: { authority: 'function.edit' },
    crossTenant: true,
    summary: '添加功能',
    input: z.object({
      code: addedCode,
      name: requiredText(60),
      nameEn: text(80).optional(),
      kind: optional(functionKind),
      parentCode: optional(code),
      systemId: optional(id),
      sort: optional(intBetween(0, 100_000)),
    }),
    output: z.object({ code: z.string() }),
    failures: ['authority.codeTaken', 'authority.functionNotFound', 'authority.systemNotFound'],
  }),
  /** Display only: the code of a function never changes. An empty name goes back to the program's own. */
  functionUpdate: call({
    method: 'POST',
    path: '/api/function/update',
    effect: 'write',
    access: { authority: 'function.edit' },
    crossTenant: true,
    summary: '修改功能',
    input: z.object({
      code,
      version: int(),
      name: text(60).optional(),
      nameEn: text(80).optional(),
      kind: optional(functionKind),
      /** Empty: directly under its area. */
      parentCode: text(80).optional(),
      systemId: optional(id),
      sort: optional(intBetween(0, 100_000)),
    }),
    output: z.object({ version: z.number().int() }),
    failures: ['authority.functionNotFound', 'authority.systemNotFound', 'authority.functionCycle', 'authority.versionConflict'],
  }),
  functionDelete: call({
    method: 'POST',
    path: '/api/function/delete',
    effect: 'write',
    access: { authority: 'function.edit' },
    crossTenant: true,
    summary: '删除功能',
    input: z.object({ code }),
    output: nothing,
    failures: ['authority.functionNotFound', 'authority.functionFixed', 'authority.functionInUse'],
  }),
  /** By area. */
  functionTree: call({
    method: 'POST',
    path: '/api/function/getFunctionTree',
    effect: 'read',
    access: 'signedIn',
    summary: '功能树',
    input: z.object({ grantableOnly: optional(flag) }),
    output: z.object({ areas: z.array(functionArea) }),
  }),
  /** By system, then by area. */
  functionTreeV2: call({
    method: 'POST',
    path: '/api/function/getFunctionTreeV2',
    effect: 'read',
    access: 'signedIn',
    summary: '功能树（按系统）',
    input: z.object({ platformId: optional(intBetween(1, 1000)), grantableOnly: optional(flag) }),
    output: z.object({
      systems: z.array(
        z.object({ systemId: id, platformId: z.number().int(), name: z.string(), nameEn: z.string(), areas: z.array(functionArea) }),
      ),
    }),
  }),
  systemList: call({
    method: 'POST',
    path: '/api/system/list',
    effect: 'read',
    access: { authority: 'system.view' },
    summary: '系统列表',
    input: z.object({ keyword: optional(text(60)) }),
    output: z.object({ rows: z.array(systemRow) }),
  }),
  systemAdd: call({
    method: 'POST',
    path: '/api/system/add',
    effect: 'write',
    access: { authority: 'system.edit' },
    crossTenant: true,
    summary: '添加系统',
    input: z.object({
      platformId: intBetween(1, 1000),
      name: requiredText(60),
      nameEn: text(80).optional(),
      baseUrl: baseUrl.optional(),
      sort: optional(intBetween(0, 100_000)),
    }),
    output: z.object({ systemId: id }),
    failures: ['authority.platformTaken'],
  }),
  /** A system keeps its platform number: clients and menus refer to it. */
  systemUpdate: call({
    method: 'POST',
    path: '/api/system/update',
    effect: 'write',
    access: { authority: 'system.edit' },
    crossTenant: true,
    summary: '修改系统',
    input: z.object({
      systemId: id,
      version: int(),
      name: optional(requiredText(60)),
      nameEn: text(80).optional(),
      baseUrl: baseUrl.optional(),
      sort: optional(intBetween(0, 100_000)),
    }),
    output: z.object({ version: z.number().int() }),
    failures: ['authority.systemNotFound', 'authority.versionConflict'],
  }),
  systemDelete: call({
    method: 'POST',
    path: '/api/system/delete',
    effect: 'write',
    access: { authority: 'system.edit' },
    crossTenant: true,
    summary: '删除系统',
    input: z.object({ systemId: id }),
    output: nothing,
    failures: ['authority.systemNotFound', 'authority.systemInUse'],
  }),
  platforms: call({
    method: 'GET',
    path: '/api/system/getPlatformList',
    effect: 'read',
    access: 'signedIn',
    summary: '平台列表',
    input: nothing,
    output: z.object({ rows: z.array(z.object({ platformId: z.number().int(), systemId: id, name: z.string(), nameEn: z.string() })) }),
  }),
})
