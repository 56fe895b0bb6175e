import { INVITATION_LINK_PATH } from '@chauffeur/contract/driver/invitation'
import { wordsNeeded } from '#areas/message/wording'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { writeOperationLog } from '#platform/http/operation-log'
import { hashToken, newToken, openSession, type OperatorSession } from '#platform/identity/session'
import { sendSms } from '#platform/provider/sms'
import { invitee, openInvitation, replaceInvitation, spendInvitation } from './invitation.queries.ts'

const LIFE_S = 7 * 86_400
const RESEND_S = 60

/** Sends a driver the link that signs them in once, for seven days, in place of any earlier one. */
export async function inviteDriver(
  tx: TenantTx,
  { driverId, operator, origin }: { driverId: string; operator: OperatorSession; origin: string },
  { settings, vault }: Platform,
  fail: Fail<'driver.notFound' | 'driver.invitedJustNow'>,
) {
  const driver = (await invitee(tx, driverId)) ?? fail('driver.notFound')
  const token = newToken()
  const link = { tenantId: driver.tenant_id, driverId, by: operator.userId, tokenHash: hashToken(token), lifeS: LIFE_S, resendS: RESEND_S }
  const expiresAt = (await replaceInvitation(tx, link)) ?? fail('driver.invitedJustNow')
  const path = `${INVITATION_LINK_PATH}${token}`
  await sendSms(tx, vault, {
    tenantId: driver.tenant_id,
    phone: driver.phone,
    purpose: 'DRIVER_INVITATION',
    body: await wordsNeeded(tx, { tenantId: driver.tenant_id, cityId: driver.city_id, channelId: null }, 'DRIVER_INVITATION', {
      link: `${origin}${path}`,
      days: String(LIFE_S / 86_400),
    }),
    validS: 3_600,
    about: { event: 'DRIVER_INVITATION', cityId: driver.city_id },
  })
  return { link: settings.sms ? null : path, validUntil: expiresAt.toISOString() }
}

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
