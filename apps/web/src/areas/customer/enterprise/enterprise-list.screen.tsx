import { enterpriseCalls, enterprisePayModeText } from '@chauffeur/contract/customer/enterprise'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps } from '#kit/list/define.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import type { EnterpriseRow } from './enterprise.view.ts'
import './enterprise.css'

const EnterpriseForm = lazyPiece(() => import('./enterprise.form.tsx'))

const pathTo = (enterpriseId: string) => `/Customer/Enterprise?enterpriseId=${enterpriseId}`
const pathOf = (row: EnterpriseRow) => pathTo(row.enterpriseId)
const Add = (form: AddProps) => <EnterpriseForm {...form} onSaved={(enterpriseId) => openTab(pathTo(enterpriseId))} />

export default defineList(enterpriseCalls.enterprises, ({ c, f }) => ({
  name: 'customer.enterprises',
  title: t('企业客户'),
  rowKey: (row) => row.enterpriseId,
  rowName: (row) => row.name,
  open: pathOf,
  fills: t('添加企业后，其员工下单由企业结算。'),
  add: { may: enterpriseCalls.saveEnterprise, label: t('新建企业'), Dialog: Add },
  filters: [
    f.keyword(t('名称、信用代码、联系人或电话')),
    f.word('state', t('状态'), { ACTIVE: t('已启用'), STOPPED: t('已停用') }),
    f.city(),
  ],
  columns: [
    c.link('name', t('企业'), pathOf, { like: letters(13), grow: true, under: (row) => row.creditCode, shows: ['name', 'creditCode'] }),
    c.enabled('state', t('状态'), (row) => row.state === 'ACTIVE'),
    c.two(
      'balance',
      t('余额'),
      (row) => <Money fen={row.balanceFen} />,
      (row) => tr(enterprisePayModeText[row.payMode]),
      [moneyText(1_234_567_89), ...Object.values(enterprisePayModeText).map(tr)],
      { align: 'right', shows: ['balanceFen', 'payMode'] },
    ),
    c.two(
      'available',
      t('可用'),
      (row) => (
        <span className={row.availableFen <= 0 ? 'enterprise-short' : undefined}>
          <Money fen={row.availableFen} />
        </span>
      ),
      (row) => (row.payMode === 'POSTPAID' ? t('额度 {sum}', { sum: moneyText(row.creditLimitFen) }) : ''),
      [t('额度 {sum}', { sum: moneyText(12_345_67) })],
      { align: 'right', shows: ['availableFen', 'creditLimitFen'] },
    ),
    c.two(
      'used',
      t('本月已用'),
      (row) => <Money fen={row.usedThisMonthFen} />,
      (row) => (row.monthLimitFen === null ? '' : t('上限 {sum}', { sum: moneyText(row.monthLimitFen) })),
      [t('上限 {sum}', { sum: moneyText(12_345_67) })],
      { align: 'right', shows: ['usedThisMonthFen', 'monthLimitFen'] },
    ),
    c.count('employees', t('在职员工')),
    c.person(
      'contact',
      t('联系人'),
      (row) => row.contactName,
      (row) => row.contactPhone,
      { shows: ['contactName', 'contactPhone'] },
    ),
    c.text('template', t('协议价格'), (row) => row.templateName || t('按城市价格'), { shows: ['templateName'] }),
    c.cities((row) => row.cityIds),
  ],
}))
