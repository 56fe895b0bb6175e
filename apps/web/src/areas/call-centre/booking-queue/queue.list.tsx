import MutedOutlined from '@ant-design/icons/es/icons/MutedOutlined'
import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { awaitsPrepayText, orderAttentionText, orderSourceText, serviceStatusText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useMay, useSession } from '#platform/session/session.ts'
import { useTabActive } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { usePreference } from '#kit/filter/use-preference.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { choicesFrom, choicesOf } from '#kit/list/filters.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { isCovered } from '#ui/dialog/covered.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Elapsed, Remaining, Time } from '#ui/show/time.tsx'
import { isTyping } from '#ui/table/keyboard.view.ts'
import { claimNext, queueActions } from './queue-actions.ts'
import { assignedText, attentionName, orderPath, QUEUE_SOUND, timerName } from './queue.view.ts'
import './booking-queue.css'

const pathOf = (row: QueueRow) => orderPath(row.orderId)

/** Who looks after a booking: who claimed it, or else who placed it. */
export function Handler({ row }: { row: QueueRow }) {
  const userId = useSession((state) => state.userId)
  if (row.claimedBy) return <span title={t('领取')}>{row.claimedBy.userId === userId ? t('我') : row.claimedBy.name}</span>
  return (
    <span className={row.mine ? undefined : 'ui-none'} title={t('下单客服，尚未领取')}>
      {row.mine ? t('我') : row.agentName || '—'}
    </span>
  )
}

function Attention({ row: { attention } }: { row: QueueRow }) {
  const [first, ...more] = attention
  if (!first) return none
  const all = attention.map(({ kind, detail }) => `${tr(attentionName(kind))}：${detail}`).join('\n')
  return (
    <span className="queue-attention" title={all}>
      <strong>{tr(attentionName(first.kind))}</strong> {first.detail}
      {more.length > 0 ? ` +${more.length}` : ''}
    </span>
  )
}

function Needy({ answer }: Shown<QueueRow>) {
  const n = (answer as AnswerOf<typeof queueCalls.orderQueue> | undefined)?.counts.attention ?? 0
  return n > 0 ? <span className="ui-left-over">{t('{n} 单需要处理', { n })}</span> : null
}

function Buttons() {
  const mayClaim = useMay(queueCalls.claimFromQueue)
  const sound = usePreference(QUEUE_SOUND)
  const silent = sound.value === 'off'
  const active = useTabActive()
  const [claiming, setClaiming] = useState(false)
  const claim = () => {
    setClaiming(true)
    void claimNext().finally(() => setClaiming(false))
  }
  useEffect(() => {
    if (!active || !mayClaim) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target) || isCovered()) return
      if (event.key.toLowerCase() !== 'n') return
      event.preventDefault()
      claim()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [active, mayClaim])
  return (
    <>
      <Button
        icon={silent ? <MutedOutlined /> : <SoundOutlined />}
        aria-pressed={!silent}
        onClick={() => sound.save(silent ? 'on' : 'off')}
      >
        {silent ? t('提示音已关') : t('提示音已开')}
      </Button>
      {mayClaim ? (
        <Button type="primary" loading={claiming} onClick={claim}>
          {t('领取下一单')} <KeyHint keys="N" />
        </Button>
      ) : null}
    </>
  )
}

const useStages = choicesFrom(queueCalls.queueFilterOptions, {}, ({ stages }) =>
  stages.filter(({ key }) => key !== '').map(({ key, value }) => ({ key, value: tr(value) })),
)

/** Bookings that are not over, what breaches its timer next on top; claimed, let go and closed by one key each. */
export const queueList = (mine: boolean) =>
  defineList(mine ? queueCalls.myOrderQueue : queueCalls.orderQueue, ({ c, f }) => ({
    name: mine ? 'callCentre.myQueue' : 'callCentre.queue',
    title: mine ? t('我的队列') : t('全部队列'),
    rowKey: (row) => row.bookingId,
    rowName: (row) => row.bookingNo,
    open: pathOf,
    empty: mine ? t('没有正在跟进的订单') : t('没有进行中的订单'),
    fills: mine ? t('按 N 领取下一单，跟进到结束') : t('接单台下的订单在这里跟进，直到结束'),
    Extra: Needy,
    Buttons,
    keys: [['N', t('领取下一单')]],
    filters: [
      f.keyword(t('预约单号 / 订单号 / 电话 / 客户')),
      f.choice('stage', t('阶段'), useStages),
      f.choice('attention', t('需要处理'), [{ key: 'ANY', value: t('任何原因') }, ...choicesOf(orderAttentionText)]),
      f.city({ more: true }),
      f.pick('channel', { more: true }),
      f.word('source', t('来源'), orderSourceText, { more: true }),
      f.flag('unclaimed', t('领取情况'), t('无人领取'), undefined, { more: true }),
    ],
    columns: [
      c.two(
        'timer',
        t('倒计时'),
        ({ timer }) => (timer ? <Remaining until={timer.dueAt} /> : none),
        ({ timer }) => (timer ? tr(timerName(timer)) : ''),
        [t('已超 {time}', { time: '0:00:00' })],
        { pin: 'left', fixed: true },
      ),
      c.two(
        'serviceStatus',
        t('服务状态'),
        (row) => <StatusTag service={row.serviceStatus} prepayUntil={row.prepayUntil} />,
        (row) => <Elapsed since={row.statusSince} />,
        [...Object.values(serviceStatusText), awaitsPrepayText].map(tr),
        { besidePx: 13, shows: ['serviceStatus', 'statusSince'] },
      ),
      c.of('attention', t('需要处理'), (row) => <Attention row={row} />, '', { grow: true, width: 220 }),
      c.of('handler', t('跟进人'), (row) => <Handler row={row} />, letters(5), { shows: ['claimedBy', 'agentName'] }),
      c.person(
        'customer',
        t('客户'),
        (row) => row.customerName,
        (row) => row.customerPhone,
        { shows: ['customerName', 'customerPhone'] },
      ),
      c.two(
        'pickupAddress',
        t('上车点'),
        (row) => row.pickupAddress,
        (row) => tr(row.cityName),
        [],
        { grow: true, width: 140, shows: ['pickupAddress', 'cityName'] },
      ),
      c.of('drivers', t('已派 / 需要'), (row) => <span className="ui-number">{assignedText(row)}</span>, '0/0', {
        align: 'right',
        shows: ['driverCount', 'orders'],
      }),
      c.link('bookingNo', t('预约单号'), pathOf, {
        like: 'B0000000000000',
        pin: undefined,
        shows: ['bookingNo', 'channelName', 'source'],
        under: (row) => (
          <>
            {row.channelName || tr(orderSourceText[row.source])} <Time at={row.createdAt} as="short" />
          </>
        ),
      }),
      c.time('createdAt', t('下单时间'), { optional: true }),
      c.time('bookTime', t('预约时间'), { optional: true }),
    ],
    actions: queueActions(),
    live: { topic: 'orders', everyMs: 800 },
    pollS: { live: 10, otherwise: 5 },
  }))
