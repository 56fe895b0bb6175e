/** How long a 429xx refusal asks to wait; a minute when it does not say. */
export function retryAfterS(data: unknown): number {
  if (typeof data !== 'object' || data === null || !('retryAfterS' in data)) return 60
  const seconds = Number(data.retryAfterS)
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : 60
}
