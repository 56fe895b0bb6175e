import { payoutCalls, payoutChannelText } from '@chauffeur/contract/finance/payout'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { type WithdrawalAction, withdrawalActionText } from '@chauffeur/contract/finance/withdrawal-review-model'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { useKept } from '#kit/detail/use-kept.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { refresh, sendCall, useCall, useSend } from '#platform/http/call.ts'
import { RefusalError } from '#platform/http/errors.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { channelFor } from '../payout/payout.view.ts'
import { Flags } from '../withdrawal-review/review.columns.tsx'
import {
  accountWords,
  blockerWords,
  doneWords,
  failureWords,
  type Life,
  refusedWords,
  withdrawalReads,
} from '../withdrawal-review/review.view.ts'

interface Values {
  reason?: string
}
interface ActionDialogProps {
  /** Null while closed. */
  action: WithdrawalAction | null
  life: Life
  onTold: (words: string) => void
  onClose: () => void
}

/** One step, with what it means; a refusal says in the dialog how the withdrawal stands now. */
export default function ActionDialog({ action: asked, life, onTold, onClose }: ActionDialogProps) {
  const action = useKept(asked)
  const act = useSend(withdrawalReviewCalls.act, { refreshes: withdrawalReads })
  const retry = useSend(withdrawalReviewCalls.retry, { refreshes: withdrawalReads })
  if (action === null) return null
  const needsReason = action !== 'PAY'
  const save = async ({ reason = '' }: Values) => {
    try {
      if (action === 'RETRY') {
        const { attempt } = await retry.send({ withdrawalId: life.withdrawalId, attempt: life.attempt, reason })
        return t('已用新单号重新提交渠道（第 {n} 次）', { n: attempt })
      }
      return doneWords(action, await act.send({ withdrawalId: life.withdrawalId, action, state: life.state, reason }))
    } catch (error) {
      void refresh(withdrawalReads)
      if (error instanceof RefusalError) throw new RefusalError(error.code, error.error, refusedWords(error), error.data)
      throw error
    }
  }
  return (
    <EditForm<Values, never, string>
      open={asked !== null}
      title={`${tr(withdrawalActionText[action])} ${life.withdrawNo}`}
      okText={tr(withdrawalActionText[action])}
      danger={action === 'REJECT' || action === 'GIVE_BACK'}
      length="short"
      save={save}
      saved={null}
      onSaved={onTold}
      onClose={onClose}
    >
      <Meaning action={action} life={life} />
      <TextField name="reason" label={needsReason ? t('原因') : t('备注')} required={needsReason} maxLength={200} />
    </EditForm>
  )
}

function Meaning({ action, life }: { action: WithdrawalAction; life: Life }) {
  const sum = moneyText(life.applyFen)
  switch (action) {
    case 'APPROVE':
      return (
        <>
          <p>{t('有风险提示，通过前请核实并写明理由：')}</p>
          <Flags row={life} />
        </>
      )
    case 'REJECT':
      return <p>{t('驳回后 {sum} 立即回到 {name} 的钱包，原因会告诉司机。', { sum, name: life.driverName })}</p>
    case 'PAY':
      return <Paying life={life} />
    case 'RETRY':
      return (
        <>
          <p>{t('上一笔：{what}。系统先向渠道查询，确认失败后才用新单号再付一次。', { what: failureWords(life.failCode).what })}</p>
          <Paying life={life} />
        </>
      )
    case 'GIVE_BACK':
      return <p>{t('不再付款，{sum} 退回 {name} 的钱包。', { sum, name: life.driverName })}</p>
    default:
      return null
  }
}

/** By what, to whom and how much, and what stands in its way. */
function Paying({ life }: { life: Life }) {
  const ways = useCall(payoutCalls.ways, {}, { silent: true }).data
  const query = useCall(withdrawalReviewCalls.amountCheck, { withdrawalIds: [life.withdrawalId] }, { silent: true })
  const channel = ways && channelFor(ways, life)
  return (
    <>
      <Facts
        facts={[
          [t('实付金额'), <Money key="net" fen={life.netFen} />],
          [t('收款人'), `${life.account.holderName} ${accountWords(life, life.account)}`],
          channel !== undefined && [t('打款渠道'), tr(payoutChannelText[channel])],
        ]}
      />
      <Async query={query} skeleton={<Skeleton lines={1} />}>
        {(check) => <Check check={check} />}
      </Async>
    </>
  )
}

type Checked = Awaited<ReturnType<typeof sendCall<typeof withdrawalReviewCalls.amountCheck>>>
/** What the channel holds beside what is to be paid; it reserves nothing. */
export const Check = ({ check }: { check: Checked }) => (
  <p className={check.ok ? 'withdrawal-check' : 'withdrawal-check withdrawal-check-not'} role="status">
    {check.operatingBalanceFen === null
      ? t('需付 {sum}', { sum: moneyText(check.requiredFen) })
      : t('需付 {sum}，渠道余额 {balance}', { sum: moneyText(check.requiredFen), balance: moneyText(check.operatingBalanceFen) })}
    {check.blockers.map((blocker) => `${t('；')}${blockerWords(blocker, check)}`)}
  </p>
)
