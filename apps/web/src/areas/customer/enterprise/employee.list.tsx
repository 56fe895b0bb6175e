import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { useMemo } from 'react'
import { t } from '#platform/text/text.ts'
import { defineImport } from '#kit/import/import-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { EmployeeDialog, employeeReads } from './employee.dialog.tsx'
import type { Employee } from './enterprise.view.ts'

const Import = defineImport<Employee>(() => ({
  kind: 'enterprise.employees',
  title: t('企业员工'),
  may: enterpriseCalls.saveEmployee,
  hint: t('每行一人：电话、姓名、部门、每月上限（元）。已是员工的不会改动。'),
  example: t('13800001111，王工，研发部，300'),
  refreshes: employeeReads,
}))

const Employees = defineList(enterpriseCalls.employees, ({ c, f, a }) => ({
  name: 'customer.employees',
  title: t('员工'),
  inside: true,
  rowKey: (row) => row.employeeId,
  rowName: (row) => row.name || row.phone,
  open: ['edit'],
  empty: t('还没有员工，企业不会为任何人支付'),
  Buttons: Import,
  add: { may: enterpriseCalls.saveEmployee, label: t('新建员工'), Dialog: EmployeeDialog },
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
      { align: 'right', shows: ['monthLimitFen'] },
    ),
    c.time('createdAt', t('添加时间')),
  ],
  actions: [a.edit(EmployeeDialog, { may: enterpriseCalls.saveEmployee })],
}))

/** Whom an enterprise pays for. */
export function EmployeeList({ enterpriseId }: { enterpriseId: string }) {
  return <Employees fixed={useMemo(() => ({ enterpriseId }), [enterpriseId])} />
}
