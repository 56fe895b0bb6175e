import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { partnerGrantCalls } from '@chauffeur/contract/partner/grants'
import {
  askedOf,
  grantForPartner,
  grantOfNumber,
  grantOfPartner,
  lockGrantNumber,
  partnerGrantView,
  revokeForPartner,
} from '#areas/pricing/right-grant'
import { wholeTenant } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { findChannel } from '../channel/index.ts'
import { changedFields } from './api.rules.ts'

const CHANGED = { zh: '与首次发放的内容不同', en: 'differs from what was granted first' }

export const partnerGrantRoutes = implement(
  'partnerGrant',
  partnerGrantCalls,
)({
  grant: async ({ input, db, partner, request, fail, audit }) => {
    const { partnerGrantId, ...asked } = input
    await lockGrantNumber(db, partner.channelId, partnerGrantId)
    const earlier = await grantOfNumber(db, partner.channelId, partnerGrantId)
    if (earlier) {
      // One whose customer was erased has nothing to be held against.
      const changed = earlier.asked ? changedFields(earlier.asked as Record<string, unknown>, askedOf(asked)) : []
      if (changed.length === 0) return partnerGrantView(earlier)
      const message = CHANGED[request.english ? 'en' : 'zh']
      return fail('partnerGrant.otherContent', { fields: changed.map((path) => ({ path, message })) })
    }
    if ((await findChannel(db, partner.channelId))?.state !== CHANNEL_STATE.on) return fail('channel.stopped')
    const grant = await grantForPartner(db, input, partner, fail)
    audit({ object: 'right', objectId: grant.right_id, after: { partnerGrantId, rightGrantId: grant.right_grant_id } })
    return partnerGrantView(grant)
  },
  view: async ({ input, partner, platform, fail }) => {
    const grant = await grantOfPartner(platform.db.reader(wholeTenant(partner.tenantId)), partner.channelId, input.partnerGrantId)
    return grant ? partnerGrantView(grant) : fail('partnerGrant.notFound')
  },
  revoke: async ({ input, db, partner, fail, audit }) => {
    const { grant, revoked } = await revokeForPartner(db, input, partner, fail)
    if (revoked)
      audit({
        object: 'right',
        objectId: grant.right_id,
        after: { partnerGrantId: input.partnerGrantId, state: 'REVOKED', reason: input.reason },
      })
    return partnerGrantView(grant)
  },
})
