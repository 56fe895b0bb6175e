import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCan } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { Shown } from '#kit/list/define.view.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { EmployeeDialog } from './employee.dialog.tsx'
import type { Employee } from './enterprise.view.ts'
import { ImportDialog } from './import.dialog.tsx'

function Import({ fixed }: Shown<Employee>) {
  const mayEdit = useCan('enterprise.edit')
  const [open, setOpen] = useState(false)
  if (!mayEdit) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('批量导入')}</Button>
      <ImportDialog enterpriseId={String(fixed.enterpriseId)} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const Employees = defineList(enterpriseCalls.employees, ({ c, f }) => ({
  name: 'customer.employees',
  title: t('员工'),
  inside: true,
  rowKey: (row) => row.employeeId,
  rowName: (row) => row.name || row.phone,
  open: ['edit'],
  empty: t('还没有员工，企业不会为任何人支付'),
  Buttons: Import,
  add: {
    may: enterpriseCalls.saveEmployee,
    label: t('新建员工'),
    Dialog: ({ open, onClose, fixed }) => (
      <EmployeeDialog enterpriseId={String(fixed.enterpriseId)} editing={open ? 'new' : null} onClose={onClose} />
    ),
  },
  filters: [f.keyword(t('电话、姓名或部门'))],
  columns: [
    c.phone('phone', t('电话'), { pin: 'left', fixed: true }),
    c.text('name', t('姓名'), undefined, { like: letters(5) }),
    c.text('dept', t('部门')),
    c.enabled('state', t('状态'), (row) => row.state === 'ACTIVE'),
    c.money('usedThisMonthFen', t('本月已用')),
    c.of(
      'month',
      t('月上限'),
      (row) => (row.monthLimitFen === null ? t('不限〔额度〕') : <Money fen={row.monthLimitFen} />),
      moneyText(12_345_67),
      {
        align: 'right',
      },
    ),
    c.time('createdAt', t('添加时间')),
  ],
  actions: [
    {
      key: 'edit',
      label: t('修改'),
      letter: 'E',
      may: enterpriseCalls.saveEmployee,
      Dialog: ({ row, fixed, open, onClose }) => (
        <EmployeeDialog enterpriseId={String(fixed.enterpriseId)} editing={open ? row : null} onClose={onClose} />
      ),
    },
  ],
}))

/** Whom an enterprise pays for. */
export function EmployeeList({ enterpriseId }: { enterpriseId: string }) {
  return <Employees fixed={useMemo(() => ({ enterpriseId }), [enterpriseId])} />
}
