import type { Vault } from '../identity/vault.ts'
import type { FileKey } from './store.ts'

const VALID_S = 900
const CONTEXT = 'file'

/** What a link opens. */
export interface LinkedFile extends FileKey {
  /** It is saved under this name, whatever it is; without it sound is only for a page that plays it. */
  saveAs?: string
  /** Whoever opened it may keep it so long, in seconds: small pictures of a wall. */
  keepS?: number
}

/**
 * An address that opens one file for a while: an audio element and a download send no token. Sealed, so that nobody makes one up; whoever asks
 * for one was let through before, and is written down where that matters.
 */
export function fileLink(
  vault: Vault,
  { tenantId, fileId, saveAs, keepS }: LinkedFile,
  { now, until, validS = VALID_S }: { now: Date; until?: Date; validS?: number },
): { url: string; validUntil: string } {
  const lapses = new Date(Math.min(now.getTime() + validS * 1000, until?.getTime() ?? Infinity))
  const validUntil = lapses.toISOString()
  return { url: `/files/open/${vault.seal(JSON.stringify({ tenantId, fileId, saveAs, keepS, validUntil }), CONTEXT)}`, validUntil }
}

/** What a link says, or null when it is forged or too old. */
export function readFileLink(vault: Vault, ticket: string, now: Date): LinkedFile | null {
  try {
    const { validUntil, ...file } = JSON.parse(vault.open(ticket, CONTEXT)) as LinkedFile & { validUntil: string }
    return new Date(validUntil) > now ? file : null
  } catch {
    return null
  }
}
