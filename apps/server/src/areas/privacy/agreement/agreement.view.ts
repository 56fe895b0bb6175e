import type { AgreementText, AgreementVersion } from '@chauffeur/contract/privacy/agreement'
import type { TextDb, VersionDb } from './agreement.queries.ts'

const shared = (row: VersionDb) => ({
  agreementId: row.agreement_id,
  kind: row.kind,
  number: row.number,
  title: row.title,
  summary: row.summary,
  effectiveAt: row.effective_at.toISOString(),
})

/** A version as people of the business see it. */
export const versionView = (row: VersionDb): AgreementVersion => ({
  ...shared(row),
  changeLevel: row.change_level,
  state: row.state,
  publishedAt: row.published_at.toISOString(),
  publishedByName: row.published_by_name,
  digest: row.digest,
})
export const withText = (row: TextDb | undefined) => (row ? { ...versionView(row), html: row.html } : null)

/** As whoever is to agree reads it. */
export const textView = (row: TextDb): AgreementText => ({ ...shared(row), html: row.html })
