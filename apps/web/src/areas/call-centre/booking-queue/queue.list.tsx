import MutedOutlined from '@ant-design/icons/es/icons/MutedOutlined'
import SoundOutlined from '@ant-design/icons/es/icons/SoundOutlined'
import { queueCalls, type QueueRow } from '@chauffeur/contract/call-centre/booking-queue'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderAttentionText, orderSourceText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isAbort, RefusalError, refresh, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan, useSession } from '#platform/session/session.ts'
import { openTab, useTabActive } from '#platform/tab/tab.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { faultOf } from '#ui/page/fault.view.ts'
import { isCovered } from '#ui/dialog/covered.ts'
import { isTyping } from '#ui/table/keyboard.view.ts'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Filter, type Option, QueryTable } from '#kit/list/query-table.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { usePreference } from '#kit/list/use-preference.ts'
import { queueColumns } from './queue.columns.tsx'
import { orderPath, QUEUE_SOUND, workPath } from './queue.view.ts'
import './booking-queue.css'

const rowKey = (row: QueueRow) => row.bookingId
const lists = [queueCalls.orderQueue, queueCalls.myOrderQueue]
const named = (table: Record<string, string>): Option[] => Object.entries(table).map(([key, value]) => ({ key, value: tr(value) }))
const translated = (options: readonly Option[] | undefined): Option[] =>
  (options ?? []).filter(({ key }) => key !== '').map(({ key, value }) => ({ key, value: tr(value) }))

/** Bookings that are not over, what breaches its timer next on top; claimed, let go and closed by one key each. */
export function QueueList({ mine }: { mine: boolean }) {
  const language = useLocale()
  const userId = useSession((state) => state.userId)
  const mayClaim = useCan('callCentre.claim')
  const { send: sendClaim, pending: claiming } = useSend(queueCalls.claimFromQueue, { refreshes: lists })
  const { send: sendRelease } = useSend(queueCalls.releaseToQueue, { refreshes: lists })
  const { send: sendClose } = useSend(queueCalls.closeInQueue, { refreshes: lists })
  const sound = usePreference(QUEUE_SOUND)
  const silent = sound.value === 'off'
  const [rows, setRows] = useState<readonly QueueRow[]>([])
  const latest = useRef(rows)
  latest.current = rows
  const [needy, setNeedy] = useState(0)
  const onRows = useCallback((next: readonly QueueRow[], page: unknown) => {
    setRows(next)
    setNeedy((page as AnswerOf<typeof queueCalls.orderQueue> | undefined)?.counts.attention ?? 0)
  }, [])

  const done = useCallback(async (work: Promise<unknown>) => {
    try {
      await work
    } catch (error) {
      if (isAbort(error)) return
      toast.error(takenBy(error) ?? faultOf(error).hint)
      await refresh(lists)
    }
  }, [])
  const take = useCallback(
    (bookingId?: string) =>
      void done(
        sendClaim(bookingId ? { bookingId } : {}).then((row) => {
          toast.success(t('已领取 {no}', { no: row.bookingNo }))
          openTab(workPath(row))
        }),
      ),
    [sendClaim, done],
  )
  const giveBack = useCallback((row: QueueRow) => void done(sendRelease({ bookingId: row.bookingId })), [sendRelease, done])
  const finish = useCallback((row: QueueRow) => void done(sendClose({ bookingId: row.bookingId })), [sendClose, done])
  const open = useCallback((row: QueueRow) => openTab(orderPath(row.orderId)), [])

  const columns = useMemo(
    () => queueColumns({ language, userId, mayClaim, onClaim: (row) => take(row.bookingId), onRelease: giveBack, onClose: finish }),
    [language, userId, mayClaim, take, giveBack, finish],
  )
  const filters = useQueueFilters(language)
  const again = useThrottled(() => refresh(lists), 800)
  useLive('orders', again, { onGap: again })

  const pane = useRef<HTMLDivElement>(null)
  const active = useTabActive()
  useEffect(() => {
    if (!active || !mayClaim) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target) || isCovered()) return
      const row = chosenRow(pane.current, latest.current)
      const key = event.key.toLowerCase()
      if (key === 'n') take()
      else if (key === 'c' && row?.canClaim) take(row.bookingId)
      else if (key === 'f' && row?.claimedBy?.userId === userId) giveBack(row)
      else if (key === 'x' && row?.queueStatus === 'FAILED') finish(row)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [active, mayClaim, userId, take, giveBack, finish])

  const title = mine ? t('我的队列') : t('全部队列')
  return (
    <Page
      title={title}
      fill
      extra={needy > 0 ? <span className="ui-left-over">{t('{n} 单需要处理', { n: needy })}</span> : undefined}
      actions={
        <>
          {mayClaim ? (
            <span className="queue-keys">
              <KeyHint keys="C" /> {t('领取')} <KeyHint keys="F" /> {t('放回')} <KeyHint keys="X" /> {t('结束跟进')}
            </span>
          ) : null}
          <Button
            icon={silent ? <MutedOutlined /> : <SoundOutlined />}
            aria-pressed={!silent}
            onClick={() => sound.save(silent ? 'on' : 'off')}
          >
            {silent ? t('提示音已关') : t('提示音已开')}
          </Button>
          {mayClaim ? (
            <Button type="primary" loading={claiming} onClick={() => take()}>
              {t('领取下一单')} <KeyHint keys="N" />
            </Button>
          ) : null}
        </>
      }
    >
      <div ref={pane} className="queue-pane">
        <QueryTable
          name={mine ? 'callCentre.myQueue' : 'callCentre.queue'}
          label={title}
          call={mine ? queueCalls.myOrderQueue : queueCalls.orderQueue}
          columns={columns}
          filters={filters}
          rowKey={rowKey}
          onOpen={open}
          onRows={onRows}
          pollS={usePollS(5, 10)}
          empty={<EmptyState title={mine ? t('没有正在跟进的订单') : t('没有进行中的订单')} />}
        />
      </div>
    </Page>
  )
}

/** Whose a booking is that somebody else claimed first. */
function takenBy(error: unknown): string | null {
  if (!(error instanceof RefusalError) || error.error !== 'queue.taken') return null
  const { by } = error.data as { by?: string }
  return by ? t('已被 {name} 领取', { name: by }) : null
}

/** The row that the keyboard is on. */
function chosenRow(pane: HTMLElement | null, rows: readonly QueueRow[]): QueueRow | undefined {
  const id = pane?.querySelector('[role="grid"]')?.getAttribute('aria-activedescendant')
  const at = id ? document.getElementById(id)?.dataset.row : undefined
  return at === undefined ? undefined : rows[Number(at)]
}

function useQueueFilters(language: string): Filter[] {
  const options = useCall(queueCalls.queueFilterOptions, {}).data
  return useMemo<Filter[]>(
    () => [
      {
        kind: 'text',
        key: 'keyword',
        label: t('关键字'),
        placeholder: t('预约单号 / 订单号 / 电话 / 客户'),
        width: language === 'en' ? 204 : 220,
      },
      { kind: 'select', key: 'stage', label: t('阶段'), width: 104, options: translated(options?.stages) },
      {
        kind: 'select',
        key: 'attention',
        label: t('需要处理'),
        width: language === 'en' ? 148 : 130,
        options: [{ key: 'ANY', value: t('任何原因') }, ...named(orderAttentionText)],
      },
      { kind: 'select', key: 'cityId', label: t('城市'), width: 88, options: translated(options?.cities) },
      { kind: 'select', key: 'channelId', label: t('渠道'), width: language === 'en' ? 102 : 88, options: translated(options?.channels) },
      { kind: 'select', key: 'source', label: t('来源'), width: 88, options: named(orderSourceText) },
      { kind: 'select', key: 'unclaimed', label: t('领取情况'), width: 104, options: [{ key: 'true', value: t('无人领取') }] },
    ],
    [options, language],
  )
}
