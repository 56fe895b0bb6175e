import { isGrantOfChannel } from '#areas/pricing/right-grant'
import type { TenantDb } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'

const NOT_OWN = { reason: 'NOT_FOUND', why: { zh: '不是本渠道的权益', en: 'Not a right of this channel' } }

/** A partner's program uses the rights of its own channel: another partner does not pay for its orders. */
export async function ownRightOnly(
  db: TenantDb,
  channelId: string,
  rightGrantId: string | undefined,
  fail: Fail<'pricing.rightUnusable'>,
): Promise<void> {
  if (rightGrantId !== undefined && !(await isGrantOfChannel(db, channelId, rightGrantId))) fail('pricing.rightUnusable', NOT_OWN)
}
