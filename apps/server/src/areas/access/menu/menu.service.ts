import type { menuCalls } from '@chauffeur/contract/access/menu'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantTx } from '#platform/database/db'
import type { EventInput } from '#platform/database/events'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { lockAdministration } from '../role/index.ts'
import { deleteMenu, insertMenu, lockMenu, type MenuDb, menusOf, orderMenus, updateMenu } from './authority.queries.ts'
import { knownCodes } from '../function/index.ts'
import { seesWholeTenant } from '../function/index.ts'
import { depthOf, MAX_MENU_DEPTH, moveMenu } from './menu-tree.rules.ts'
import { menuView } from './menu.view.ts'
import { platformExists } from '../function/index.ts'

/** The back office's own platform; a client that sends none means this one. */
export const BACK_OFFICE = 3
type Calls = typeof menuCalls
interface MenuContext<F extends string> extends Omit<WriteContext<F>, 'platform'> {
  emit: (event: EventInput) => Promise<void>
}

/** Everybody signed in to the tenant fetches the left menu again. */
const changed = (operator: OperatorSession): EventInput => ({ tenantId: operator.tenantId, topic: 'session', payload: { what: 'menu' } })
const placed = (rows: readonly MenuDb[]) => rows.map((row) => ({ menuId: row.menu_id, parentId: row.parent_id }))

async function unknownAmong(tx: TenantTx, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const known = await knownCodes(tx, codes)
  return codes.filter((code) => !known.has(code))
}

export async function addMenu(
  input: ParsedInputOf<Calls['menuAdd']>,
  { tx, operator, scope, audit, emit, fail }: MenuContext<Calls['menuAdd']['failures'][number]>,
) {
  if (!seesWholeTenant(scope)) return fail('authority.wholeTenantOnly')
  await lockAdministration(tx, operator.tenantId)
  const platformId = input.platformId ?? BACK_OFFICE
  if (!(await platformExists(tx, platformId))) return fail('authority.unknownPlatform')
  const rows = await menusOf(tx, platformId)
  if (input.parentId && !rows.some((row) => row.menu_id === input.parentId)) return fail('authority.menuNotFound')
  if (depthOf(placed(rows), input.parentId ?? null) + 1 > MAX_MENU_DEPTH) return fail('authority.menuTooDeep')
  const unknown = await unknownAmong(tx, input.functionCodes ?? [])
  if (unknown.length > 0) return fail('authority.unknownFunction', { unknown })
  const row = {
    parentId: input.parentId ?? null,
    platformId,
    name: input.name,
    url: input.url ?? '',
    icon: input.icon ?? '',
    functionCodes: [...new Set(input.functionCodes)],
    deptTypes: [...new Set<number>(input.deptTypes ?? [1, 2, 3])].sort((a, b) => a - b),
  }
  const menuId = await insertMenu(tx, { ...row, tenantId: operator.tenantId, by: operator.userId })
  audit({ object: 'menu', objectId: menuId, after: row })
  await emit(changed(operator))
  return { menuId }
}

/** The menu as the operator saw it, locked. */
async function lockSeen(
  { menuId, version }: { menuId: string; version: number },
  { tx, fail }: Pick<WriteContext<'authority.menuNotFound' | 'authority.versionConflict'>, 'tx' | 'fail'>,
): Promise<MenuDb> {
  const menu = (await lockMenu(tx, menuId)) ?? fail('authority.menuNotFound')
  return menu.version === version ? menu : fail('authority.versionConflict', { current: menuView(menu, true) })
}

export async function changeMenu(
  input: ParsedInputOf<Calls['menuUpdate']>,
  { tx, operator, scope, audit, emit, fail }: MenuContext<Calls['menuUpdate']['failures'][number]>,
) {
  if (!seesWholeTenant(scope)) return fail('authority.wholeTenantOnly')
  const before = await lockSeen(input, { tx, fail })
  const unknown = await unknownAmong(tx, input.functionCodes ?? [])
  if (unknown.length > 0) return fail('authority.unknownFunction', { unknown })
  const set = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.url !== undefined && { url: input.url }),
    ...(input.icon !== undefined && { icon: input.icon }),
    ...(input.functionCodes && { function_codes: [...new Set(input.functionCodes)] }),
    ...(input.deptTypes && { dept_types: [...new Set<number>(input.deptTypes)].sort((a, b) => a - b) }),
  }
  const version = await updateMenu(tx, input.menuId, set, operator.userId)
  audit({ object: 'menu', objectId: input.menuId, before, after: { ...before, ...set, version } })
  await emit(changed(operator))
  return { version }
}

export async function placeMenu(
  input: ParsedInputOf<Calls['menuMove']>,
  { tx, operator, scope, audit, emit, fail }: MenuContext<Calls['menuMove']['failures'][number]>,
) {
  if (!seesWholeTenant(scope)) return fail('authority.wholeTenantOnly')
  await lockAdministration(tx, operator.tenantId)
  const before = await lockSeen(input, { tx, fail })
  const rows = await menusOf(tx, before.platform_id)
  const parentId = input.parentId ?? null
  if (parentId !== null && !rows.some((row) => row.menu_id === parentId)) return fail('authority.menuNotFound')
  const plan = moveMenu(placed(rows), { menuId: input.menuId, parentId, position: input.position })
  if ('refusal' in plan) return fail(plan.refusal)
  const version = await updateMenu(tx, input.menuId, { parent_id: parentId }, operator.userId)
  await orderMenus(tx, plan.order)
  audit({
    object: 'menu',
    objectId: input.menuId,
    before: { parentId: before.parent_id, sort: before.sort },
    after: { parentId, sort: plan.order.indexOf(input.menuId) },
  })
  await emit(changed(operator))
  return { version }
}

export async function removeMenu(
  input: ParsedInputOf<Calls['menuDelete']>,
  { tx, operator, scope, audit, emit, fail }: MenuContext<Calls['menuDelete']['failures'][number]>,
) {
  if (!seesWholeTenant(scope)) return fail('authority.wholeTenantOnly')
  await lockAdministration(tx, operator.tenantId)
  const before = await lockSeen(input, { tx, fail })
  const rows = await menusOf(tx, before.platform_id)
  if (rows.some((row) => row.parent_id === input.menuId)) return fail('authority.menuNotEmpty')
  await deleteMenu(tx, input.menuId)
  audit({ object: 'menu', objectId: input.menuId, before })
  await emit(changed(operator))
  return {}
}
