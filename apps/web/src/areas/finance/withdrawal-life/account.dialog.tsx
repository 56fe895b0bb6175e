import { withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { withdrawalWayText } from '@chauffeur/contract/finance/withdrawal'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button } from 'antd'
import { useState } from 'react'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { SecretField, TextField } from '#kit/fields/text-fields.tsx'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { copyText } from '#ui/show/copy.ts'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { accountWords, type Life, withdrawalReads } from '../withdrawal-review/review.view.ts'

interface DialogProps {
  open: boolean
  life: Life
  onClose: () => void
}

/** The whole number, for a reason that is logged; it is gone from the screen when the drawer closes. */
export function RevealDialog({ open, life, onClose }: DialogProps) {
  const [number, setNumber] = useState<string | null>(null)
  return (
    <>
      <CallForm
        call={withdrawalReviewCalls.accountNumber}
        beside={() => ({ withdrawalId: life.withdrawalId })}
        open={open}
        title={t('查看完整账号')}
        okText={t('查看')}
        saved={null}
        onSaved={({ accountNo }) => setNumber(accountNo)}
        onClose={onClose}
      >
        <p>{t('查看 {name} 的完整收款账号会记入操作日志。', { name: life.account.holderName })}</p>
        <TextField name="reason" label={t('原因')} required maxLength={200} />
      </CallForm>
      <KeptDrawer row={number} title={life.account.holderName} size={360} onClose={() => setNumber(null)}>
        {(shown) => (
          <p className="withdrawal-number">
            <strong className="ui-number">{shown}</strong>
            <Button
              size="small"
              onClick={() =>
                void copyText(shown).then((copied) => (copied ? toast.success(t('已复制')) : toast.error(t('复制失败，请手动选择'))))
              }
            >
              {t('复制')}
            </Button>
          </p>
        )}
      </KeptDrawer>
    </>
  )
}

type Account = AnswerOf<typeof withdrawalReviewCalls.accounts>['rows'][number]
/** Somebody else than who changed the account has made sure that it is the driver's. */
export function CheckAccountDialog({ open, life, account, onClose }: DialogProps & { account: Account }) {
  return (
    <CallForm
      call={withdrawalReviewCalls.checkAccount}
      refreshes={[...withdrawalReads, withdrawalReviewCalls.accounts]}
      beside={() => ({ driverId: life.driverId, way: account.way, changedAt: account.changedAt })}
      open={open}
      title={t('核对 {name} 的收款账户（{way}）', { name: life.driverName, way: tr(withdrawalWayText[account.way]) })}
      okText={t('账户无误')}
      saved={t('已核对，修改人也可以审核或打款')}
      onClose={onClose}
    >
      <p>
        {t('{by} 修改的账户：{account}。请与司机本人核实后再确认。', {
          by: account.enteredByName,
          account: `${account.holderName} ${accountWords(life, account)}`,
        })}
      </p>
      <TextField name="reason" label={t('核对方式')} required maxLength={200} />
    </CallForm>
  )
}

/** The driver's account for what is applied for from now on, and for what is paid again. */
export function ChangeAccountDialog({ open, life, onClose }: DialogProps) {
  const bank = life.way === 'BANK'
  return (
    <CallForm
      call={withdrawalReviewCalls.changeAccount}
      refreshes={[...withdrawalReads, withdrawalReviewCalls.accounts]}
      beside={() => ({ driverId: life.driverId, way: life.way })}
      open={open}
      title={t('修改 {name} 的收款账户（{way}）', { name: life.driverName, way: tr(withdrawalWayText[life.way]) })}
      initial={{ holderName: life.account.holderName, bankName: life.account.bankName, branch: life.account.branch }}
      saved={t('已修改，冷却期过后才能付到新账户')}
      length="long"
      onClose={onClose}
    >
      <p>{t('和司机自己修改一样：冷却期内不付款，修改记入操作日志。已在审核的提现仍付到原账户。')}</p>
      <TextField name="holderName" label={bank ? t('户名') : t('微信实名')} required maxLength={50} />
      {bank ? (
        <FieldRow>
          <TextField name="bankName" label={t('开户行')} maxLength={60} />
          <TextField name="branch" label={t('支行')} maxLength={80} />
        </FieldRow>
      ) : null}
      <SecretField name="accountNo" label={bank ? t('银行卡号') : t('微信 openid')} required maxLength={64} autoComplete="off" />
      <TextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}
