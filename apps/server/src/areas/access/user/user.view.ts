import type { userRow } from '@chauffeur/contract/access/user'
import type * as z from 'zod'
import { lackingToGive } from '../function/index.ts'
import type { TenantDb } from '#platform/database/db'
import { maskPhone } from '#platform/identity/mask'
import type { OperatorSession } from '#platform/identity/session'
import { administerRefusal, type Giver, type Person } from './access.rules.ts'
import { ownLevel, type UserDb } from './user.queries.ts'

export type UserRow = z.output<typeof userRow>

export const personOf = (row: UserDb): Person => ({
  userId: row.user_id,
  deptId: row.dept_id,
  deptType: row.dept_type,
  allCities: row.all_cities,
  cityIds: row.city_ids,
  channelId: row.channel_id,
  level: row.level,
  platformAdmin: row.platform_admin,
})

export interface Viewer extends Giver {
  userId: string
  authorities: ReadonlySet<string>
}

export const viewerOf = async (db: TenantDb, operator: OperatorSession): Promise<Viewer> => ({
  userId: operator.userId,
  authorities: operator.authorities,
  platformAdmin: operator.platformAdmin,
  scope: operator.scope,
  level: await ownLevel(db, operator.userId),
})

export function userView(row: UserDb, viewer: Viewer): UserRow {
  const able = administerRefusal(viewer, personOf(row), lackingToGive(row.codes ?? [], viewer.authorities)) === null
  const self = row.user_id === viewer.userId
  const edits = able && viewer.authorities.has('user.edit')
  return {
    userId: row.user_id,
    username: row.username,
    realName: row.real_name,
    phone: viewer.authorities.has('phone.reveal') || self ? row.phone : maskPhone(row.phone),
    email: row.email,
    level: row.level,
    deptId: row.dept_id,
    deptName: row.dept_name,
    deptType: row.dept_type,
    allCities: row.all_cities,
    cityIds: row.city_ids,
    channelId: row.channel_id,
    channelName: row.channel_name ?? '',
    roles: row.roles ?? [],
    authenticator: row.authenticator,
    platformAdmin: row.platform_admin,
    status: row.status,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    self,
    version: row.version,
    allowedActions: [
      ...(edits || (self && viewer.authorities.has('user.edit')) ? ['edit'] : []),
      ...(edits && !self ? ['editAccess', row.status === 'ENABLED' ? 'disable' : 'enable', 'delete'] : []),
      ...(able && !self && viewer.authorities.has('user.resetPassword') ? ['resetPassword'] : []),
    ],
  }
}
