import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'

/** What an operator most probably means by the words in the search field. */
export type Keyword =
  /** The whole of a telephone or a number. */
  | { kind: 'exact'; text: string }
  /** The end of a telephone, four digits at least, or the last six of an order number as messages name it. */
  | { kind: 'tail'; text: string; last4: string }
  /** A part of a name or an address. */
  | { kind: 'part'; text: string; pattern: string }

/** Reads the search field. */
export function keywordOf(text: string): Keyword {
  // However it was copied: with spaces, dashes or the country's code.
  const phone = /^\d+$/.test(text) && text.length < 11 ? null : normalPhone(text)
  if (phone !== null) return { kind: 'exact', text: phone }
  if (/^\d{4,10}$/.test(text)) return { kind: 'tail', text, last4: text.slice(-4) }
  // Numbers of orders, bookings and drivers hold a digit; a name or an address that looks like one is spelt with more than that.
  if (/^\d{11,}$/.test(text) || /^(?=.*\d)(?=.*[A-Za-z-])[\w-]+$/.test(text)) return { kind: 'exact', text }
  return { kind: 'part', text, pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` }
}
