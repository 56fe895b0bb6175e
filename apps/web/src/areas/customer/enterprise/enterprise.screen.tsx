import { enterpriseCalls, enterprisePayModeText } from '@chauffeur/contract/customer/enterprise'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { EmployeeList } from './employee.list.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import type { Enterprise } from './enterprise.view.ts'
import { EntryList } from './entry.list.tsx'
import { TopUpDialog } from './top-up.dialog.tsx'
import './enterprise.css'

const EnterpriseForm = lazyPiece(() => import('./enterprise.form.tsx'))

export default defineDetail(
  'enterpriseId',
  () => ({ title: t('企业详情'), noId: t('地址里没有企业编号'), list: ['/Customer/Enterprises', t('去企业客户')] }),
  EnterprisePage,
)

function EnterprisePage({ id: enterpriseId }: { id: string }) {
  const query = useCall(enterpriseCalls.enterprise, { enterpriseId }, { saysRefusals: true })
  const [, setParams] = useSearchParams()
  const [part, setPart] = useTabState<'employees' | 'entries'>('part', 'employees')
  const [doing, setDoing] = useState<'edit' | 'topUp' | null>(null)
  const mayEdit = useCan('enterprise.edit')
  const mayTopUp = useCan('enterprise.topUp')
  const row = query.data
  const close = () => setDoing(null)
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ name }) => name}
        status={({ state }) => <EnabledTag enabled={state === 'ACTIVE'} />}
        actions={({ mayChange }) => (
          <>
            {mayEdit && mayChange ? <Button onClick={() => setDoing('edit')}>{t('修改')}</Button> : null}
            {mayTopUp && mayChange ? (
              <Button type="primary" onClick={() => setDoing('topUp')}>
                {t('充值')}
              </Button>
            ) : null}
          </>
        )}
      >
        {(known) => (
          <div className="enterprise-whole">
            <Terms row={known} />
            <div className="enterprise-list">
              <Segmented<'employees' | 'entries'>
                className="enterprise-tabs"
                aria-label={t('企业的')}
                value={part}
                // Each list has filters and a page of its own in the address.
                onChange={(next) => {
                  setParams({ enterpriseId }, { replace: true })
                  setPart(next)
                }}
                options={[
                  { value: 'employees', label: t('员工') },
                  { value: 'entries', label: t('余额流水') },
                ]}
              />
              {part === 'employees' ? <EmployeeList enterpriseId={enterpriseId} /> : <EntryList enterpriseId={enterpriseId} />}
            </div>
          </div>
        )}
      </DetailPage>
      {row ? (
        <>
          <WhenOpened open={doing === 'edit'}>
            <EnterpriseForm open={doing === 'edit'} row={row} onClose={close} />
          </WhenOpened>
          <TopUpDialog open={doing === 'topUp'} row={row} onClose={close} />
        </>
      ) : null}
    </>
  )
}

function Terms({ row }: { row: Enterprise }) {
  const cities = useCities()
  const sum = (fen: number | null) => (
    <span className="enterprise-sum">
      <Money fen={fen} />
    </span>
  )
  const facts: Fact[] = [
    [t('余额'), sum(row.balanceFen)],
    [
      t('可用'),
      row.availableFen <= 0 ? (
        <span key="short" className="enterprise-short">
          {sum(row.availableFen)}
        </span>
      ) : (
        sum(row.availableFen)
      ),
    ],
    [t('进行中订单占用'), sum(row.reservedFen)],
    [t('本月已用'), sum(row.usedThisMonthFen)],
    [t('结算'), tr(enterprisePayModeText[row.payMode])],
    [t('信用额度'), row.payMode === 'POSTPAID' ? <Money fen={row.creditLimitFen} /> : null],
    [t('每单最多支付'), row.perOrderLimitFen === null ? t('不限〔额度〕') : <Money fen={row.perOrderLimitFen} />],
    [t('每月最多支付'), row.monthLimitFen === null ? t('不限〔额度〕') : <Money fen={row.monthLimitFen} />],
    [t('用车时间'), row.hours ? `${row.hours.from}–${row.hours.to}` : t('全天')],
    [t('可用城市'), cities.words(row.cityIds)],
    [t('协议价格'), row.templateName || t('按城市价格')],
    [t('每月账单日'), row.payMode === 'POSTPAID' ? t('{n} 日', { n: row.billDay }) : null],
    [
      t('联系人'),
      row.contactName || row.contactPhone ? (
        <>
          {row.contactName} {row.contactPhone ? <Phone value={row.contactPhone} /> : null}
        </>
      ) : null,
    ],
    [t('统一社会信用代码'), row.creditCode],
    [t('合作渠道'), row.channelName ? tr(row.channelName) : null],
    [t('备注'), row.remark],
  ]
  return (
    <Panel>
      <Facts as="tiles" facts={facts} />
    </Panel>
  )
}
