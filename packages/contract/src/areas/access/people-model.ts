import * as z from 'zod'
import { id, instant } from '../../kernel/fields.ts'

export const userStatus = z.enum(['ENABLED', 'DISABLED'])
export type UserStatus = z.infer<typeof userStatus>
export const userStatusText: Record<UserStatus, string> = { ENABLED: '已启用', DISABLED: '已停用' }
export const deptTypeText: Record<1 | 2 | 3, string> = { 1: '总部', 2: '机构', 3: '合作渠道' }
/** Rank among administrators: nobody gives a level above their own, nor changes a person above it. */
export const userLevelText: Record<1 | 2 | 3 | 4 | 5, string> = { 1: '员工', 2: '组长', 3: '主管', 4: '经理', 5: '管理员' }

export const userBrief = z.object({
  userId: id,
  username: z.string(),
  realName: z.string(),
  deptId: id,
  deptName: z.string(),
  status: userStatus,
})

export const userRow = userBrief.extend({
  /** Masked unless the caller may see it whole. */
  phone: z.string(),
  email: z.string(),
  level: z.number().int(),
  deptType: z.number().int(),
  /** All of the tenant's cities; `cityIds` is empty then. */
  allCities: z.boolean(),
  cityIds: z.array(id),
  channelId: id.nullable(),
  channelName: z.string(),
  roles: z.array(z.object({ roleId: id, name: z.string() })),
  /** An authenticator is bound. */
  authenticator: z.boolean(),
  /** Signs in across tenants for the platform. */
  platformAdmin: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** The caller. */
  self: z.boolean(),
  version: z.number().int(),
  /** `edit`, `editAccess`, `resetPassword`, `enable`, `disable`, `delete`. */
  allowedActions: z.array(z.string()),
})

/** One-time link to set a password: `path` is of this console, to be put behind its address. It is shown once and stored nowhere. */
export const passwordLink = z.object({ path: z.string(), expiresAt: instant })
export const PASSWORD_LINK_PATH = '/#/password/'

export const deptRow = z.object({
  deptId: id,
  parentId: id.nullable(),
  name: z.string(),
  /** 1 headquarters, 2 organisation, 3 partner. */
  deptType: z.number().int(),
  cityIds: z.array(id),
  sort: z.number().int(),
  /** People directly in it, as far as the caller sees them. */
  userCount: z.number().int(),
  version: z.number().int(),
  /** `edit`, `move`, `add`, `delete`. */
  allowedActions: z.array(z.string()),
})
