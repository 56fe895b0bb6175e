import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { enterpriseCalls, enterprisePayModeText } from '@chauffeur/contract/customer/enterprise'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCan } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { type Cities, useCities } from '#kit/pickers/use-cities.ts'
import { Money } from '#ui/show/money.tsx'
import { Page } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { type Column, type Filter, QueryTable } from '#kit/list/query-table.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import type { EnterpriseRow } from './enterprise.view.ts'
import './enterprise.css'

const EnterpriseForm = lazyPiece(() => import('./enterprise.form.tsx'))

const rowKey = (row: EnterpriseRow) => row.enterpriseId
const open = (row: EnterpriseRow) => openTab(`/Customer/Enterprise?enterpriseId=${row.enterpriseId}`)

export default function EnterpriseListScreen() {
  const cities = useCities()
  const mayEdit = useCan('enterprise.edit')
  const [adding, setAdding] = useState(false)
  const columns = useMemo(() => columnsOf(cities), [cities])
  const filters = useMemo(() => filtersOf(cities), [cities])
  return (
    <Page
      title={t('企业客户')}
      fill
      actions={
        mayEdit ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
            {t('新增企业')}
          </Button>
        ) : undefined
      }
    >
      <QueryTable
        name="customer.enterprises"
        label={t('企业客户')}
        call={enterpriseCalls.enterprises}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('添加企业后，其员工下单由企业结算。')}
        onOpen={open}
      />
      <WhenOpened open={adding}>
        <EnterpriseForm
          open={adding}
          row={null}
          onClose={() => setAdding(false)}
          onSaved={(enterpriseId) => openTab(`/Customer/Enterprise?enterpriseId=${enterpriseId}`)}
        />
      </WhenOpened>
    </Page>
  )
}

const filtersOf = ({ list }: Cities): Filter[] => [
  { kind: 'text', key: 'keyword', label: t('关键词'), placeholder: t('名称、信用代码、联系人或电话'), width: 240 },
  {
    kind: 'select',
    key: 'state',
    label: t('状态'),
    options: [
      { key: 'ACTIVE', value: t('已启用') },
      { key: 'STOPPED', value: t('已停用') },
    ],
  },
  { kind: 'select', key: 'cityId', label: t('城市'), options: list.map(({ cityId, name }) => ({ key: cityId, value: tr(name) })) },
]

const columnsOf = ({ words, language }: Cities): Column<EnterpriseRow>[] => [
  {
    key: 'name',
    title: t('企业'),
    width: 210,
    pin: 'left',
    fixed: true,
    grow: true,
    cell: (row) => (
      <button type="button" className="ui-text-button" title={row.name} onClick={() => open(row)}>
        {row.name}
      </button>
    ),
  },
  {
    key: 'state',
    title: t('状态'),
    width: language === 'en' ? 96 : 76,
    cell: (row) => <EnterpriseState state={row.state} />,
  },
  { key: 'payMode', title: t('结算'), width: 84, cell: (row) => tr(enterprisePayModeText[row.payMode]) },
  { key: 'balance', title: t('余额'), width: 116, align: 'right', cell: (row) => <Money fen={row.balanceFen} /> },
  {
    key: 'credit',
    title: t('信用额度'),
    width: 116,
    align: 'right',
    cell: (row) => (row.payMode === 'POSTPAID' ? <Money fen={row.creditLimitFen} /> : <Money fen={null} />),
  },
  {
    key: 'available',
    title: t('可用'),
    width: 116,
    align: 'right',
    cell: (row) => (
      <span className={row.availableFen <= 0 ? 'enterprise-short' : undefined}>
        <Money fen={row.availableFen} />
      </span>
    ),
  },
  {
    key: 'used',
    title: t('本月已用'),
    width: language === 'en' ? 130 : 110,
    align: 'right',
    cell: (row) => <Money fen={row.usedThisMonthFen} />,
  },
  { key: 'month', title: t('月上限'), width: 116, align: 'right', cell: (row) => <Money fen={row.monthLimitFen} /> },
  { key: 'employees', title: t('在职员工'), width: 90, align: 'right', cell: (row) => <span className="ui-number">{row.employees}</span> },
  {
    key: 'template',
    title: t('协议价格'),
    width: 170,
    cell: (row) =>
      row.templateName ? <span title={row.templateName}>{row.templateName}</span> : <span className="ui-none">{t('按城市价格')}</span>,
  },
  { key: 'cities', title: t('城市'), width: 130, cell: (row) => <span title={words(row.cityIds)}>{words(row.cityIds)}</span> },
  { key: 'contact', title: t('联系人'), width: 90, cell: (row) => row.contactName || <span className="ui-none">—</span> },
  { key: 'contactPhone', title: t('联系电话'), width: 130, cell: (row) => <Phone value={row.contactPhone} /> },
  { key: 'creditCode', title: t('统一社会信用代码'), width: 180, optional: true, cell: (row) => row.creditCode },
]

export function EnterpriseState({ state }: { state: EnterpriseRow['state'] }) {
  return <EnabledTag enabled={state === 'ACTIVE'} />
}
