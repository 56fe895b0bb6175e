import {
  type AuditAction,
  auditActionText,
  type AuditCase,
  type AuditReason,
  auditReason,
  auditReasonText,
  type AuditSide,
  auditSideText,
  returnsUse,
  rightAuditCalls,
} from '@chauffeur/contract/order/right-audit'
import { AUDIT_STATUS as A } from '@chauffeur/contract/order/model'
import { Form } from 'antd'
import { useEffect } from 'react'
import { useKept } from '#kit/detail/use-kept.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { RadioField } from '#kit/fields/choice-fields.tsx'
import { WithField } from '#kit/fields/field-row.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { RefusalError } from '#platform/http/errors.ts'
import { refresh, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { isTyping } from '#ui/table/keyboard.view.ts'
import { auditReads, doneWords, refusedWords } from './audit.view.ts'

interface Values {
  reason?: AuditReason
  side?: AuditSide
  note?: string
}
interface VerdictDialogProps {
  /** Null while closed. */
  action: AuditAction | null
  row: AuditCase
  onTold: (words: string) => void
  onClose: () => void
}

/** A step that asks for words: what it means, why, and who says so. */
export default function VerdictDialog({ action: asked, row, onTold, onClose }: VerdictDialogProps) {
  const action = useKept(asked)
  const { send } = useSend(rightAuditCalls.audit, { refreshes: auditReads })
  if (action === null) return null
  const fails = action === 'FAIL' || action === 'FINAL_FAIL'
  const sides: AuditSide[] = row.state === A.failed ? ['DRIVER'] : ['PARTNER']
  const save = async (values: Values) => {
    try {
      await send({ orderId: row.orderId, version: row.version, action, ...values })
      return doneWords(action, row)
    } catch (error) {
      void refresh(auditReads)
      if (error instanceof RefusalError) throw new RefusalError(error.code, error.error, refusedWords(error), error.data)
      throw error
    }
  }
  return (
    <EditForm<Values, never, string>
      open={asked !== null}
      title={`${tr(auditActionText[action])} ${row.orderNo}`}
      okText={tr(auditActionText[action])}
      danger={fails}
      length="short"
      initial={{ ...(fails && row.reason && { reason: row.reason }), ...(action === 'APPEAL' && { side: sides[0]! }) }}
      save={save}
      saved={null}
      onSaved={onTold}
      onClose={onClose}
    >
      <p>{meaningOf(action, row)}</p>
      {fails ? <Reasons /> : null}
      {action === 'APPEAL' ? (
        <RadioField
          name="side"
          label={t('由谁提出')}
          required
          choices={sides.map((side) => ({ value: side, label: tr(auditSideText[side]) }))}
        />
      ) : null}
      {fails ? (
        <WithField name="reason">
          {(reason) => <TextField name="note" label={t('说明')} required={action === 'FINAL_FAIL' || reason === 'OTHER'} maxLength={500} />}
        </WithField>
      ) : (
        <TextField name="note" label={t('说明')} required maxLength={500} autoFocus />
      )}
    </EditForm>
  )
}

/** One of the reasons, by its digit or by arrows. */
function Reasons() {
  const form = Form.useFormInstance<Values>()
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) && !(event.target instanceof HTMLInputElement && event.target.type === 'radio')) return
      const reason = /^[1-9]$/.test(event.key) ? auditReason.options[Number(event.key) - 1] : undefined
      if (!reason) return
      event.preventDefault()
      form.setFieldValue('reason', reason)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [form])
  return (
    <div className="audit-reasons">
      <RadioField
        name="reason"
        label={t('原因（按数字键选择）')}
        required
        choices={auditReason.options.map((reason, at) => ({
          value: reason,
          label: `${at + 1} ${tr(auditReasonText[reason])}${returnsUse.has(reason) ? t('（终审后使用次数还给客户）') : ''}`,
        }))}
      />
    </div>
  )
}

function meaningOf(action: AuditAction, row: AuditCase): string {
  switch (action) {
    case 'FAIL':
      return t('合作方不再为本单付款，司机这部分收入立即冲回；司机可在申诉期内申诉。')
    case 'FINAL_FAIL':
      return t('终审后不能再申诉。')
    case 'FINAL_PASS':
      return row.reversed ? t('冲回的款项全部恢复，本单照常向合作方结算。') : t('本单照常向合作方结算。')
    case 'APPEAL':
      return t('申诉由初审和登记人之外的另一位同事终审，一单只能申诉一次。')
    default:
      return t('转入后在审核队列中等待处理，期间不向合作方结算。')
  }
}
