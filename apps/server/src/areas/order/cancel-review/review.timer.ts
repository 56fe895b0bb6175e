import { eachDue } from '#platform/jobs/each'
import { type Platform, refuse, whenRefused } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { wholeTenant } from '#platform/database/scope'
import { type LapsedReview, lapsedReviews } from './review.queries.ts'
import { decideReview } from './review.service.ts'

/** At a time. */
const REVIEWS = 100

/** Ends every request whose time is up; one that somebody decides in the same moment stays theirs. Returns how many it ended. */
export async function endLapsedReviews(platform: Platform): Promise<number> {
  let ended = 0
  const lapsed = {
    read: (except: string[], limit: number) => lapsedReviews(platform.db, except, limit),
    idOf: ({ reviewId }: LapsedReview) => reviewId,
    limit: REVIEWS,
  }
  await eachDue(lapsed, async ({ tenantId, reviewId }) => {
    const done = await platform.db
      .write(wholeTenant(tenantId), (tx) =>
        decideReview(
          tx,
          { reviewId, approve: false, note: '超时未处理' },
          null,
          { requestId: `review-${reviewId}`, vault: platform.vault },
          refuse,
        ),
      )
      .catch(whenRefused(() => null))
    if (!done) return
    ended++
    platform.wakeDispatch(done.cityId)
  }).finally(() => void (ended && platform.poke()))
  return ended
}

export const lapsingReviews: Round = { name: 'orderReview.lapse', everyS: 5, work: endLapsedReviews }
