import type { Logger } from 'pino'
import type { Platform } from '#platform/implement'
import { wholeTenant } from '#platform/scope'
import { sealTrackOf, tracksToSeal } from './track.queries.ts'

const EVERY_MS = 15_000
/** So much of it at a time, that no round takes long. */
const TRACKS = 200

/** Puts the points of orders that are over into their compact form; returns how many orders. Several processes may do so at once. */
export async function sealTracks(platform: Platform): Promise<number> {
  const due = await tracksToSeal(platform.db, TRACKS)
  for (const track of due) await platform.db.write(wholeTenant(track.tenantId), (tx) => sealTrackOf(tx, track))
  return due.length
}

/** What is done about orders when nobody asks for it. */
export function startOrderChores(platform: Platform, logger: Logger): { stop(): Promise<void> } {
  const chores = { 'dispatch.sealTracks': sealTracks }
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const round = async () => {
    for (const [name, chore] of Object.entries(chores)) {
      if (stopped) return
      await platform.jobs
        .run(name, EVERY_MS / 1000, () => chore(platform))
        .catch((error: unknown) => logger.warn({ err: error }, `${name} could not be done`))
    }
  }
  const tick = setInterval(() => {
    running = running.then(round)
  }, EVERY_MS)
  return {
    stop: async () => {
      stopped = true
      clearInterval(tick)
      await running
    },
  }
}
