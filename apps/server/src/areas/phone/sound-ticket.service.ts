import type { Vault } from '#platform/vault'

/** Long enough for a slow line to send an hour of sound. */
const UPLOAD_VALID_S = 1800
const PLAY_VALID_S = 900

interface UploadClaim {
  tenantId: string
  userId: string
  callId: string
}
interface PlayClaim {
  tenantId: string
  recordId: string
}

/** Addresses that speak for an operator for a while: the desk phone's service and an audio player send no token. Sealed, so that nobody makes one up. */
const make = (vault: Vault, kind: string, claim: object, validS: number, now: Date) => {
  const validUntil = new Date(now.getTime() + validS * 1000)
  return {
    path: `/files/sound/${kind}/${vault.seal(JSON.stringify({ ...claim, until: validUntil }), `sound-${kind}`)}`,
    validUntil: validUntil.toISOString(),
  }
}
export const uploadTicket = (vault: Vault, claim: UploadClaim, now: Date) => make(vault, 'upload', claim, UPLOAD_VALID_S, now)
export const playTicket = (vault: Vault, claim: PlayClaim, now: Date) => make(vault, 'play', claim, PLAY_VALID_S, now)

/** What a ticket says, or null when it is forged, for something else, or too old. */
function read<T>(vault: Vault, kind: string, ticket: string, now: Date): T | null {
  try {
    const claim = JSON.parse(vault.open(ticket, `sound-${kind}`)) as T & { until: string }
    return new Date(claim.until) > now ? claim : null
  } catch {
    return null
  }
}
export const readUploadTicket = (vault: Vault, ticket: string, now: Date) => read<UploadClaim>(vault, 'upload', ticket, now)
export const readPlayTicket = (vault: Vault, ticket: string, now: Date) => read<PlayClaim>(vault, 'play', ticket, now)
