import { agreementCalls } from '@chauffeur/contract/privacy/agreement'
import { implement } from '#platform/http/implement'
import { versionList } from './agreement.list.ts'
import { findVersion } from './agreement.queries.ts'
import { agreementDifference, agreementOf, discardDraft, publishAgreement, saveAgreementDraft } from './agreement.service.ts'
import { withText } from './agreement.view.ts'
import { agreementCounts } from './count.queries.ts'

export const agreementRoutes = implement(
  'agreement',
  agreementCalls,
)({
  get: ({ input, db, ...by }) => agreementOf(db, input.kind, by),
  log: versionList.page,
  version: async ({ input, db, fail }) => withText(await findVersion(db, input.agreementId)) ?? fail('agreement.notFound'),
  difference: ({ input, db, fail }) => agreementDifference(db, input, fail),
  counts: async ({ db }) => ({ kinds: await agreementCounts(db) }),
  update: ({ input, db, ...context }) => saveAgreementDraft(input, { tx: db, ...context }),
  publish: ({ input, db, ...context }) => publishAgreement(input, { tx: db, ...context }),
  discard: ({ input, db, ...context }) => discardDraft(input, { tx: db, ...context }),
})
