import { EXPORT_STATE, type ExportState } from '@chauffeur/contract/operations/export'

export interface Standing {
  deleted: boolean
  /** When the file is, or was, removed; null while there is none. */
  expiresAt: Date | null
  /** Of its job, null where that is not kept any more. */
  job: 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | null
  cancelAsked: boolean
}

/** Where an export stands at an instant. */
export function stateOf({ deleted, expiresAt, job }: Standing, now: Date): ExportState {
  if (deleted) return EXPORT_STATE.deleted
  if (expiresAt) return expiresAt > now ? EXPORT_STATE.done : EXPORT_STATE.expired
  switch (job) {
    case 'WAITING':
      return EXPORT_STATE.queued
    case 'RUNNING':
    // By an older process: it kept the file in one transaction, and ended the job in the next.
    case 'DONE':
      return EXPORT_STATE.running
    case 'CANCELLED':
      return EXPORT_STATE.cancelled
    case 'FAILED':
      return EXPORT_STATE.failed
    case null:
      return EXPORT_STATE.expired
  }
}

type Action = 'DOWNLOAD' | 'CANCEL' | 'RETRY' | 'DELETE'
/** What may be done to an export: the file is its asker's alone. */
export function actionsOf(state: ExportState, { cancelAsked, own }: { cancelAsked: boolean; own: boolean }): Action[] {
  switch (state) {
    case EXPORT_STATE.queued:
    case EXPORT_STATE.running:
      return cancelAsked ? [] : ['CANCEL']
    case EXPORT_STATE.done:
      return own ? ['DOWNLOAD', 'DELETE'] : ['DELETE']
    case EXPORT_STATE.failed:
    case EXPORT_STATE.cancelled:
    case EXPORT_STATE.expired:
      return own ? ['RETRY', 'DELETE'] : ['DELETE']
    case EXPORT_STATE.deleted:
      return []
  }
}
