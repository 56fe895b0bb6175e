import { roleCalls } from '@chauffeur/contract/access/role'
import { useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { nameOf } from '../access.view.ts'
import type { RoleRow } from './role.view.ts'
import './role.css'

/** What a copy begins with. */
export function CopiedFunctions({ row }: { row: RoleRow }) {
  const functions = useCall(roleCalls.roleFunctions, { roleId: row.roleId }).data?.functions
  if (!functions) return null
  return (
    <p className="authority-aside">
      {functions.length === 0
        ? t('该角色没有功能。')
        : t('将带有 {n} 项功能：{names}', { n: functions.length, names: joined(functions.map(nameOf)) })}
    </p>
  )
}
