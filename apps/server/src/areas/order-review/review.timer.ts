import type { Logger } from 'pino'
import type { Platform } from '#platform/implement'
import { wholeTenant } from '#platform/scope'
import { lapsedReviews } from './review.queries.ts'
import { decideReview } from './review.service.ts'

const EVERY_MS = 2_000

/** Ends every request whose time is up; one that somebody decides in the same moment stays theirs. Returns how many it ended. */
export async function endLapsedReviews(platform: Platform): Promise<number> {
  let ended = 0
  for (const { tenantId, reviewId } of await lapsedReviews(platform.db)) {
    const done = await platform.db.write(wholeTenant(tenantId), (tx) =>
      decideReview(tx, { reviewId, approve: false, note: '超时未处理' }, null, `review-${reviewId}`),
    )
    if ('refusal' in done) continue
    ended++
    platform.wakeDispatch(done.cityId)
  }
  if (ended) platform.poke()
  return ended
}

export function startReviewTimer(platform: Platform, logger: Logger): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const tick = setInterval(() => {
    running = running
      .then(() => (stopped ? 0 : platform.jobs.run('orderReview.lapse', EVERY_MS / 1000, () => endLapsedReviews(platform))))
      .catch((error: unknown) => logger.warn({ err: error }, 'lapsed cancellation requests could not be ended'))
  }, EVERY_MS)
  return {
    stop: async () => {
      stopped = true
      clearInterval(tick)
      await running
    },
  }
}
