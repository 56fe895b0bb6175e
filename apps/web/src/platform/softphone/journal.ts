import type { CallOfDesk } from './state.ts'

/** The state of a call as the server is told of it. */
export type CallReport = Pick<
  CallOfDesk,
  'ref' | 'ch' | 'direction' | 'number' | 'phase' | 'startedMs' | 'answeredMs' | 'endedMs' | 'result'
> & { recordFile?: string }

/** What the window that talks to the telephone must not forget when it goes: calls under way, and what the server has not heard. */
export interface Journal {
  calls: readonly CallOfDesk[]
  reports: readonly CallReport[]
  /** When it was written, in ms since 1970: calls were under way at least until then. */
  writtenMs: number
}

/** The server takes nothing that lies further back. */
const KEPT_MS = 48 * 3_600_000
const nothing: Journal = { calls: [], reports: [], writtenMs: 0 }

/** Kept in this browser, for one account: nobody else's session may tell of these calls. */
export function openJournal(userId: string, now = Date.now) {
  const name = `chauffeur.softphone.calls.1.${userId}`
  const read = (): Journal => {
    try {
      const { calls, reports, writtenMs } = { ...nothing, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Journal>) }
      const fresh = ({ startedMs }: { startedMs: number }) => startedMs > now() - KEPT_MS
      return { calls: calls.filter(fresh), reports: reports.filter(fresh), writtenMs }
    } catch {
      return nothing
    }
  }
  let known = read()
  return {
    /** As the last window left it. */
    left: known,
    keep: (part: Partial<Pick<Journal, 'calls' | 'reports'>> = {}) => {
      known = { ...known, ...part, writtenMs: now() }
      try {
        if (known.calls.length + known.reports.length > 0) localStorage.setItem(name, JSON.stringify(known))
        else localStorage.removeItem(name)
      } catch {
        // NOTE: blocked or full storage: calls are remembered until the page is left.
      }
    },
  }
}
export type OpenJournal = ReturnType<typeof openJournal>
