import { type BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls } from '@chauffeur/contract/message/broadcast'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { NoMessageService } from '#shared/message/no-message-service.tsx'
import { Carriers } from './carriers.tsx'
import { CountFacts } from './count-facts.tsx'

interface Props {
  row: BroadcastRow
  open: boolean
  onClose: () => void
}

/** A second person reads the text and who would get it now, beside who would have when it was submitted. */
export function ApproveDialog({ row, open, onClose }: Props) {
  const now = useCall(broadcastCalls.recount, { broadcastId: row.broadcastId }, { enabled: open, saysRefusals: true })
  return (
    <CallForm
      call={broadcastCalls.approve}
      refreshes={[broadcastCalls.list, broadcastCalls.detail, broadcastCalls.recount, broadcastCalls.recipients]}
      open={open}
      width={560}
      title={t('批准群发 {name}', { name: row.name })}
      okText={row.sendAt ? t('批准') : t('批准并立即发送')}
      ready={now.data !== undefined}
      beside={() => ({ broadcastId: row.broadcastId, version: row.version, shown: now.data?.recipients ?? 0 })}
      saved={({ recipients }) => t('已批准，接收人 {n} 位', { n: recipients })}
      onClose={onClose}
    >
      <p className="broadcast-text">{row.sample}</p>
      <NoMessageService />
      <Carriers row={row} open={open} />
      {now.error ? <p role="alert">{now.error.message}</p> : null}
      {now.data ? <CountFacts count={now.data} before={row.submitted} /> : <p role="status">{t('正在统计…')}</p>}
      <p>{t('批准后接收人名单固定，不会再增加；发送时退订、抹除或收回同意的人不会收到。')}</p>
      <LongTextField name="note" label={t('审核说明')} maxLength={200} />
    </CallForm>
  )
}

export function RejectDialog({ row, open, onClose }: Props) {
  return (
    <CallForm
      call={broadcastCalls.reject}
      refreshes={[broadcastCalls.list, broadcastCalls.detail]}
      open={open}
      title={t('驳回群发 {name}', { name: row.name })}
      okText={t('驳回')}
      beside={() => ({ broadcastId: row.broadcastId, version: row.version })}
      saved={t('已驳回，退回编写的人')}
      onClose={onClose}
    >
      <LongTextField name="note" label={t('驳回原因')} required maxLength={200} />
    </CallForm>
  )
}

/** For good: whoever is left gets nothing. */
export function EndDialog({ row, open, onClose }: Props) {
  return (
    <CallForm
      call={broadcastCalls.end}
      refreshes={[broadcastCalls.list, broadcastCalls.detail, broadcastCalls.recipients]}
      open={open}
      danger
      title={t('结束群发 {name}', { name: row.name })}
      okText={t('结束〔操作〕')}
      beside={() => ({ broadcastId: row.broadcastId, version: row.version })}
      saved={t('已结束')}
      onClose={onClose}
    >
      <p>{row.waiting > 0 ? t('还有 {n} 人没有发送，结束后不能再继续。', { n: row.waiting }) : t('结束后不能再提交或发送。')}</p>
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}
