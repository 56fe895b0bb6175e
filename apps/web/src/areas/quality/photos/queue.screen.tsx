import { photoCalls, type PhotoCase } from '@chauffeur/contract/quality/photo'
import { photoRulesCalls } from '@chauffeur/contract/quality/photo-rules'
import { Button } from 'antd'
import { StageQueue } from '#kit/queue/stage-queue.tsx'
import { prefetchCall, useCall } from '#platform/http/call.ts'
import { usePollS } from '#platform/live/live.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { Remaining, Time } from '#ui/show/time.tsx'
import { OrderReview } from './order-review.tsx'
import { flagWords, whyWords } from './photo.view.ts'
import './photo.css'

/** The reviewer's day: orders whose pictures wait, the longest first, each picture decided by one key. */
export default function PhotoQueueScreen() {
  const counts = useCall(photoCalls.counts, {}, { silent: true, refetchIntervalS: usePollS(15, 60) }).data
  const mayRules = useMay(photoRulesCalls.rules)
  return (
    <StageQueue<'review', typeof photoCalls.queue>
      title={t('照片质检')}
      extra={
        counts && counts.retakes + counts.screening > 0
          ? t('{n} 张等待司机重拍，{m} 张正在自动检查', { n: counts.retakes, m: counts.screening })
          : undefined
      }
      stages={[{ stage: 'review', label: t('待审核'), count: counts && counts.waiting + counts.mine }]}
      call={photoCalls.queue}
      asked={() => ({})}
      pollS={15}
      idOf={idOf}
      nameOf={nameOf}
      draw={(row) => <Waiting row={row} />}
      prefetch={({ orderId }) => prefetchCall(photoCalls.order, { orderId })}
      more={(n) => t('先显示最早的 {n} 单', { n })}
      empty={() => ({
        title: t('没有等待审核的照片'),
        hint: t('行程结束后按抽检规则选出订单：自动检查有异常、新司机、有投诉的，以及随机抽中的会出现在这里。'),
        ...(mayRules && {
          action: <Button onClick={() => void (location.hash = '#/Order/QualityRules')}>{t('查看抽检规则')}</Button>,
        }),
      })}
      gone={t('这单已不在队列，下面是它现在的状态。按 J 到下一笔。')}
      keys={photoKeys}
    >
      {(orderId, done) => <OrderReview key={orderId} orderId={orderId} within="page" onDone={done} />}
    </StageQueue>
  )
}
const idOf = ({ orderId }: PhotoCase) => orderId
const nameOf = ({ orderNo }: PhotoCase) => orderNo

/** The letters of a picture, for the list of keys. */
const photoKeys = (): [string, string][] => [
  ['←', t('上一张')],
  ['→', t('下一张')],
  ['A', t('合格〔照片〕')],
  ['R', t('不合格〔照片〕')],
  ['T', t('要求重拍')],
  ['C', t('前后对比')],
  ['M', t('相同照片')],
  ['E', t('旋转')],
  ['S', t('跳过此单')],
  ['B', t('放回队列')],
]

const Waiting = ({ row }: { row: PhotoCase }) => (
  <>
    <span data-given="">
      {row.driverName} <span className="ui-none">{tr(row.cityName)}</span>
    </span>
    <strong className="ui-number">
      {row.judged}/{row.photos}
    </strong>
    <span className="ui-none queue-fact">
      <span title={whyWords(row)}>{whyWords(row)}</span>
      <span>
        · <Time at={row.turnAt} />
      </span>
    </span>
    {row.claimed ? (
      <Remaining until={row.claimed.until} />
    ) : row.flags.length > 0 ? (
      <span className="photo-grave" title={flagWords(row.flags)}>
        {t('异常 {n}', { n: row.flags.length })}
      </span>
    ) : null}
  </>
)
