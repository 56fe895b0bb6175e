import { jobCalls } from '@chauffeur/contract/operations/job'
import { useEffect, useRef, useState } from 'react'
import { refresh, setCallData, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { endedSince, isUnderWay, type JobRow } from './job.view.ts'

const NEWEST = { pageNo: 1, pageSize: 20 }
/** Jobs that something on the screen shows to their end: nobody else tells of it. */
const looked = new Set<string>()

/** What I asked for lately, newest first, as it comes on; `onEnded` is told of each that ends. */
export function useJobs(onEnded: (job: JobRow) => void) {
  const [underWay, setUnderWay] = useState(false)
  const pollS = usePollS(underWay ? 2 : 60, underWay ? 20 : 600)
  const query = useCall(jobCalls.list, NEWEST, { silent: true, refetchIntervalS: pollS })
  const { data } = query
  const rows = data?.rows ?? none
  const again = () => void refresh([jobCalls.list])
  useLive(
    'jobs',
    ({ jobId, state, done, total }) => {
      const known = rows.find((job) => job.jobId === jobId)
      // What only came on needs no question.
      if (data && known?.state === state)
        setCallData(jobCalls.list, NEWEST, { ...data, rows: rows.map((job) => (job === known ? { ...job, done, total } : job)) })
      else again()
    },
    { onGap: again },
  )

  const before = useRef<readonly JobRow[]>(undefined)
  const told = useRef(onEnded)
  told.current = onEnded
  useEffect(() => {
    if (!data) return
    for (const job of endedSince(before.current, data.rows)) if (!looked.has(job.jobId)) told.current(job)
    before.current = data.rows
    setUnderWay(data.rows.some(isUnderWay))
  }, [data])
  return { ...query, rows }
}
const none: readonly JobRow[] = []

/** One job as it comes on, for the dialog that asked for it; its end is told there and nowhere else. */
export function useJob(jobId: string | null) {
  const pollS = usePollS(1, 5)
  const query = useCall(jobCalls.info, { jobId: jobId ?? '' }, { enabled: jobId !== null, refetchIntervalS: pollS, silent: true })
  useLive('jobs', (event) => event.jobId === jobId && void refresh([jobCalls.info]), { enabled: jobId !== null })
  useEffect(() => {
    if (jobId === null) return
    looked.add(jobId)
    return () => {
      looked.delete(jobId)
    }
  }, [jobId])
  return jobId === null ? undefined : query.data
}
