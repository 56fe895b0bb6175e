/** What every version of a setting is kept with, besides what it says. */
export interface VersionRow {
  /** Of the setting. */
  id: string
  version: number
  /** Why it was made; empty where nobody said. */
  reason: string
  /** Empty: the system. */
  changedBy: string
  changedAt: Date
}

/** Where a version stands. Only of settings whose versions begin at a moment of their own: SCHEDULED begins later, EXPIRED ran to its end. */
export type VersionStatus = 'SCHEDULED' | 'EFFECTIVE' | 'REPLACED' | 'EXPIRED'
export interface Dated {
  effectiveFrom: Date
  status: VersionStatus
  newestVersion: number
}

/** The same on the wire, as every version says it of itself. */
export const versionFactsOf = ({ version, reason, changedBy, changedAt }: VersionRow) => ({
  version,
  reason,
  changedBy,
  changedAt: changedAt.toISOString(),
})

/** A version without what it is kept with: what it says, to be changed and kept as the next one. */
export function withoutVersion<R extends VersionRow>(row: R): Omit<R, keyof VersionRow> {
  const { id: _id, version: _version, reason: _reason, changedBy: _by, changedAt: _at, ...values } = row
  return values
}
