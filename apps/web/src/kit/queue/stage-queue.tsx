import type { AnswerOf, Call, InputOf } from '@chauffeur/contract/kernel/call'
import { Segmented } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { usePollS } from '#platform/live/live.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { WorkQueue, type WorkQueueProps } from './work-queue.tsx'

interface Answer<Row> {
  rows: readonly Row[]
  total: number
  totalCapped?: boolean
}
type RowOf<C extends Call> = AnswerOf<C> extends Answer<infer Row> ? Row : never

interface QueueProps<S extends string, C extends Call> extends Omit<WorkQueueProps<RowOf<C>>, 'name' | 'rows' | 'more' | 'empty'> {
  /** The list whose rows wait. */
  call: C
  /** What of it waits in a stage, what comes first before the rest. */
  asked: (stage: S) => Omit<InputOf<C>, 'pageNo' | 'pageSize'>
  /** Where nothing is told by itself it is asked for again after so long. */
  pollS: number
  /** Under the list, where more wait than the first `n`. */
  more: (n: number) => string
  empty: (stage: S) => WorkQueueProps<RowOf<C>>['empty']
}
interface StageQueueProps<S extends string, C extends Call> extends QueueProps<S, C> {
  title: string
  extra?: string | undefined
  /** Its stages in their order, each with how many wait there, once that is known. */
  stages: readonly { stage: S; label: string; count: number | undefined }[]
}

const AT_ONCE = 100

/** A screen whose work waits in stages: one of them is chosen, and gone through one after the other. */
export function StageQueue<S extends string, C extends Call>({ title, extra, stages, ...queue }: StageQueueProps<S, C>) {
  const [stage, setStage] = useTabState<S>('stage', stages[0]!.stage)
  return (
    <Page
      title={title}
      fill
      extra={extra}
      actions={
        <Segmented<S>
          aria-label={t('处理什么')}
          value={stage}
          onChange={setStage}
          options={stages.map(({ stage: value, label, count }) => ({
            value,
            label: `${label} ${count === undefined ? '' : countText(count)}`,
          }))}
        />
      }
    >
      <Waiting<S, C> key={stage} stage={stage} {...queue} />
    </Page>
  )
}

function Waiting<S extends string, C extends Call>({ stage, call, asked, pollS, more, empty, ...queue }: QueueProps<S, C> & { stage: S }) {
  const input = { ...asked(stage), pageNo: 1, pageSize: AT_ONCE } as InputOf<C>
  const query = useCall(call, input, { saysRefusals: true, refetchIntervalS: usePollS(pollS, 60) })
  return (
    <Async query={query} skeleton={<Skeleton lines={12} />}>
      {(answer) => {
        const { rows, total, totalCapped } = answer as Answer<RowOf<C>>
        const rest = totalCapped || total > rows.length
        return <WorkQueue {...queue} name={stage} rows={rows} more={rest ? more(AT_ONCE) : null} empty={empty(stage)} />
      }}
    </Async>
  )
}
