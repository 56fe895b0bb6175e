import type { CallRow } from '@chauffeur/contract/call-centre/phone'
import type { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useState } from 'react'
import { openTab } from '#platform/tab/tab.ts'
import { useCan } from '#platform/session/session.ts'
import { eventWords } from '#platform/softphone/codes.ts'
import { commandPhone, dial, retryPhone, switchPhone } from '#platform/softphone/phone.ts'
import { autoRecord, liveCall, setAutoRecord, usePhone } from '#platform/softphone/state.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { CallResult } from '#shared/phone/call-result.tsx'
import { Async, type QueryLike } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { DialPad } from './dial-pad.tsx'
import { deviceWord, driverWord, shownNumber } from './phone-words.ts'

type Mine = AnswerOf<typeof phoneCalls.mine>
const TABS = ['dial', 'calls', 'events', 'device'] as const
type Tab = (typeof TABS)[number]

interface PanelProps {
  calls: QueryLike<Mine>
  onWrapUp: (callId: string) => void
}

/** What hangs under the telephone's button: dial pad, own calls, events of the line, the device. */
export default function PhonePanel({ calls, onWrapUp }: PanelProps) {
  const on = usePhone((state) => state.on)
  const [tab, setTab] = useState<Tab>(on ? 'dial' : 'device')
  const names: Record<Tab, string> = { dial: t('拨号'), calls: t('我的通话'), events: t('话机事件'), device: t('本机话机') }
  return (
    <div className="phone-panel">
      <div className="phone-tabs" role="tablist" aria-label={t('话机')}>
        {TABS.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={tab === one} onClick={() => setTab(one)}>
            {names[one]}
          </button>
        ))}
      </div>
      <div className="phone-body" role="tabpanel" aria-label={names[tab]}>
        {tab === 'dial' ? <DialPad /> : null}
        {tab === 'calls' ? <MyCalls calls={calls} onWrapUp={onWrapUp} /> : null}
        {tab === 'events' ? <Events /> : null}
        {tab === 'device' ? <Device /> : null}
      </div>
    </div>
  )
}

function MyCalls({ calls, onWrapUp }: PanelProps) {
  const all = useCan('callLog.view')
  return (
    <>
      <Async query={calls} isEmpty={({ rows }) => rows.length === 0} empty={<EmptyState title={t('还没有通话')} />}>
        {({ rows }) => (
          <ul className="phone-list">
            {rows.map((row) => (
              <MyCall key={row.callId} row={row} onWrapUp={onWrapUp} />
            ))}
          </ul>
        )}
      </Async>
      {all ? (
        <button type="button" className="link phone-all" onClick={() => openTab('/CallCentre/CallLog')}>
          {t('查看全部通话记录')}
        </button>
      ) : null}
    </>
  )
}

function MyCall({ row, onWrapUp }: { row: CallRow; onWrapUp: (callId: string) => void }) {
  const usable = usePhone((state) => state.on && state.device === 'ready')
  return (
    <li>
      <span className="phone-list-who">
        <span className="ui-number">{row.phone || t('号码未显示')}</span>
        {row.customerName ? <span className="phone-quiet">{row.customerName}</span> : null}
      </span>
      <span className="phone-list-what">
        <CallResult row={row} /> <Time at={row.startedAt} />
      </span>
      <span className="phone-list-acts">
        {row.endedAt ? (
          <button type="button" className="link" onClick={() => onWrapUp(row.callId)}>
            {row.wrapUp ? t('改登记') : t('登记')}
          </button>
        ) : null}
        {row.phone !== '' ? (
          <button
            type="button"
            className="link"
            disabled={!usable}
            aria-label={t('回拨 {phone}', { phone: row.phone })}
            onClick={() => void dial({ of: 'CALL', id: row.callId }).catch(() => undefined)}
          >
            {t('回拨')}
          </button>
        ) : null}
      </span>
    </li>
  )
}

/** Every event of the line that this page heard of, newest first. */
function Events() {
  const log = usePhone((state) => state.log)
  const reveal = useCan('phone.reveal')
  if (log.length === 0) return <EmptyState title={t('还没有话机事件')} />
  return (
    <PlainTable
      className="phone-events"
      rows={log.toReversed()}
      rowKey={(event) => event.seq}
      columns={[
        { title: t('时间'), cell: (event) => <Time at={new Date(event.atMs).toISOString()} as="exact" /> },
        { title: t('线路'), cell: (event) => <span className="ui-number">{event.ch + 1}</span> },
        { title: t('事件'), cell: (event) => <span title={String(event.code)}>{tr(eventWords(event.code))}</span> },
        {
          title: t('内容'),
          cell: (event) => (
            <span className="ui-number">
              {[shownNumber(event.data, reveal), event.result === 0 ? '' : `(${event.result})`].join(' ').trim()}
            </span>
          ),
        },
      ]}
    />
  )
}

function Device() {
  const state = usePhone()
  const [recordsItself, setRecords] = useState(autoRecord)
  const ch = liveCall(state)?.ch ?? 0
  const ready = state.device === 'ready'
  return (
    <div className="phone-device">
      <label className="phone-switch">
        <input type="checkbox" checked={state.on} onChange={(event) => switchPhone(event.target.checked)} />
        {t('使用本机话机')}
      </label>
      <p className="phone-quiet">
        {t('话机在这台电脑上，开关也只对这台电脑有效。浏览器询问是否允许访问本机设备时请选择允许；来电弹屏还要允许本站弹出窗口。')}
      </p>
      <label className="phone-switch">
        <input
          type="checkbox"
          checked={recordsItself}
          onChange={(event) => {
            setAutoRecord(event.target.checked)
            setRecords(event.target.checked)
          }}
        />
        {t('接通后自动录音')}
      </label>
      {state.on ? (
        <>
          <Facts
            facts={[
              [t('状态'), deviceWord(state)],
              [t('驱动'), driverWord(state.driver)],
              ...(state.info
                ? ([
                    [t('线路数'), state.info.channels],
                    [t('序列号'), state.info.serial],
                    [t('版本'), state.info.version],
                  ] as const)
                : []),
            ]}
          />
          {state.device === 'failed' ? (
            <p className="phone-problem" role="alert">
              {t('设备打开失败：请检查话机是否插好、驱动是否正常、是否被其他程序占用，然后重试')}
            </p>
          ) : null}
          {ready ? (
            <p className="phone-acts">
              <button type="button" className="link" onClick={() => void commandPhone({ do: 'ringPower', ch, on: true })}>
                {t('打开振铃供电')}
              </button>
              <button type="button" className="link" onClick={() => void commandPhone({ do: 'ringPower', ch, on: false })}>
                {t('关闭振铃供电')}
              </button>
              <button type="button" className="link danger" onClick={() => void commandPhone({ do: 'deleteRecording', ch })}>
                {t('删除本机最近录音')}
              </button>
            </p>
          ) : (
            <button type="button" className="link" onClick={retryPhone}>
              {t('立即重试')}
            </button>
          )}
        </>
      ) : null}
    </div>
  )
}
