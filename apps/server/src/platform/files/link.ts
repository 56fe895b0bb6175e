import type { Vault } from '../identity/vault.ts'
import type { FileKey } from './store.ts'

const VALID_S = 900
const CONTEXT = 'file'

/**
 * An address that opens one file for a while: an audio element and a download send no token. Sealed, so that nobody makes one up; whoever asks
 * for one was let through before, and is written down where that matters.
 */
export function fileLink(
  vault: Vault,
  { tenantId, fileId }: FileKey,
  { now, until }: { now: Date; until?: Date },
): { url: string; validUntil: string } {
  const lapses = new Date(Math.min(now.getTime() + VALID_S * 1000, until?.getTime() ?? Infinity))
  const validUntil = lapses.toISOString()
  return { url: `/files/open/${vault.seal(JSON.stringify({ tenantId, fileId, validUntil }), CONTEXT)}`, validUntil }
}

/** What a link says, or null when it is forged or too old. */
export function readFileLink(vault: Vault, ticket: string, now: Date): FileKey | null {
  try {
    const { tenantId, fileId, validUntil } = JSON.parse(vault.open(ticket, CONTEXT)) as FileKey & { validUntil: string }
    return new Date(validUntil) > now ? { tenantId, fileId } : null
  } catch {
    return null
  }
}
