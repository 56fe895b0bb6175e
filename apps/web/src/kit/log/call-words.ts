import { locale, tr } from '#platform/text/text.ts'

/** What a call does, in the reader's language: its summary, or its own name where the summary is there in Chinese only. */
export function callWords(summary: string, call: string): string {
  const words = tr(summary)
  return locale() === 'en' && words === summary ? call : words
}
