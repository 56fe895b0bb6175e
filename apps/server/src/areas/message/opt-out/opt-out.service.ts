import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { phone as telephone } from '@chauffeur/contract/kernel/fields'
import type { optOutCalls, OptOutWay } from '@chauffeur/contract/message/opt-out'
import type { WholeTx } from '#platform/database/db'
import { seesEveryCity, wholeTenant } from '#platform/database/scope'
import { whole } from '#platform/database/whole-tenant'
import type { Platform, WriteContext } from '#platform/http/implement'
import { maskPhone } from '#platform/identity/mask'
import { hashToken, newToken, type OperatorSession } from '#platform/identity/session'
import type { Vault } from '#platform/identity/vault'
import { phonePrint } from '#platform/provider/sms'
import {
  findDoor,
  findOptOut,
  insertOptOuts,
  removeOptOut,
  saveDoor,
  takeOutMarketing,
  tenantOfDoor,
  withdrawConsents,
} from './opt-out.queries.ts'
import { refusesMarketing } from './opt-out.rules.ts'
import { optOutView, sealPhone } from './opt-out.view.ts'

type Calls = typeof optOutCalls
type ContextOf<C extends keyof Calls> = WriteContext<Calls[C]['failures'][number]>

const doorContext = (tenantId: string) => `message-replies:${tenantId}`

interface Refusal {
  phone: string
  said: string
  reference?: string | undefined
  saidAt: Date
}
/** Puts numbers on the list, and takes back what their owners had agreed to; gives the id of each new entry by its number. */
export async function optOut(
  tx: WholeTx,
  vault: Vault,
  {
    tenantId,
    way,
    by,
    source,
  }: { tenantId: string; way: OptOutWay; by: Pick<OperatorSession, 'userId' | 'realName'> | null; source: string },
  refusals: readonly Refusal[],
): Promise<Map<string, string>> {
  if (refusals.length === 0) return new Map()
  const who = { userId: by?.userId ?? null, name: by?.realName ?? '' }
  const all = [...new Map(refusals.map((one) => [one.phone, one])).values()].map(({ reference = '', ...one }) => ({
    ...one,
    reference,
    print: phonePrint(vault, tenantId, one.phone),
    sealed: sealPhone(vault, tenantId, one.phone),
    shown: maskPhone(one.phone),
  }))
  const made = await insertOptOuts(tx, way, who, all)
  await withdrawConsents(
    tx,
    source,
    who,
    all.map(({ phone }) => phone),
  )
  await takeOutMarketing(
    tx,
    all.map(({ print }) => print),
  )
  return new Map(
    all.flatMap(({ phone, print }) => {
      const id = made.get(print.toString('hex'))
      return id === undefined ? [] : [[phone, id] as const]
    }),
  )
}

export async function addOptOut({ phone, said }: ParsedInputOf<Calls['add']>, { tx, operator, platform, audit }: ContextOf<'add'>) {
  const of = { tenantId: operator.tenantId, way: 'OPERATOR', by: operator, source: '人工登记退订' } as const
  const made = await optOut(whole(tx), platform.vault, of, [{ phone, said, saidAt: new Date() }])
  audit({ object: 'optOut', objectId: made.get(phone) ?? '', after: { phone: maskPhone(phone), said, already: made.size === 0 } })
  return {}
}

export async function takeOff({ optOutId, version, reason }: ParsedInputOf<Calls['remove']>, context: ContextOf<'remove'>) {
  const { tx, operator, audit, fail } = context
  const row = (await findOptOut(tx, optOutId)) ?? fail('optOut.notFound')
  if (row.removed_at) return fail('optOut.over')
  if (!(await removeOptOut(tx, optOutId, version, { ...operator, reason })))
    return fail('optOut.versionConflict', { current: optOutView((await findOptOut(tx, optOutId))!, context) })
  audit({ object: 'optOut', objectId: optOutId, before: { phone: row.phone_shown, said: row.said }, after: { removed: reason } })
  return optOutView((await findOptOut(tx, optOutId))!, context)
}

const REPLIES = '/public/message/replies/'
/** Where a gateway tells of replies, as whoever may set it sees it. */
export async function shownDoor(
  db: Parameters<typeof findDoor>[0],
  { platform, operator }: { platform: Platform; operator: OperatorSession },
) {
  const row = await findDoor(db)
  return {
    path: row ? REPLIES + platform.vault.open(row.sealed, doorContext(operator.tenantId)) : '',
    version: row?.version ?? 0,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedByName: row?.changed_by_name ?? '',
    mayChange: operator.authorities.has('optOut.door'),
  }
}

export async function renewDoor({ version }: ParsedInputOf<Calls['renewDoor']>, context: ContextOf<'renewDoor'>) {
  const { tx, operator, scope, platform, audit, fail } = context
  if (!seesEveryCity(scope)) return fail('optOut.wholeTenantOnly')
  const { tenantId, realName: by } = operator
  const secret = newToken()
  const sealed = platform.vault.seal(secret, doorContext(tenantId))
  if (!(await saveDoor(tx, { tenantId, version, hash: hashToken(secret), sealed, by }))) return fail('optOut.versionConflict')
  audit({ object: 'messageReplyDoor', objectId: tenantId, after: { changed: true } })
  return shownDoor(tx, context)
}

interface Reply {
  phone: string
  text: string
  id?: string | undefined
  at?: string | undefined
}
/** Of what people replied, who wants no marketing any more; undefined where the address is nobody's. */
export async function takeReplies({ db, vault }: Platform, secret: string, replies: readonly Reply[], now: Date) {
  const tenantId = await db.acrossTenants((tx) => tenantOfDoor(tx, hashToken(secret)))
  if (tenantId === undefined) return undefined
  const refusals = replies.flatMap(({ phone, text, id, at }): Refusal[] => {
    const number = telephone.safeParse(phone)
    if (!number.success || !refusesMarketing(text)) return []
    return [{ phone: number.data, said: text.slice(0, 200), reference: id, saidAt: at ? new Date(at) : now }]
  })
  const made = await db.write(wholeTenant(tenantId), (tx) =>
    optOut(tx, vault, { tenantId, way: 'REPLY', by: null, source: '短信回复退订' }, refusals),
  )
  return { taken: replies.length, optedOut: made.size }
}
