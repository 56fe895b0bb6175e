import { payoutCalls } from '@chauffeur/contract/finance/payout'
import { WITHDRAWAL_STATE as S } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { type WithdrawalAction, withdrawalActionText } from '@chauffeur/contract/finance/withdrawal-review-model'
import { Button } from 'antd'
import { useState } from 'react'
import { useLetters } from '#kit/queue/use-letters.ts'
import { refresh, sendCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { checkedWords, doneWords, type Life, refusedWords, withdrawalReads } from '../withdrawal-review/review.view.ts'

const ActionDialog = lazyPiece(() => import('./action.dialog.tsx'))
const VoucherDialog = lazyPiece(async () => ({ default: (await import('./voucher.dialog.tsx')).VoucherDialog }))
const NotPaidDialog = lazyPiece(async () => ({ default: (await import('./voucher.dialog.tsx')).NotPaidDialog }))

const letterOf: Record<WithdrawalAction, string> = { OPEN: 'O', APPROVE: 'A', REJECT: 'R', PAY: 'P', RETRY: 'T', GIVE_BACK: 'B' }
const DANGER: readonly WithdrawalAction[] = ['REJECT', 'GIVE_BACK']
const FIRST: readonly WithdrawalAction[] = ['APPROVE', 'PAY', 'RETRY']

interface Step {
  key: string
  label: string
  letter: string
  danger?: boolean
  primary?: boolean
  busy?: boolean
  act: () => void
}
export interface LifeActionsProps {
  life: Life
  /** Letters do what the buttons do. */
  keys?: boolean
  /** What was done, or why it was not, in a sentence. */
  onSaid: (words: string) => void
  /** A decision was made: whoever works through a queue goes on to the next. */
  onDone?: (words: string) => void
}

/** What can be done about a withdrawal now, by this person: nothing else is shown. */
export function LifeActions({ life, keys, onSaid, onDone }: LifeActionsProps) {
  const { send, pending } = useSend(withdrawalReviewCalls.act, { refreshes: withdrawalReads })
  const [doing, setDoing] = useState<WithdrawalAction | 'VOUCHER' | 'NOT_PAID' | null>(null)
  const [checking, setChecking] = useState(false)
  const mayCheck = useMay(withdrawalReviewCalls.checkResult)
  const mayVoucher = useMay(payoutCalls.enterVoucher)
  const { withdrawalId, state } = life
  const voucher = life.vouchers.find(({ attempt }) => attempt === life.attempt)

  const told = (words: string) => {
    onSaid(words)
    onDone?.(words)
  }
  const attempt = async (act: () => Promise<string>, tell = told) => {
    onSaid('')
    try {
      tell(await act())
    } catch (error) {
      void refresh(withdrawalReads)
      onSaid(refusedWords(error))
    }
  }
  const now = (action: Exclude<WithdrawalAction, 'RETRY'>) =>
    attempt(async () => doneWords(action, await send({ withdrawalId, action, state })), action === 'OPEN' ? onSaid : told)
  const check = () => {
    setChecking(true)
    void attempt(async () => checkedWords(await sendCall(withdrawalReviewCalls.checkResult, { withdrawalId })), onSaid).finally(() => {
      setChecking(false)
      void refresh(withdrawalReads)
    })
  }
  const confirmVoucher = () =>
    attempt(async () => {
      await sendCall(payoutCalls.confirmVoucher, { withdrawalId })
      void refresh(withdrawalReads)
      return t('凭证已确认，这笔已到账')
    })

  const steps: Step[] = life.allowedActions.map((action) => ({
    key: action,
    label: tr(withdrawalActionText[action]),
    letter: letterOf[action],
    danger: DANGER.includes(action),
    primary: FIRST.includes(action),
    busy: pending,
    // What somebody should look at twice is asked once more; the rest is one key.
    act: () => (action === 'OPEN' || (action === 'APPROVE' && life.riskFlags.length === 0) ? void now(action) : setDoing(action)),
  }))
  const underWay = state === S.paying || state === S.unknown
  if (underWay && life.channel === 'BY_HAND' && mayVoucher) {
    if (voucher?.mayConfirm)
      steps.push({ key: 'CONFIRM', label: t('确认凭证'), letter: 'F', primary: true, act: () => void confirmVoucher() })
    else if (!voucher && !life.ownAccount)
      steps.push({ key: 'VOUCHER', label: t('登记凭证'), letter: 'E', primary: true, act: () => setDoing('VOUCHER') })
  }
  if (underWay && life.channel === 'BY_HAND' && mayVoucher && (!voucher || voucher.mayConfirm))
    steps.push({ key: 'NOT_PAID', label: t('未付款'), letter: 'N', danger: true, act: () => setDoing('NOT_PAID') })
  if (mayCheck && life.attempt > 0 && state !== S.refunded)
    steps.push({ key: 'CHECK', label: t('查询渠道'), letter: 'C', busy: checking, act: check })
  useLetters((key) => steps.find(({ letter, busy }) => !busy && letter === key)?.act, keys === true)

  const action = doing === 'VOUCHER' || doing === 'NOT_PAID' ? null : doing
  const close = () => setDoing(null)
  return (
    <>
      {steps.length > 0 ? (
        <div className="withdrawal-steps">
          {steps.map((step) => (
            <Button
              key={step.key}
              type={step.primary ? 'primary' : 'default'}
              danger={step.danger}
              loading={step.busy}
              aria-keyshortcuts={keys ? step.letter : undefined}
              onClick={step.act}
            >
              {step.label} {keys ? <KeyHint keys={step.letter} /> : null}
            </Button>
          ))}
        </div>
      ) : null}
      <WhenOpened open={action !== null}>
        <ActionDialog action={action} life={life} onTold={told} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing === 'VOUCHER'}>
        <VoucherDialog open={doing === 'VOUCHER'} life={life} onTold={onSaid} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing === 'NOT_PAID'}>
        <NotPaidDialog open={doing === 'NOT_PAID'} life={life} onTold={told} onClose={close} />
      </WhenOpened>
    </>
  )
}
