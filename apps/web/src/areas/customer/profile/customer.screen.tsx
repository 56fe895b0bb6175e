import { messageLanguageText } from '@chauffeur/contract/kernel/language'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { callResultText, callDirectionText } from '@chauffeur/contract/call-centre/phone'
import { consentKind, consentKindText, customerCalls, type CustomerProfile, customerSourceText } from '@chauffeur/contract/customer/profile'
import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { pointCalls } from '@chauffeur/contract/customer/points'
import { customerGroupTypeText, memberSourceText } from '@chauffeur/contract/customer/group'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Player } from '#shared/phone/player.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { clockText, countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './profile.css'

const CustomerForm = lazyPiece(() => import('./customer.form.tsx'))
const acts = () => import('./customer-acts.tsx')
const dialogs = {
  move: lazyPiece(async () => ({ default: (await acts()).MoveMany })),
  blacklist: lazyPiece(async () => ({ default: (await acts()).BlacklistMany })),
  unblacklist: lazyPiece(async () => ({ default: (await acts()).UnblacklistMany })),
}
const merging = () => import('./customer-merge.tsx')
const MergeDialog = lazyPiece(async () => ({ default: (await merging()).MergeDialog }))
const EraseDialog = lazyPiece(async () => ({ default: (await merging()).EraseDialog }))
const Merges = lazyPiece(async () => ({ default: (await merging()).Merges }))
const CustomerCoupons = lazyPiece(() => import('#shared/coupon/customer-coupons.tsx'), 'place')
const CustomerPoints = lazyPiece(() => import('../points/customer-points.tsx'), 'place')
const CustomerLog = lazyPiece(() => import('./customer-log.tsx'))
const ConsentForm = lazyPiece(() => import('./consent.form.tsx'))

export default defineDetail(
  'customerId',
  () => ({ title: t('客户详情'), noId: t('地址里没有客户编号'), list: ['/Customer/List', t('去客户列表')] }),
  CustomerPage,
)

type Doing = 'edit' | 'consent' | 'merge' | 'erase' | keyof typeof dialogs

function CustomerPage({ id: customerId }: { id: string }) {
  const query = useCall(customerCalls.profile, { customerId }, { saysRefusals: true })
  const [doing, setDoing] = useState<{ what: Doing; open: boolean } | null>(null)
  const close = () => setDoing((now) => now && { ...now, open: false })
  const row = query.data
  const mayCoupons = useMay(couponGrantCalls.coupons)
  const mayPoints = useMay(pointCalls.customer)
  const mayLog = useMay(activityLogCalls.changes)
  const act = (what: Doing) => () => setDoing({ what, open: true })
  const open = doing?.open ?? false
  const Dialog = doing && doing.what in dialogs ? dialogs[doing.what as keyof typeof dialogs] : null
  return (
    <>
      <DetailPage
        query={query}
        title={({ name, phone }) => name || phone}
        tabTitle={({ name, phone }) => t('客户 {name}', { name: name || phone })}
        status={({ levelName, blacklisted, blacklistReason }) => (
          <>
            <Tag tone="run">{tr(levelName)}</Tag>
            {blacklisted ? <Tag tone="lost">{t('黑名单：{why}', { why: blacklistReason })}</Tag> : null}
          </>
        )}
        actions={({ allowedActions: can }) => (
          <>
            {can.includes('blacklist') ? (
              <Button danger onClick={act('blacklist')}>
                {t('加入黑名单')}
              </Button>
            ) : null}
            {can.includes('unblacklist') ? <Button onClick={act('unblacklist')}>{t('移出黑名单')}</Button> : null}
            {can.includes('erase') ? (
              <Button danger onClick={act('erase')}>
                {t('抹除')}
              </Button>
            ) : null}
            {can.includes('merge') ? <Button onClick={act('merge')}>{t('合并')}</Button> : null}
            {can.includes('move') ? <Button onClick={act('move')}>{t('变更城市')}</Button> : null}
            {can.includes('edit') ? <Button onClick={act('consent')}>{t('登记授权')}</Button> : null}
            {can.includes('edit') ? (
              <Button type="primary" onClick={act('edit')}>
                {t('修改')}
              </Button>
            ) : null}
          </>
        )}
      >
        {(customer) => (
          <div className="customer-columns">
            <div className="customer-stack">
              <Person customer={customer} />
              <Groups customer={customer} />
              <Promises customer={customer} />
              <Consents customer={customer} />
              <Merges customerId={customerId} />
            </div>
            <div className="customer-stack">
              <Orders customer={customer} />
              {mayPoints ? <CustomerPoints customerId={customerId} name={customer.name || customer.phone} /> : null}
              {mayCoupons ? <CustomerCoupons customerId={customerId} name={customer.name || customer.phone} /> : null}
              <Addresses customer={customer} />
              <Calls customer={customer} />
              <Notes customer={customer} />
              {mayLog ? <CustomerLog customerId={customerId} /> : null}
            </div>
          </div>
        )}
      </DetailPage>
      {row ? (
        <WhenOpened open={open}>
          {doing?.what === 'edit' ? <CustomerForm open={open} row={row} onClose={close} /> : null}
          {doing?.what === 'merge' ? <MergeDialog open={open} row={row} onClose={close} /> : null}
          {doing?.what === 'erase' ? <EraseDialog open={open} row={row} onClose={close} /> : null}
          {doing?.what === 'consent' ? <ConsentForm open={open} row={row} onClose={close} /> : null}
          {Dialog ? <Dialog who={row.name || row.phone} chosen={{ customerIds: [customerId] }} open={open} onClose={close} /> : null}
        </WhenOpened>
      ) : null}
    </>
  )
}

interface Props {
  customer: CustomerProfile
}

const genders = (): Record<CustomerProfile['gender'], string> => ({ MALE: t('男'), FEMALE: t('女'), UNKNOWN: '' })

function Person({ customer }: Props) {
  return (
    <Panel title={t('资料')}>
      <StatTiles
        label={t('资料')}
        stats={[
          { name: t('订单数'), value: countText(customer.orderCount) },
          { name: t('累计消费'), value: <Money fen={customer.spentFen} /> },
          { name: t('未付'), value: <Money fen={customer.unpaid.totalFen} /> },
          { name: t('24 小时内取消'), value: countText(customer.cancelCount24h) },
        ]}
      />
      <Facts
        facts={[
          [t('电话'), <Phone key="phone" value={customer.phone} />],
          [t('归属地'), customer.attribution],
          [t('性别'), genders()[customer.gender]],
          [t('生日'), customer.birthday],
          [t('消息语言'), tr(messageLanguageText[customer.language])],
          [t('城市'), tr(customer.cityName)],
          [t('车牌'), joined(customer.plateNos)],
          [t('标签'), joined(customer.tags)],
          [t('来源'), tr(customerSourceText[customer.source])],
          [t('建档时间'), <Time key="since" at={customer.createdAt} />],
          [t('最近下单'), customer.lastOrderAt ? <Time key="last" at={customer.lastOrderAt} /> : ''],
          [
            t('黑名单截止'),
            customer.blacklisted ? customer.blacklistedUntil ? <Time key="until" at={customer.blacklistedUntil} /> : t('永久') : '',
          ],
          [t('可由企业支付'), joined(customer.payers.map(({ name }) => name))],
          [t('备注'), customer.remark],
        ]}
      />
    </Panel>
  )
}

function Groups({ customer: { groups } }: Props) {
  if (groups.length === 0) return null
  return (
    <Panel title={t('所在分组')}>
      <PlainTable
        label={t('所在分组')}
        rows={groups}
        rowKey={({ groupId }) => groupId}
        columns={[
          { title: t('分组'), head: true, cell: ({ name }) => name },
          { title: t('类型'), cell: ({ type }) => tr(customerGroupTypeText[type]) },
          {
            title: t('为何在内'),
            cell: ({ source, addedBy, remark }) => joined([tr(memberSourceText[source]), addedBy, remark].filter(Boolean)),
          },
          { title: t('截止'), cell: ({ until }) => (until ? <Time at={until} as="short" /> : t('长期')) },
        ]}
      />
    </Panel>
  )
}

/** What they may still use: coupons and rights. */
function Promises({ customer: { coupons, rights } }: Props) {
  if (coupons.length + rights.length === 0) return null
  return (
    <Panel title={t('优惠券与权益')}>
      <PlainTable
        label={t('优惠券与权益')}
        rows={[
          ...coupons.map(({ couponId, name, expiresAt }) => ({ key: `c${couponId}`, name, expiresAt })),
          ...rights.map(({ rightGrantId, name, expiresAt }) => ({ key: `r${rightGrantId}`, name, expiresAt })),
        ]}
        rowKey={({ key }) => key}
        columns={[
          { title: t('名称'), head: true, cell: ({ name }) => name },
          { title: t('有效至'), cell: ({ expiresAt }) => <Time at={expiresAt} as="short" /> },
        ]}
      />
    </Panel>
  )
}

function Consents({ customer: { consents } }: Props) {
  return (
    <Panel title={t('授权')}>
      <Facts
        facts={consentKind.options.map((kind) => {
          const last = consents.find((one) => one.kind === kind)
          return [
            tr(consentKindText[kind]),
            last ? (
              <span key={kind}>
                {last.given ? t('同意') : t('不同意')} · {last.source} · {last.by} · <Time at={last.at} as="short" />
              </span>
            ) : (
              t('未登记')
            ),
          ]
        })}
      />
    </Panel>
  )
}

function Orders({ customer }: Props) {
  const unpaid = new Set(customer.unpaid.orders.map(({ orderId }) => orderId))
  return (
    <Panel title={t('最近订单')} extra={<a href={`#/Order/List?customerId=${customer.customerId}`}>{t('全部订单')}</a>}>
      {customer.lastOrders.length === 0 ? (
        <EmptyState title={t('没有订单')} />
      ) : (
        <PlainTable
          label={t('最近订单')}
          rows={customer.lastOrders}
          rowKey={({ orderId }) => orderId}
          columns={[
            {
              title: t('订单号'),
              head: true,
              cell: ({ orderId, orderNo }) => (
                <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${orderId}`}>
                  {orderNo}
                </a>
              ),
            },
            { title: t('状态'), cell: ({ serviceStatus }) => <StatusTag service={serviceStatus} /> },
            { title: t('下单时间'), cell: ({ createdAt }) => <Time at={createdAt} as="short" /> },
            {
              title: t('金额'),
              end: true,
              cell: ({ orderId, totalFen }) => (
                <span className={unpaid.has(orderId) ? 'customer-unpaid' : undefined}>
                  <Money fen={totalFen} />
                </span>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}

function Addresses({ customer: { lastAddresses } }: Props) {
  if (lastAddresses.length === 0) return null
  return (
    <Panel title={t('常用地址')}>
      <ul className="customer-lines">
        {lastAddresses.map(({ address, use, usedAt }) => (
          <li key={address}>
            {use === 'PICKUP' ? t('上车') : t('下车')} · {address} · <Time at={usedAt} as="short" />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Calls({ customer }: Props) {
  if (customer.calls.length === 0) return null
  return (
    <Panel title={t('通话')} extra={<a href={`#/CallCentre/CallLog?customerId=${customer.customerId}`}>{t('全部通话')}</a>}>
      <PlainTable
        label={t('通话')}
        rows={customer.calls}
        rowKey={({ callId }) => callId}
        columns={[
          { title: t('时间'), head: true, cell: ({ at }) => <Time at={at} as="short" /> },
          { title: t('方向'), cell: ({ direction }) => tr(callDirectionText[direction]) },
          { title: t('结果'), cell: ({ result }) => (result ? tr(callResultText[result]) : t('通话中')) },
          { title: t('通话时长'), end: true, cell: ({ talkS }) => clockText(talkS) },
          { title: t('录音'), cell: ({ recordId }) => (recordId ? <Player recordId={recordId} /> : '') },
        ]}
      />
    </Panel>
  )
}

function Notes({ customer: { notes } }: Props) {
  if (notes.length === 0) return null
  return (
    <Panel title={t('客户记录')}>
      <ul className="customer-lines">
        {notes.map(({ at, author, text }) => (
          <li key={at + text}>
            {text}{' '}
            <span className="customer-soft">
              {author} · <Time at={at} as="short" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
