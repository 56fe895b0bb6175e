import { enterpriseCalls } from '@chauffeur/contract/enterprise'
import { Form, Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, yuanOf } from '#ui/show/money.view.ts'
import type { Employee } from './enterprise.view.ts'
import './enterprise.css'

export const employeeReads = [enterpriseCalls.employees, enterpriseCalls.enterprise, enterpriseCalls.enterprises]

interface Values {
  phone?: string
  name?: string
  dept?: string
  month?: number | null
  active: boolean
}

/** Adds an employee, or changes one; the telephone of one that exists stays. */
export function EmployeeDialog({
  enterpriseId,
  editing,
  onClose,
}: {
  enterpriseId: string
  editing: Employee | 'new' | null
  onClose: () => void
}) {
  const { send } = useSend(enterpriseCalls.saveEmployee, { refreshes: employeeReads })
  const [last, setLast] = useState(editing)
  if (editing !== null && editing !== last) setLast(editing)
  const row = last === 'new' ? null : last
  return (
    <FormDialog<Values>
      open={editing !== null}
      title={row ? t('修改员工 {phone}', { phone: row.phone }) : t('添加员工')}
      initial={{
        name: row?.name,
        dept: row?.dept,
        month: yuanOf(row?.monthLimitFen),
        active: row ? row.state === 'ACTIVE' : true,
      }}
      onSubmit={async ({ month, ...values }) => {
        await send({ enterpriseId, ...(row && { employeeId: row.employeeId }), ...values, monthLimitFen: fenOf(month) })
        toast.success(t('已保存'))
      }}
      onClose={onClose}
    >
      {row ? null : (
        <Form.Item name="phone" label={t('电话')} rules={[{ required: true, whitespace: true, message: t('请填写电话') }]}>
          <Input maxLength={24} inputMode="tel" autoComplete="off" />
        </Form.Item>
      )}
      <div className="enterprise-pair">
        <Form.Item name="name" label={t('姓名')}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="dept" label={t('部门')}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </div>
      <Form.Item name="month" label={t('每月最多支付（元）')} extra={t('不填为不限')}>
        <InputNumber min={0.01} max={10_000_000} precision={2} style={{ width: '100%' }} />
      </Form.Item>
      {row ? (
        <Form.Item name="active" label={t('启用')} valuePropName="checked" extra={t('停用后企业不再为此人支付')}>
          <Switch />
        </Form.Item>
      ) : null}
    </FormDialog>
  )
}
