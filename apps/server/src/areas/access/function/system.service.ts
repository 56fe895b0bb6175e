import type { functionCalls } from '@chauffeur/contract/access/function'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { PlatformDb } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { lockFunctions } from './function.queries.ts'
import { deleteSystem, findSystem, insertSystem, systemUse, updateSystem } from './system.queries.ts'

type Calls = typeof functionCalls
type Told<F extends string> = Pick<WriteContext<F>, 'audit' | 'fail'>

export async function addSystem(
  tx: PlatformDb,
  input: ParsedInputOf<Calls['systemAdd']>,
  operator: OperatorSession,
  { audit, fail }: Told<Calls['systemAdd']['failures'][number]>,
) {
  const row = {
    platformId: input.platformId,
    name: input.name,
    nameEn: input.nameEn ?? '',
    baseUrl: input.baseUrl ?? '',
    sort: input.sort ?? 0,
  }
  const made = await insertSystem(tx, { ...row, by: operator.userId })
  if (!made) return fail('authority.platformTaken')
  audit({ object: 'system', objectId: made.system_id, after: row })
  return { systemId: made.system_id }
}

export async function changeSystem(
  tx: PlatformDb,
  input: ParsedInputOf<Calls['systemUpdate']>,
  operator: OperatorSession,
  { audit, fail }: Told<Calls['systemUpdate']['failures'][number]>,
) {
  const before = await findSystem(tx, input.systemId)
  if (!before) return fail('authority.systemNotFound')
  if (before.version !== input.version) {
    const current = {
      systemId: before.system_id,
      platformId: before.platform_id,
      name: before.name,
      nameEn: before.name_en,
      baseUrl: before.base_url,
      sort: before.sort,
      version: before.version,
    }
    return fail('authority.versionConflict', { current })
  }
  const set = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.nameEn !== undefined && { name_en: input.nameEn }),
    ...(input.baseUrl !== undefined && { base_url: input.baseUrl }),
    ...(input.sort !== undefined && { sort: input.sort }),
  }
  const { version } = await updateSystem(tx, input.systemId, set, operator.userId)
  audit({ object: 'system', objectId: input.systemId, before, after: { ...before, ...set, version } })
  return { version }
}

export async function removeSystem(tx: PlatformDb, systemId: string, { audit, fail }: Told<Calls['systemDelete']['failures'][number]>) {
  await lockFunctions(tx)
  const before = await findSystem(tx, systemId)
  if (!before) return fail('authority.systemNotFound')
  const use = await systemUse(tx, { systemId, platformId: before.platform_id })
  if (use.functions || use.menus) return fail('authority.systemInUse', use)
  await deleteSystem(tx, systemId)
  audit({ object: 'system', objectId: systemId, before })
  return {}
}
