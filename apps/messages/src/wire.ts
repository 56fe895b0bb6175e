/** A request as it came. */
export interface Asked {
  method: string
  url: URL
  headers: Record<string, string | undefined>
  body: Buffer
}
/** What is answered; HANGUP: nothing, and it is over. */
export type Reply = { status: number; body: object | null; lost?: boolean; afterMs?: number | undefined } | 'HANGUP'
