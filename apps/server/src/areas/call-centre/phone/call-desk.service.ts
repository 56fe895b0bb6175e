import type { Round } from '#platform/jobs/rounds'
import type { Platform } from '#platform/http/implement'

/** Desks tell of a call under way every two minutes; one that is silent for so long has lost it. */
export const SILENT_AFTER_S = 600

/**
 * Ends the calls whose desk says nothing any more (a crash, a power cut) at the last moment they were heard of. Should the desk
 * come back, what it says goes before this, see `afterReport`.
 */
export async function endSilentCalls(platform: Platform): Promise<number> {
  const { rowCount } = await platform.db.platform.query(
    `update phone_calls set end_presumed = true, ended_at = greatest(updated_at, coalesce(answered_at, started_at)),
       result = case when answered_at is not null then 'CONNECTED' when direction = 'IN' then 'MISSED' else 'NONE' end
     where ended_at is null and updated_at < now() - make_interval(secs => $1)`,
    [SILENT_AFTER_S],
  )
  return rowCount ?? 0
}

export const silentCalls: Round = { name: 'phone.endSilentCalls', everyS: 60, work: endSilentCalls }
