import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { implement } from '#platform/http/implement'
import { couponTemplateList } from './template.list.ts'
import { effects, findTemplates, pickUpFences } from './template.queries.ts'
import { moveTemplate, saveTemplate } from './template.service.ts'

export const couponTemplateRoutes = implement(
  'couponTemplate',
  couponTemplateCalls,
)({
  list: couponTemplateList.page,
  find: async ({ input, db }) => ({ rows: await findTemplates(db, input) }),
  fences: async ({ db }) => ({ rows: await pickUpFences(db) }),
  save: ({ input, db, ...context }) => saveTemplate(input, { tx: db, ...context }, new Date()),
  move: ({ input, db, ...context }) => moveTemplate(input, { tx: db, ...context }),
  effect: async ({ input, db }) => ({
    rows: await effects(db, { couponTemplateId: input.couponTemplateId, from: input.grantedFrom, to: input.grantedTo }),
  }),
})
