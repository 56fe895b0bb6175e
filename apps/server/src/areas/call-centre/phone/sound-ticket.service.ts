import type { Vault } from '#platform/identity/vault'

/** Long enough for a slow line to send an hour of sound. */
const UPLOAD_VALID_S = 1800

interface UploadClaim {
  tenantId: string
  userId: string
  callId: string
}

const CONTEXT = 'sound-upload'

/** An address that speaks for an operator for a while: the desk phone's service sends no token. Sealed, so that nobody makes one up. */
export function uploadTicket(vault: Vault, claim: UploadClaim, now: Date) {
  const validUntil = new Date(now.getTime() + UPLOAD_VALID_S * 1000).toISOString()
  return { path: `/files/sound/upload/${vault.seal(JSON.stringify({ ...claim, until: validUntil }), CONTEXT)}`, validUntil }
}

/** What a ticket says, or null when it is forged, for something else, or too old. */
export function readUploadTicket(vault: Vault, ticket: string, now: Date): UploadClaim | null {
  try {
    const claim = JSON.parse(vault.open(ticket, CONTEXT)) as UploadClaim & { until: string }
    return new Date(claim.until) > now ? claim : null
  } catch {
    return null
  }
}
