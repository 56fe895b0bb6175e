import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { toast } from '#platform/browser/events.ts'
import { isAbort, RefusalError, refresh, sendCall } from '#platform/http/call.ts'
import { session } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import type { RowAction } from '#kit/list/define.view.ts'
import { faultOf } from '#ui/page/fault.view.ts'
import { workPath } from './queue.view.ts'

const lists = [queueCalls.orderQueue, queueCalls.myOrderQueue]

/** What was refused is told with whose the booking is; either way both lists are asked for again. */
async function done(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (isAbort(error)) return
    toast.error(takenBy(error) ?? faultOf(error).hint)
  }
  await refresh(lists)
}

/** Whose a booking is that somebody else claimed first. */
function takenBy(error: unknown): string | null {
  if (!(error instanceof RefusalError) || error.error !== 'queue.taken') return null
  const { by } = error.data as { by?: string }
  return by ? t('已被 {name} 领取', { name: by }) : null
}

const claim = (input: InputOf<typeof queueCalls.claimFromQueue>) =>
  done(
    sendCall(queueCalls.claimFromQueue, input).then((row) => {
      toast.success(t('已领取 {no}', { no: row.bookingNo }))
      openTab(workPath(row))
    }),
  )
/** The booking that needs somebody most. */
export const claimNext = (): Promise<void> => claim({})

/** What an operator does with a booking of the queue, by one key each. */
export const queueActions = (): RowAction<QueueRow>[] => [
  {
    key: 'claim',
    label: t('领取'),
    letter: 'C',
    may: queueCalls.claimFromQueue,
    can: (row) => row.canClaim,
    // What I placed is mine without a claim; who claims it all the same is not kept from it.
    shown: (row) => !row.mine,
    run: ({ bookingId }) => claim({ bookingId }),
  },
  {
    key: 'release',
    label: t('放回'),
    letter: 'F',
    may: queueCalls.releaseToQueue,
    can: (row) => row.claimedBy?.userId === session().userId,
    run: ({ bookingId, bookingNo }) =>
      done(
        sendCall(queueCalls.releaseToQueue, { bookingId }).then(() =>
          offerUndo(t('已放回 {no}', { no: bookingNo }), undoBy(queueCalls.claimFromQueue, { bookingId }), lists),
        ),
      ),
  },
  {
    key: 'close',
    label: t('结束跟进'),
    letter: 'X',
    may: queueCalls.closeInQueue,
    can: (row) => row.queueStatus === 'FAILED' && (row.canClaim || row.mine),
    run: ({ bookingId }) => done(sendCall(queueCalls.closeInQueue, { bookingId })),
  },
]
