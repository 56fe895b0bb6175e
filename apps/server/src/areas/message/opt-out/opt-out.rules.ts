const WORDS: ReadonlySet<string> = new Set(['R', 'TD', 'T', 'RTD', 'TDR'])

/**
 * Whether a reply refuses marketing: the word that the text named, however it was typed, or a sentence that says so. Whoever might have meant it
 * is taken at their word.
 */
export function refusesMarketing(reply: string): boolean {
  const said = reply
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  return WORDS.has(said.replace(/^回复?/, '')) || /退订|拒收/.test(said)
}
