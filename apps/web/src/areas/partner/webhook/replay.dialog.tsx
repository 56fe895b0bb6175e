import { callbackCalls } from '@chauffeur/contract/partner/callback'
import { webhookCalls } from '@chauffeur/contract/partner/webhook'
import { CallForm } from '#kit/edit/call.form.tsx'
import { InstantField } from '#kit/fields/time-fields.tsx'
import { ChannelField } from '#kit/pickers/pick-field.tsx'
import { t } from '#platform/text/text.ts'

interface ReplayDialogProps {
  open: boolean
  /** Not given: which one is asked. */
  channelId: string | undefined
  onClose: () => void
}
const DAY_MS = 86_400_000

/** What a channel was to be told since then and did not take. */
export default function ReplayDialog({ open, channelId, onClose }: ReplayDialogProps) {
  return (
    <CallForm
      call={webhookCalls.replayFailed}
      refreshes={[webhookCalls.list, webhookCalls.detail, callbackCalls.list]}
      open={open}
      title={t('重推未送达')}
      initial={{ since: new Date(Date.now() - DAY_MS).toISOString() }}
      beside={() => (channelId ? { channelId } : {})}
      saved={({ replayed }) => (replayed === 0 ? t('这段时间没有未送达的推送') : t('已安排重新推送 {n} 条', { n: replayed }))}
      onClose={onClose}
    >
      {channelId ? null : <ChannelField name="channelId" required />}
      <InstantField
        name="since"
        label={t('自此时起')}
        required
        offsetMinutes={null}
        hint={t('已放弃的重新发送，等待重试的立即发送；编号不变，对方可据此去重。')}
      />
    </CallForm>
  )
}
