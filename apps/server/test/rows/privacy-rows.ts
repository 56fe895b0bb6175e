export const privacyTables = {
  agreementId: ['agreement_versions', 'agreement_id'],
} as const
type Insert = (kind: keyof typeof privacyTables, values: Record<string, unknown>) => Promise<string>

/** A version of the agreement with customers: nobody who works here is asked for it. */
export async function privacyRows(insert: Insert, { tenant_id }: { tenant_id: string }, number: number, title: string) {
  const version = {
    tenant_id,
    kind: 'CUSTOMER',
    number,
    title,
    html: '<p>好</p>',
    change_level: 'MATERIAL',
    effective_at: new Date(),
    digest: '0',
  }
  return { agreementId: await insert('agreementId', version) }
}
