import { customerCalls, type CustomerRow } from '@chauffeur/contract/customer/profile'
import type { AnswerOf, InputOf } from '@chauffeur/contract/kernel/call'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import { InstantField } from '#kit/fields/time-fields.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { CityField } from '#kit/pickers/city-field.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'
import { customerReads } from './profile.view.ts'

export interface ManyProps {
  /** Whom it is done to, in words. */
  who: string
  chosen: Pick<InputOf<typeof customerCalls.move>, 'customerIds' | 'filter'>
  open: boolean
  onDone?: () => void
  onClose: () => void
}
const oneOf = ({ row, open, onClose }: RowDialogProps<CustomerRow>): ManyProps => ({
  who: row.name || row.phone,
  chosen: { customerIds: [row.customerId] },
  open,
  onClose,
})

/** Some may be out of sight by now, or gone. */
const doneWords = ({ jobId, done, refused }: AnswerOf<typeof customerCalls.move>) =>
  jobId !== null
    ? t('正在后台处理，进度见右上角的任务列表')
    : refused.length === 0
      ? t('已处理 {n} 位客户', { n: done })
      : t('已处理 {n} 位客户，{m} 位未处理：不存在或不在您的业务范围内', { n: done, m: refused.length })

const common = ({ chosen, open, onDone, onClose }: ManyProps) => ({
  refreshes: customerReads,
  open,
  beside: () => chosen,
  saved: doneWords,
  onSaved: onDone,
  onClose,
})

export const BlacklistMany = (many: ManyProps) => {
  // Cities of one business share a clock.
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={customerCalls.blacklist}
      {...common(many)}
      title={t('把 {who} 加入黑名单', { who: many.who })}
      okText={t('加入黑名单')}
      danger
    >
      <LongTextField name="reason" label={t('原因')} required maxLength={200} hint={t('接单台会看到')} />
      <InstantField name="until" label={t('截止')} hint={t('不填为永久')} offsetMinutes={offsetMinutes} />
    </CallForm>
  )
}
export const UnblacklistMany = (many: ManyProps) => (
  <CallForm call={customerCalls.unblacklist} {...common(many)} title={t('把 {who} 移出黑名单', { who: many.who })} okText={t('移出黑名单')}>
    <LongTextField name="reason" label={t('原因')} required maxLength={200} />
  </CallForm>
)
export const MoveMany = (many: ManyProps) => (
  <CallForm call={customerCalls.move} {...common(many)} title={t('变更 {who} 的城市', { who: many.who })}>
    <CityField name="cityId" label={t('新城市')} required />
    <LongTextField name="reason" label={t('原因')} required maxLength={200} />
  </CallForm>
)

export const BlacklistRow = (row: RowDialogProps<CustomerRow>) => <BlacklistMany {...oneOf(row)} />
export const UnblacklistRow = (row: RowDialogProps<CustomerRow>) => <UnblacklistMany {...oneOf(row)} />
export const MoveRow = (row: RowDialogProps<CustomerRow>) => <MoveMany {...oneOf(row)} />
