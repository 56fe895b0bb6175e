import type { functionCalls } from '@chauffeur/contract/access/function'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { PlatformDb } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import {
  ancestorsOf,
  deleteFunction,
  findFunction,
  functionsByCode,
  functionUse,
  insertFunction,
  lockFunctions,
  updateFunction,
} from './function.queries.ts'
import { functionView } from './function.view.ts'
import { findSystem, systemOfPlatform } from './system.queries.ts'

const BACK_OFFICE = 3
type Calls = typeof functionCalls
type Told<F extends string> = Pick<WriteContext<F>, 'audit' | 'fail'>

/** A function of the administrators' own, for menu entries that lead elsewhere. */
export async function addFunction(
  tx: PlatformDb,
  input: ParsedInputOf<Calls['functionAdd']>,
  { audit, fail }: Told<Calls['functionAdd']['failures'][number]>,
) {
  await lockFunctions(tx)
  if (input.parentCode && !(await findFunction(tx, input.parentCode))) return fail('authority.functionNotFound')
  const system = input.systemId ? await findSystem(tx, input.systemId) : await systemOfPlatform(tx, BACK_OFFICE)
  if (!system) return fail('authority.systemNotFound')
  const row = {
    code: input.code,
    name: input.name,
    nameEn: input.nameEn ?? '',
    kind: input.kind ?? 'MENU',
    parentCode: input.parentCode ?? null,
    systemId: system.system_id,
    sort: input.sort ?? 10_000,
  }
  const made = await insertFunction(tx, row)
  if (!made) return fail('authority.codeTaken')
  audit({ object: 'function', objectId: input.code, after: row })
  return { code: made.code }
}

export async function changeFunction(
  tx: PlatformDb,
  input: ParsedInputOf<Calls['functionUpdate']>,
  operator: OperatorSession,
  { audit, fail }: Told<Calls['functionUpdate']['failures'][number]>,
) {
  await lockFunctions(tx)
  const before = await findFunction(tx, input.code)
  if (!before) return fail('authority.functionNotFound')
  if (before.version !== input.version) {
    const [current] = await functionsByCode(tx, [input.code])
    return fail('authority.versionConflict', { current: current && functionView(current, operator) })
  }
  if (input.parentCode) {
    const above = await ancestorsOf(tx, input.parentCode)
    if (above.length === 0) return fail('authority.functionNotFound')
    if (above.includes(input.code)) return fail('authority.functionCycle')
  }
  if (input.systemId && !(await findSystem(tx, input.systemId))) return fail('authority.systemNotFound')
  const set = {
    ...(input.name !== undefined && { custom_name: input.name === before.name ? '' : input.name }),
    ...(input.nameEn !== undefined && { custom_name_en: input.nameEn === before.name_en ? '' : input.nameEn }),
    ...(input.sort !== undefined && { custom_sort: input.sort }),
    ...(input.kind !== undefined && { kind: input.kind }),
    ...(input.parentCode !== undefined && { parent_code: input.parentCode || null }),
    ...(input.systemId !== undefined && { system_id: input.systemId }),
  }
  const { version } = await updateFunction(tx, input.code, set)
  audit({ object: 'function', objectId: input.code, before, after: { ...before, ...set, version } })
  return { version }
}

export async function removeFunction(tx: PlatformDb, code: string, { audit, fail }: Told<Calls['functionDelete']['failures'][number]>) {
  await lockFunctions(tx)
  const before = await findFunction(tx, code)
  if (!before) return fail('authority.functionNotFound')
  if (before.source === 'CONTRACT') return fail('authority.functionFixed')
  const use = await functionUse(tx, code)
  if (use.roles || use.menus || use.below) return fail('authority.functionInUse', use)
  await deleteFunction(tx, code)
  audit({ object: 'function', objectId: code, before })
  return {}
}
