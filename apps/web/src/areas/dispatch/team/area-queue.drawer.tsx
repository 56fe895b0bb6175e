import { type DispatchTeam, dispatchTeamsCalls, type QueuedDriver, queueLeaveText } from '@chauffeur/contract/dispatch/team'
import { freshnessText } from '@chauffeur/contract/order/model'
import { Alert, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { PagedTable } from '#kit/list/paged-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Elapsed, Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { hoursWords } from './team.view.ts'
import { AddToQueueForm } from './add-to-queue.form.tsx'
import { MoveInQueueForm, RemoveFromQueueForm } from './queue.form.tsx'
import '#shared/city/scope-fields.css'
import './team.css'

interface Props {
  /** The team whose queue is open. */
  row: DispatchTeam | null
  onClose: () => void
}
type Tab = 'NOW' | 'PAST'

/** Who stands in the queue of an area, and who stood there. */
export default function AreaQueueDrawer({ row, onClose }: Props) {
  const [tab, setTab] = useState<Tab>('NOW')
  return (
    <KeptDrawer
      row={row}
      title={({ name }) => t('{name} 的排队', { name })}
      size={920}
      onClose={onClose}
      extra={
        <Segmented<Tab>
          value={tab}
          onChange={setTab}
          options={[
            { value: 'NOW', label: t('正在排队') },
            { value: 'PAST', label: t('排队记录') },
          ]}
        />
      }
    >
      {(team) => (tab === 'NOW' ? <Standing team={team} /> : <Past teamId={team.teamId} />)}
    </KeptDrawer>
  )
}

type Doing = { what: 'move' | 'remove'; driver: QueuedDriver }

function Standing({ team }: { team: DispatchTeam }) {
  const { teamId } = team
  const query = useCall(dispatchTeamsCalls.queue, { teamId }, { refetchIntervalS: 3 })
  const { send: move } = useSend(dispatchTeamsCalls.moveInQueue)
  const mayChange = useMay(dispatchTeamsCalls.putInQueue)
  const [doing, setDoing] = useState<Doing | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef<{ driverId: string; step: number } | null>(null)
  const rows = query.data?.rows
  useEffect(() => {
    // A row that goes down is taken from the page and put in again: the keyboard stays with its driver.
    const last = pressed.current
    if (!last || document.activeElement !== document.body) return
    const buttons = box.current?.querySelectorAll<HTMLButtonElement>(`[data-driver="${last.driverId}"] button:not(:disabled)`)
    const wanted = [...(buttons ?? [])]
    ;(wanted.find((button) => button.dataset.step === String(last.step)) ?? wanted[0])?.focus()
  }, [rows])
  const step = (driver: QueuedDriver, by: number) => {
    pressed.current = { driverId: driver.driverId, step: by }
    // What was refused was told; the list is asked for anew.
    void move({ teamId, driverId: driver.driverId, seenAt: driver.place, place: driver.place + by }).catch(() => query.refetch())
  }
  return (
    <div ref={box}>
      {mayChange ? <AddToQueueForm teamId={teamId} /> : null}
      <Async query={query}>
        {({ open, waiting, rows: standing }) => (
          <>
            {open ? null : (
              <Alert
                type="warning"
                showIcon
                className="ui-form-problem"
                title={
                  team.enabled ? t('现在不在生效时段（{hours}），没有司机排队', { hours: hoursWords(team) }) : t('车队已停用，没有司机排队')
                }
              />
            )}
            {standing.length === 0 ? (
              <EmptyState
                title={waiting > 0 ? t('有 {n} 名司机排队，都不在您的业务范围内', { n: waiting }) : t('没有司机排队')}
                hint={open ? t('空闲司机进入区域后自动排到队尾') : undefined}
              />
            ) : (
              <PlainTable
                label={t('正在排队的司机')}
                rows={standing}
                rowKey={({ driverId }) => driverId}
                rowProps={({ driverId }) => ({ 'data-driver': driverId }) as object}
                columns={[
                  { title: t('排队位置'), end: true, cell: ({ place }) => place },
                  { title: t('司机'), head: true, cell: (driver) => <QueuedName driver={driver} /> },
                  { title: t('状态'), cell: (driver) => <StatusTag work={driver.workStatus} /> },
                  { title: t('位置'), cell: whereWords },
                  { title: t('已排队'), cell: (driver) => <Elapsed since={driver.enteredAt} /> },
                  { title: t('说明'), cell: (driver) => noteWords(driver) || '—' },
                  ...(mayChange
                    ? [
                        {
                          title: t('操作'),
                          cell: (driver: QueuedDriver) => (
                            <span className="dispatch-actions">
                              <Step driver={driver} by={-1} disabled={driver.place === 1} onStep={step} />
                              <Step driver={driver} by={1} disabled={driver.place === waiting} onStep={step} />
                              <button
                                type="button"
                                className="ui-text-button"
                                aria-label={t('移到指定位置：{name}', { name: driver.name })}
                                onClick={() => setDoing({ what: 'move', driver })}
                              >
                                {t('移到')}
                              </button>
                              <button
                                type="button"
                                className="ui-text-button"
                                aria-label={t('移出 {name}', { name: driver.name })}
                                onClick={() => setDoing({ what: 'remove', driver })}
                              >
                                {t('移出')}
                              </button>
                            </span>
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            )}
            {standing.length > 0 && standing.length < waiting ? (
              <p className="dispatch-was">{t('共 {n} 名司机排队，其余不在您的业务范围内', { n: waiting })}</p>
            ) : null}
          </>
        )}
      </Async>
      <MoveInQueueForm teamId={teamId} driver={doing?.what === 'move' ? doing.driver : null} onClose={() => setDoing(null)} />
      <RemoveFromQueueForm teamId={teamId} driver={doing?.what === 'remove' ? doing.driver : null} onClose={() => setDoing(null)} />
    </div>
  )
}

function Step({
  driver,
  by,
  disabled,
  onStep,
}: {
  driver: QueuedDriver
  by: 1 | -1
  disabled: boolean
  onStep: (driver: QueuedDriver, by: number) => void
}) {
  return (
    <button
      type="button"
      className="ui-text-button"
      data-step={by}
      disabled={disabled}
      aria-label={by < 0 ? t('上移{column}', { column: driver.name }) : t('下移{column}', { column: driver.name })}
      onClick={() => onStep(driver, by)}
    >
      {by < 0 ? t('上移') : t('下移')}
    </button>
  )
}

const whereWords = ({ inside, freshness, ageS }: QueuedDriver): string =>
  inside === null || freshness === null || ageS === null
    ? t('没有位置')
    : `${inside ? t('区域内') : t('区域外')} · ${freshness === 'FRESH' ? t('{n} 秒前', { n: ageS }) : tr(freshnessText[freshness])}`
const noteWords = ({ putByName, movedAt, note }: QueuedDriver): string =>
  [putByName ? t('{name} 加入', { name: putByName }) : movedAt ? t('客服调整') : '', note].filter(Boolean).join(t('：'))

function Past({ teamId }: { teamId: string }) {
  return (
    <PagedTable
      call={dispatchTeamsCalls.queueHistory}
      input={{ teamId }}
      label={t('排队记录')}
      empty={t('还没有排队记录')}
      rowKey={({ entryId }) => entryId}
      columns={[
        { title: t('司机'), head: true, cell: (past) => <QueuedName driver={past} /> },
        { title: t('开始排队'), cell: (past) => <Time at={past.enteredAt} as="short" /> },
        { title: t('离开'), cell: (past) => <Time at={past.leftAt} as="short" /> },
        { title: t('离开原因'), cell: (past) => [tr(queueLeaveText[past.reason]), past.leftByName].filter(Boolean).join(' · ') },
        { title: t('说明'), cell: (past) => past.note || '—' },
      ]}
    />
  )
}

const QueuedName = ({ driver }: { driver: { name: string; driverNo: string } }) => (
  <>
    <span lang="zh-CN">{driver.name}</span> <span className="ui-number">{driver.driverNo}</span>
  </>
)
