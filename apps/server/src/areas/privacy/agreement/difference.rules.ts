import type { ChangedWords } from '@chauffeur/contract/privacy/agreement'
import { diffLines, diffWordsWithSpace } from 'diff'
import { paragraphsOf } from './rich-text.rules.ts'

/** Chinese has no spaces: words are found by a dictionary. */
const words = new Intl.Segmenter('zh', { granularity: 'word' })
/** Two long texts that have little in common are compared by paragraphs, or not at all: words would take seconds. */
const MOST_MS = 300

const textOf = (paragraphs: readonly string[]) => paragraphs.map((paragraph) => `${paragraph}\n`).join('')

/** What one clean text says otherwise than another: paragraphs of words that stayed, came and went. */
export function differenceOf(before: string, after: string): { paragraphs: ChangedWords[][]; formOnly: boolean } {
  const [from, to] = [textOf(paragraphsOf(before)), textOf(paragraphsOf(after))]
  const parts = diffWordsWithSpace(from, to, { intlSegmenter: words, timeout: MOST_MS }) ??
    diffLines(from, to, { timeout: MOST_MS }) ?? [
      { value: from, removed: true, added: false },
      { value: to, removed: false, added: true },
    ]
  const paragraphs: ChangedWords[][] = [[]]
  for (const { value, added, removed } of parts) {
    const change = added ? 'ADDED' : removed ? 'REMOVED' : 'SAME'
    value.split('\n').forEach((text, at) => {
      // The end of a paragraph that went joins it to the next one; it is shown where it stood.
      if (at > 0) paragraphs.push([])
      if (text !== '') paragraphs.at(-1)!.push({ change, text })
    })
  }
  return { paragraphs: paragraphs.filter((paragraph) => paragraph.length > 0), formOnly: from === to && before !== after }
}
