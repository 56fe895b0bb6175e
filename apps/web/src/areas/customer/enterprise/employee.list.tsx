import { enterpriseCalls } from '@chauffeur/contract/customer/enterprise'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCan } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Money } from '#ui/show/money.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'
import { EmployeeDialog } from './employee.dialog.tsx'
import { EnterpriseState } from './enterprise-list.screen.tsx'
import type { Employee } from './enterprise.view.ts'
import { ImportDialog } from './import.dialog.tsx'

const rowKey = (row: Employee) => row.employeeId

/** Whom an enterprise pays for. */
export function EmployeeList({ enterpriseId, name }: { enterpriseId: string; name: string }) {
  const language = useLocale()
  const mayEdit = useCan('enterprise.edit')
  const [editing, setEditing] = useState<Employee | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const fixed = useMemo(() => ({ enterpriseId }), [enterpriseId])
  const columns = useMemo(() => columnsOf(language, mayEdit, setEditing), [language, mayEdit])
  const filters = useMemo(() => filtersOf(language), [language])
  const actions = mayEdit ? (
    <>
      <Button onClick={() => setEditing('new')}>{t('添加员工')}</Button>
      <Button onClick={() => setImporting(true)}>{t('批量导入')}</Button>
    </>
  ) : undefined
  return (
    <>
      <QueryTable
        name="customer.employees"
        label={t('员工')}
        call={enterpriseCalls.employees}
        fixed={fixed}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        toolbar={actions}
        empty={<EmptyState title={t('还没有员工，{name} 不会为任何人支付', { name })} />}
      />
      <EmployeeDialog enterpriseId={enterpriseId} editing={editing} onClose={() => setEditing(null)} />
      <ImportDialog enterpriseId={enterpriseId} open={importing} onClose={() => setImporting(false)} />
    </>
  )
}

const filtersOf = (language: string): Filter[] => [
  { kind: 'text', key: 'keyword', label: t('关键词'), placeholder: t('电话、姓名或部门'), width: language === 'en' ? 240 : 200 },
]

function columnsOf(language: string, mayEdit: boolean, edit: (row: Employee) => void): Column<Employee>[] {
  return [
    { key: 'phone', title: t('电话'), width: 140, pin: 'left', fixed: true, cell: (row) => <Phone value={row.phone} /> },
    { key: 'name', title: t('姓名'), width: 110, cell: (row) => row.name || <span className="ui-none">—</span> },
    { key: 'dept', title: t('部门'), width: 150, grow: true, cell: (row) => row.dept || <span className="ui-none">—</span> },
    { key: 'state', title: t('状态'), width: language === 'en' ? 96 : 76, cell: (row) => <EnterpriseState state={row.state} /> },
    {
      key: 'used',
      title: t('本月已用'),
      width: language === 'en' ? 130 : 110,
      align: 'right',
      cell: (row) => <Money fen={row.usedThisMonthFen} />,
    },
    {
      key: 'month',
      title: t('月上限'),
      width: 116,
      align: 'right',
      cell: (row) => (row.monthLimitFen === null ? t('不限〔额度〕') : <Money fen={row.monthLimitFen} />),
    },
    { key: 'createdAt', title: t('添加时间'), width: 140, cell: (row) => <Time at={row.createdAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: 80,
      pin: 'right',
      fixed: true,
      cell: (row) =>
        mayEdit ? (
          <button type="button" className="ui-text-button" aria-label={t('修改 {name}', { name: row.name })} onClick={() => edit(row)}>
            {t('修改')}
          </button>
        ) : null,
    },
  ]
}
