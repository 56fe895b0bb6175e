import { enterpriseCalls, enterprisePayModeText } from '@chauffeur/contract/customer/enterprise'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { useTabState, useTabTitle } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
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

const toList = () => <a href="#/Customer/Enterprises">{t('去企业客户')}</a>

export default function EnterpriseScreen() {
  const [params] = useSearchParams()
  const enterpriseId = params.get('enterpriseId') ?? ''
  if (!/^[1-9]\d{0,17}$/.test(enterpriseId)) {
    return (
      <Page title={t('企业详情')}>
        <EmptyState title={t('地址里没有企业编号')} action={toList()} />
      </Page>
    )
  }
  return <Detail key={enterpriseId} enterpriseId={enterpriseId} />
}

function Detail({ enterpriseId }: { enterpriseId: string }) {
  const query = useCall(enterpriseCalls.enterprise, { enterpriseId }, { saysRefusals: true })
  const [, setParams] = useSearchParams()
  const [part, setPart] = useTabState<'employees' | 'entries'>('part', 'employees')
  const [doing, setDoing] = useState<'edit' | 'topUp' | null>(null)
  const mayEdit = useCan('enterprise.edit')
  const mayTopUp = useCan('enterprise.topUp')
  const row = query.data
  useTabTitle(row ? row.name : t('企业详情'))
  const close = () => setDoing(null)
  return (
    <Page
      title={row ? row.name : t('企业详情')}
      fill
      extra={row ? <EnabledTag enabled={row.state === 'ACTIVE'} /> : undefined}
      actions={
        row ? (
          <>
            {mayEdit && row.mayChange ? <Button onClick={() => setDoing('edit')}>{t('修改')}</Button> : null}
            {mayTopUp && row.mayChange ? (
              <Button type="primary" onClick={() => setDoing('topUp')}>
                {t('充值')}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <Async query={query} wayBack={toList()} skeleton={<Skeleton lines={12} height={28} />}>
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
      </Async>
      {row ? (
        <>
          <WhenOpened open={doing === 'edit'}>
            <EnterpriseForm open={doing === 'edit'} row={row} onClose={close} />
          </WhenOpened>
          <TopUpDialog open={doing === 'topUp'} row={row} onClose={close} />
        </>
      ) : null}
    </Page>
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
