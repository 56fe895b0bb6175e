import { INVITATION_LINK_PATH } from '@chauffeur/contract/driver/invitation'
import type { MessageLanguage } from '@chauffeur/contract/kernel/language'
import { driverLanguage, wordsAt } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { hashToken, newToken, openSession, type OperatorSession } from '#platform/identity/session'
import type { Vault } from '#platform/identity/vault'
import { type Said, sendSms } from '#platform/provider/sms'
import { insertInvitations, invitee, openInvitation, replaceInvitation, spendInvitation } from './invitation.queries.ts'

const LIFE_S = 7 * 86_400
const RESEND_S = 60
/** A link that comes an hour late was asked for again by then. */
const SMS_VALID_S = 3_600

/** Sends a driver the link that signs them in once, for seven days, in place of any earlier one. */
export async function inviteDriver(
  tx: TenantTx,
  { driverId, operator, origin }: { driverId: string; operator: OperatorSession; origin: string },
  { sms, vault }: Platform,
  fail: Fail<'driver.notFound' | 'driver.invitedJustNow'>,
) {
  const driver = (await invitee(tx, driverId)) ?? fail('driver.notFound')
  const token = newToken()
  const link = { tenantId: driver.tenant_id, driverId, by: operator.userId, tokenHash: hashToken(token), lifeS: LIFE_S, resendS: RESEND_S }
  const expiresAt = (await replaceInvitation(tx, link)) ?? fail('driver.invitedJustNow')
  const path = `${INVITATION_LINK_PATH}${token}`
  const say = await sayerIn(tx, driver.tenant_id, driver.city_id, await driverLanguage(tx, driver.tenant_id, driverId))
  await sendLink(tx, vault, { tenantId: driver.tenant_id, cityId: driver.city_id, phone: driver.phone, said: say(`${origin}${path}`) })
  return { link: (await sms.of(driver.tenant_id)).some(({ enabled }) => enabled) ? null : path, validUntil: expiresAt.toISOString() }
}

/** The same for drivers who were added in this transaction, whom nobody can have invited yet; in the order of their cities. */
export async function inviteNewcomers(
  tx: TenantTx,
  drivers: readonly { driverId: string; phone: string; cityId: string }[],
  { operator: { tenantId, userId }, origin }: { operator: OperatorSession; origin: string },
  { vault }: Pick<Platform, 'vault'>,
): Promise<void> {
  if (drivers.length === 0) return
  const links = drivers.map((driver) => ({ ...driver, token: newToken() }))
  const hashed = links.map(({ driverId, token }) => ({ driverId, tokenHash: hashToken(token) }))
  await insertInvitations(tx, hashed, { tenantId, by: userId, lifeS: LIFE_S })
  for (const [cityId, some] of Map.groupBy(links, (link) => link.cityId)) {
    // Nobody has asked them yet what they read.
    const say = await sayerIn(tx, tenantId, cityId, 'zh')
    for (const { phone, token } of some)
      await sendLink(tx, vault, { tenantId, cityId, phone, said: say(`${origin}${INVITATION_LINK_PATH}${token}`) })
  }
}

/** How drivers of a city are invited: there is always a text of it. */
async function sayerIn(tx: TenantTx, tenantId: string, cityId: string, language: MessageLanguage): Promise<(link: string) => Said> {
  const say = await wordsAt(tx, { tenantId, cityId, channelId: null }, ['DRIVER_INVITATION'], language)
  return (link) => {
    const said = say('DRIVER_INVITATION', { link, days: String(LIFE_S / 86_400) })
    if (said === null) throw new Error('There is no text of DRIVER_INVITATION.')
    return said
  }
}
const sendLink = (
  tx: TenantTx,
  vault: Vault,
  { tenantId, cityId, phone, said }: { tenantId: string; cityId: string; phone: string; said: Said },
) =>
  sendSms(tx, vault, {
    ...{ tenantId, phone, ...said, purpose: 'DRIVER_INVITATION' as const, validS: SMS_VALID_S },
    about: { event: 'DRIVER_INVITATION', cityId },
  })

/** Whose invitation a link is; null when it is unknown, used, replaced or too old. */
export const findInvitation = ({ db }: Platform, token: string) => db.signingIn((tx) => openInvitation(tx, hashToken(token)))

/** Signs a driver in by their link, which is good once. */
export async function joinByInvitation(
  { db }: Platform,
  token: string,
  from: { ip: string; userAgent: string; requestId: string },
  fail: Fail<'driver.invitationGone' | 'driver.accountDisabled'>,
) {
  const tokenHash = hashToken(token)
  return db.signingIn(async (tx) => {
    const driver = (await openInvitation(tx, tokenHash)) ?? fail('driver.invitationGone')
    // With an order in hand the trip comes first.
    if (driver.wallet_frozen && driver.work_status === 'OFFLINE') return fail('driver.accountDisabled')
    if (!(await spendInvitation(tx, tokenHash))) return fail('driver.invitationGone')
    const { tenant_id: tenantId, driver_id: driverId, name } = driver
    const session = await openSession(tx, { tenantId, driverId, ip: from.ip, userAgent: from.userAgent })
    await writeOperationLog(tx, {
      tenantId,
      actor: { type: 'DRIVER', id: driverId, name },
      ip: from.ip,
      call: 'dispatch.join',
      summary: '司机接受邀请',
      input: {},
      audits: [],
      code: 0,
      requestId: from.requestId,
      durationMs: 0,
    })
    return { token: session, driverId, driverNo: driver.driver_no, name, cityId: driver.city_id }
  })
}
