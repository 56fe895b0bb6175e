import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import { Button, Popconfirm } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import { CustomerField } from '#kit/pickers/pick-field.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { undoBy } from '#kit/edit/undo.ts'
import { Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { customerReads } from './profile.view.ts'

interface Props {
  open: boolean
  row: CustomerProfile
  onClose: () => void
}
const reads = [...customerReads, mergeCalls.merges]

/** Another customer who is the same person goes into this one. */
export const MergeDialog = ({ open, row, onClose }: Props) => (
  <CallForm
    call={mergeCalls.merge}
    refreshes={reads}
    open={open}
    title={t('把另一位客户并入 {who}', { who: row.name || row.phone })}
    okText={t('合并')}
    danger
    row={row}
    valuesOf={() => ({})}
    present={({ customerId }) => sendCall(customerCalls.profile, { customerId })}
    of="customerId"
    saved={t('已合并，一天内可撤销')}
    undo={({ mergeId }) => undoBy(mergeCalls.undoMerge, { mergeId })}
    onClose={onClose}
  >
    <CustomerField
      name="goneId"
      label={t('并入的客户')}
      required
      hint={t('其订单、券、权益、通话和记录都归到这位客户，两个号码都能找到')}
    />
    <LongTextField name="reason" label={t('原因')} required maxLength={200} />
  </CallForm>
)

/** The person goes for good. */
export const EraseDialog = ({ open, row, onClose }: Props) => (
  <CallForm
    call={mergeCalls.erase}
    refreshes={customerReads}
    open={open}
    title={t('抹除 {who} 的个人信息', { who: row.name || row.phone })}
    okText={t('永久抹除')}
    danger
    row={row}
    valuesOf={() => ({})}
    present={({ customerId }) => sendCall(customerCalls.profile, { customerId })}
    of="customerId"
    saved={t('已抹除')}
    onClose={onClose}
  >
    <p>
      {t(
        '姓名、电话、车牌、地址、录音、记录和授权将被永久清除，未用的券和权益作废；此前导出的文件一并失效，可重新导出。订单、账单和账目保留但不再指向此人。不能撤销。',
      )}
    </p>
    <LongTextField name="reason" label={t('客户的要求及依据')} required maxLength={200} />
  </CallForm>
)

/** Who went into this customer, and the way back for a day. */
export function Merges({ customerId }: { customerId: string }) {
  const rows = useCall(mergeCalls.merges, { customerId }, { silent: true }).data?.rows ?? []
  const { send } = useSend(mergeCalls.undoMerge, { refreshes: reads })
  const mayUndo = useMay(mergeCalls.undoMerge)
  if (rows.length === 0) return null
  return (
    <Panel title={t('合并记录')}>
      <ul className="customer-lines">
        {rows.map(({ mergeId, gone, reason, mergedAt, mergedBy, undoUntil, undoneAt }) => (
          <li key={mergeId}>
            {gone.name} <Phone value={gone.phone} /> · {reason} · {mergedBy} · <Time at={mergedAt} as="short" />{' '}
            {undoneAt ? <span className="customer-soft">{t('已撤销')}</span> : null}
            {undoUntil && mayUndo ? (
              <Popconfirm title={t('撤销合并？合并后新下的订单仍归这位客户。')} onConfirm={() => send({ mergeId }).catch(() => undefined)}>
                <Button size="small" type="link">
                  {t('撤销合并')}
                </Button>
              </Popconfirm>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
