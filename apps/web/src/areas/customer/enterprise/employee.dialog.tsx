import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { SwitchField } from '#kit/fields/choice-fields.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { MoneyField } from '#kit/fields/number-fields.tsx'
import { PhoneField, TextField } from '#kit/fields/text-fields.tsx'
import type { AddProps, RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'
import type { Employee } from './enterprise.view.ts'

export const employeeReads = [enterpriseCalls.employees, enterpriseCalls.enterprise, enterpriseCalls.enterprises]

/** Adds an employee, or changes one; the telephone of one that exists stays. */
export function EmployeeDialog({ row: shown, fixed: { enterpriseId }, open, onClose }: RowDialogProps<Employee> | AddProps) {
  return (
    <CallForm
      call={enterpriseCalls.saveEmployee}
      refreshes={employeeReads}
      beside={(row) => ({ enterpriseId: String(enterpriseId), employeeId: row?.employeeId })}
      open={open}
      title={(row) => (row ? t('修改员工 {phone}', { phone: row.phone }) : t('新建员工'))}
      row={shown}
      valuesOf={(of) => ({ ...of, active: of.state === 'ACTIVE' })}
      onClose={onClose}
    >
      {(row) => (
        <>
          {row ? null : <PhoneField name="phone" label={t('电话')} required />}
          <FieldRow>
            <TextField name="name" label={t('姓名')} maxLength={40} />
            <TextField name="dept" label={t('部门')} maxLength={40} />
          </FieldRow>
          <MoneyField name="monthLimitFen" label={t('每月最多支付')} hint={t('不填为不限')} min={1} max={1_000_000_000} />
          {row ? <SwitchField name="active" label={t('启用')} hint={t('停用后企业不再为此人支付')} /> : null}
        </>
      )}
    </CallForm>
  )
}
