import type { PassThroughType } from '@chauffeur/contract/pricing/model'

export interface Extra {
  type: PassThroughType | 'TIP'
  amountFen: number
  /** What the driver has to say about it. */
  note?: string | undefined
  receiptIds?: readonly string[] | undefined
}

/** The receipts that the extras of a bill name. */
export const receiptsOf = (extras: readonly Extra[]): string[] => extras.flatMap(({ receiptIds }) => receiptIds ?? [])

/** What is wrong with the receipts of a bill; `open` are those of the order that no extra has used. A tip needs none. */
export function receiptFault(
  extras: readonly Extra[],
  receiptFromFen: number | null,
  open: ReadonlySet<string>,
): { refusal: 'driver.receiptMissing' | 'driver.receiptUnknown'; detail: object } | null {
  const named = receiptsOf(extras)
  const unknown = named.find((fileId, i) => !open.has(fileId) || named.indexOf(fileId) !== i)
  if (unknown) return { refusal: 'driver.receiptUnknown', detail: { fileId: unknown } }
  const bare = extras.find(
    ({ type, amountFen, receiptIds }) => type !== 'TIP' && receiptFromFen !== null && amountFen >= receiptFromFen && !receiptIds?.length,
  )
  return bare ? { refusal: 'driver.receiptMissing', detail: { type: bare.type, receiptFromFen } } : null
}
