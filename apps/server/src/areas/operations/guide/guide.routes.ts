import { guideCalls, type GuideStep, guideStep } from '@chauffeur/contract/operations/home'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { howFar } from './guide.queries.ts'
import { guideSetting } from './guide.setting.ts'

export const guideRoutes = implement(
  'guide',
  guideCalls,
)({
  guide: async ({ db, operator, scope, platform }) => {
    const [begun, addresses, senders, row] = await Promise.all([
      howFar(db),
      platform.maps.of(operator.tenantId, 'ADDRESS'),
      platform.sms.of(operator.tenantId),
      guideSetting.rowFor(db, null),
    ])
    const done: Record<GuideStep, boolean> = {
      BRAND: begun.logo,
      CITY: begun.city,
      PRICES: begun.prices,
      MAPS: addresses.length > 0,
      MESSAGES: senders.some(({ enabled }) => enabled),
      PEOPLE: begun.people,
      DRIVER: begun.driver,
      INVITATION: begun.invitation,
      ORDER: begun.order,
    }
    const { skipped, closed } = row?.content ?? { skipped: [], closed: false }
    return {
      steps: guideStep.options.map((step) => ({ step, done: done[step], skipped: skipped.includes(step) })),
      closed,
      mayChange: seesEveryCity(scope),
      version: row?.version ?? 0,
    }
  },
  saveGuide: async ({ input: { version, ...content }, db, operator, scope, audit, fail }) => {
    if (!seesEveryCity(scope)) return fail('guide.wholeTenantOnly')
    const saved = await guideSetting.saveFor(db, { cityId: null, version }, { operator, audit, fail }, content)
    return { version: saved.version }
  },
})
