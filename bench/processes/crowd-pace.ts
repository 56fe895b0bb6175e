/** A device says where it is so often. */
export const REPORT_S = 5

/** Begins with the drivers of these sessions; without, asks what they saw. */
export interface CrowdOrder {
  tokens?: readonly string[]
}
/** What the drivers saw. */
export interface CrowdCount {
  positions: number
  offers: number
  refused: number
  lost: number
  /** The first reasons, each once. */
  why: string
}
