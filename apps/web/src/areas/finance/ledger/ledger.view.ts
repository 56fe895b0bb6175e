import { ledgerBusinessText, ledgerStepOf, ledgerStepText } from '@chauffeur/contract/finance/ledger'
import { t, tr } from '#platform/text/text.ts'

export function stepWords(step: string): string {
  const { name, attempt } = ledgerStepOf(step)
  const words = ledgerStepText[name] ? tr(ledgerStepText[name]) : name
  return attempt ? t('{what}（第 {n} 次）', { what: words, n: attempt }) : words
}
/** What an entry was of, and which step of that. */
export const businessWords = (business: string, step: string): string =>
  `${ledgerBusinessText[business] ? tr(ledgerBusinessText[business]) : business} · ${stepWords(step)}`
