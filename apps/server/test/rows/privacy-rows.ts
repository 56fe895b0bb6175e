export const privacyTables = {
  agreementId: ['agreement_versions', 'agreement_id'],
  requestId: ['privacy_requests', 'privacy_request_id'],
} as const
/** What no call takes the id of. */
export const consentTable = { consent: ['agreement_consents', 'consent_id'] } as const
type Insert = (kind: keyof typeof privacyTables | keyof typeof consentTable, values: Record<string, unknown>) => Promise<string>

/** A version of the agreement with customers, for which nobody who works here is asked, that one agreed to it, and what they ask. */
export async function privacyRows(
  insert: Insert,
  { tenant_id, customer_id }: { tenant_id: string; customer_id: string },
  number: number,
  { title, words }: { title: string; words: string },
) {
  const html = '<p>好</p>'
  const version = { tenant_id, kind: 'CUSTOMER', number, title, html, change_level: 'MATERIAL', effective_at: new Date(), digest: '0' }
  const asked = { tenant_id, customer_id, kind: 'CORRECT', channel: 'PHONE', words, due_at: new Date(Date.now() + 86_400_000) }
  await insert('consent', { tenant_id, customer_id, kind: 'CUSTOMER', given: true, channel: 'CUSTOMER_APP' })
  return { agreementId: await insert('agreementId', version), requestId: await insert('requestId', asked) }
}
