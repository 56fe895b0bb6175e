import { type bulletinCalls, type BulletinRow } from '@chauffeur/contract/message/bulletin'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { mayKeepForAll } from '#areas/operations/city'
import { keepsCities, type Scope } from '#platform/database/scope'
import type { TenantDb } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import type { OperatorSession } from '#platform/identity/session'
import { bulletinView, countsOf } from './bulletin.list.ts'
import { begunAt, type BulletinDb, findBulletin, insertBulletin, lockBulletin, updateBulletin } from './bulletin.queries.ts'

type Calls = typeof bulletinCalls
type ContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

/** What both changing and withdrawing one may be refused for. */
type ChangeContext = WriteContext<'bulletin.notFound' | 'bulletin.beyondCities' | 'bulletin.versionConflict'>

const MOST_MS = 366 * 86_400_000

/** A bulletin as the asker sees it, with who has read it; undefined where it is not in sight. */
export async function shownBulletin(
  db: TenantDb,
  bulletinId: string,
  by: { operator: OperatorSession; scope: Scope },
): Promise<BulletinRow | undefined> {
  const row = await findBulletin(db, bulletinId)
  return row && bulletinView(row, (await countsOf(db, [row])).get(bulletinId)!, by)
}

/** What the operation log keeps of it. */
const audited = ({ title, body, important, city_ids, levels, valid_from, valid_until, withdrawn_reason }: BulletinDb) => ({
  title,
  body,
  important,
  cityIds: city_ids,
  levels,
  from: valid_from.toISOString(),
  until: valid_until.toISOString(),
  ...(withdrawn_reason && { withdrawnReason: withdrawn_reason }),
})

/** Under a row lock, as whoever changes it last saw it, for whoever may speak to all it goes to. */
async function toChange(context: ChangeContext, bulletinId: string, version: number | undefined): Promise<BulletinDb> {
  const { tx, scope, fail } = context
  const row = (await lockBulletin(tx, bulletinId)) ?? fail('bulletin.notFound')
  if (!keepsCities(row.city_ids, scope)) return fail('bulletin.beyondCities')
  if (row.version === version) return row
  return fail('bulletin.versionConflict', { current: await shownBulletin(tx, bulletinId, context) })
}

export async function saveBulletin(
  input: ParsedInputOf<Calls['save']>,
  english: boolean,
  context: ContextOf<'save'>,
): Promise<BulletinRow> {
  const { tx, operator, scope, audit, fail } = context
  const { bulletinId, title, body, important = false } = input
  const [cityIds, levels] = [[...new Set(input.cityIds)], [...new Set(input.levels)].sort((one, other) => one - other)]
  if (!(await mayKeepForAll(tx, scope, cityIds))) return fail('bulletin.beyondCities')
  const before = bulletinId ? await toChange(context, bulletinId, input.version) : null
  if (before && before.state !== 'COMING') return fail('bulletin.begun')
  // By the clock that says later whether it has begun: what is for now has.
  const now = await begunAt(tx)
  const from = new Date(Math.max(now.getTime(), input.from ? Date.parse(input.from) : 0))
  const until = new Date(input.until)
  if (until <= from || until.getTime() - now.getTime() > MOST_MS)
    return fail(
      'bulletin.periodInvalid',
      fieldsOf(
        [
          {
            path: 'until',
            zh: '应晚于开始和现在，且在一年之内',
            en: 'must be later than the beginning and now, and within a year from now',
          },
        ],
        english,
      ),
    )
  const set = { title, body, important, city_ids: cityIds, levels, valid_from: from, valid_until: until, updated_by: operator.userId }
  if (before) await updateBulletin(tx, before.bulletin_id, set)
  const { tenantId, userId, realName } = operator
  const savedId =
    before?.bulletin_id ?? (await insertBulletin(tx, { ...set, tenant_id: tenantId, created_by: userId, created_by_name: realName }))
  const after = (await findBulletin(tx, savedId))!
  audit({ object: 'bulletin', objectId: savedId, ...(before && { before: audited(before) }), after: audited(after) })
  return (await shownBulletin(tx, savedId, context))!
}

export async function withdrawBulletin(
  { bulletinId, version, reason }: ParsedInputOf<Calls['withdraw']>,
  context: ContextOf<'withdraw'>,
): Promise<BulletinRow> {
  const { tx, operator, audit, fail } = context
  const before = await toChange(context, bulletinId, version)
  if (before.state === 'OVER' || before.state === 'WITHDRAWN') return fail('bulletin.over')
  await updateBulletin(tx, bulletinId, {
    withdrawn_at: await begunAt(tx),
    withdrawn_reason: reason,
    withdrawn_by_name: operator.realName,
    updated_by: operator.userId,
  })
  audit({ object: 'bulletin', objectId: bulletinId, before: audited(before), after: audited((await findBulletin(tx, bulletinId))!) })
  return (await shownBulletin(tx, bulletinId, context))!
}
