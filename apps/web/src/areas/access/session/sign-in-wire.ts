import type { WireCall } from '#platform/http/http.ts'

/**
 * The two calls of the sign-in page, as they stand in the contract. Written out because the contract brings its schema library,
 * which would be a third of everything this page loads; a test holds them equal to the contract.
 */
export const signInWire = { method: 'POST', path: '/public/login', effect: 'write', tolerant: true } satisfies WireCall
export const siteInfoWire = { method: 'POST', path: '/public/tenant/site/info', effect: 'read' } satisfies WireCall
