import * as z from 'zod'

/** Whom a map service is of. */
export const mapProviderName = z.enum(['AMAP', 'TIANDITU', 'BAIDU', 'PHOTON', 'NOMINATIM', 'OSRM', 'VALHALLA'])
export type MapProviderName = z.infer<typeof mapProviderName>

/** Why a service did not answer, see `platform/provider`. */
export const mapFailureKind = z.enum(['UNSENT', 'UNREACHABLE', 'TIMEOUT', 'REFUSED', 'FAULT', 'BAD_ANSWER', 'SHUT', 'QUOTA'])
export type MapFailureKind = z.infer<typeof mapFailureKind>
/** What somebody has to do about it, where that is known. */
export const mapFailureReason = z.enum([
  /** The key is unknown, or was taken back. */
  'KEY_WRONG',
  /** It is a key for browsers or phones. */
  'KEY_OTHER_USE',
  /** It is bound to other addresses than this server's. */
  'ADDRESS_NOT_LISTED',
  'SIGNATURE',
  /** The service was not opened for it, or its term is over. */
  'NOT_OPENED',
  'DAY_QUOTA',
  'TOO_MANY_A_SECOND',
  /** The daily quota that is set here. */
  'OWN_QUOTA',
  'BUSY',
  /** What was asked is not right: the program's own fault, or a version of the service that it does not know. */
  'BAD_QUESTION',
  'HOST_NOT_ALLOWED',
])
export type MapFailureReason = z.infer<typeof mapFailureReason>

/** A service that was asked and did not answer; the next one was. */
export const mapFailure = z.object({ provider: mapProviderName, why: mapFailureKind, reason: mapFailureReason.nullable() })
export type MapFailure = z.infer<typeof mapFailure>
