import { type DriverInfo, driverFileCalls, driverLifeCalls } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ClaimsPanel } from '#shared/driver/claims.panel.tsx'
import { InsurancePanel } from '#shared/driver/insurance.panel.tsx'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { countText, distanceText } from '#ui/show/measure.view.ts'
import { Place } from '#kit/list/columns.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { ShownLink } from '#shared/access/shown-link.tsx'
import { DriverLevelPanel } from '../level/driver-level.panel.tsx'
import { LevelName } from '../level/level-name.tsx'
import { InviteDriver } from './invite-driver.dialog.tsx'
import { type DriverChange, DriverActions } from './driver-actions.tsx'
import { DriverStanding, ratingText } from './driver.list.tsx'
import { FitnessPanel } from './fitness.panel.tsx'
import { DriverRemarks } from './driver-remarks.tsx'
import '../driver.css'
import './file.css'

const GrowthPanel = lazyPiece(() => import('../life/growth.panel.tsx'), 'place')
const OnlineCalendar = lazyPiece(() => import('../life/online-calendar.panel.tsx'), 'place')
const IncomePanel = lazyPiece(() => import('../life/income.panel.tsx'), 'place')
const ServicePanel = lazyPiece(() => import('../life/service.panel.tsx'), 'place')
const DriverLog = lazyPiece(() => import('../life/driver-log.panel.tsx'), 'place')

export default defineDetail(
  'driverId',
  () => ({ title: t('司机详情'), noId: t('地址里没有司机编号'), list: ['/yunYing/drivers', t('去司机列表')] }),
  DriverPage,
)

function DriverPage({ id: driverId }: { id: string }) {
  const query = useCall(driverFileCalls.info, { driverId }, { saysRefusals: true, refetchIntervalS: 15 })
  const [asked, setAsked] = useState<DriverChange | null>(null)
  const mayLevel = useMay(driverLifeCalls.growth)
  const mayOnline = useMay(driverOnlineCalls.list)
  const mayIncome = useMay(driverLifeCalls.income)
  const mayLog = useMay(activityLogCalls.changes)
  return (
    <>
      <DetailPage
        query={query}
        title={({ name, driverNo }) => `${name} ${driverNo}`}
        tabTitle={({ name }) => t('司机 {name}', { name })}
        status={(driver) => (
          <>
            <WorkWord status={driver.workStatus} />
            <DriverStanding row={driver} />
          </>
        )}
        actions={(driver) => <Actions driver={driver} onAsk={(what) => setAsked({ what, driver })} />}
        tabs={(driver) => [
          { key: 'overview', label: t('概况'), children: <Overview driver={driver} /> },
          mayLevel && { key: 'growth', label: t('成长'), children: <GrowthPanel driverId={driverId} /> },
          mayOnline && { key: 'online', label: t('在线'), children: <OnlineCalendar driverId={driverId} cityId={driver.cityId} /> },
          mayIncome && { key: 'income', label: t('收入与提现'), children: <IncomePanel driverId={driverId} /> },
          { key: 'service', label: t('评价'), children: <ServicePanel driver={driver} /> },
          mayLog && { key: 'log', label: t('修改记录'), children: <DriverLog driverId={driverId} /> },
        ]}
      />
      <DriverActions asked={asked} onClose={() => setAsked(null)} />
      <ShownLink />
    </>
  )
}

/** What stands first: how the driver stands now. */
function Overview({ driver }: { driver: DriverInfo }) {
  const { driverId } = driver
  return (
    <div className="driver-detail">
      <div className="driver-stack">
        <Standing driver={driver} />
        <FitnessPanel driverId={driver.driverId} />
        <InsurancePanel driverId={driver.driverId} />
        <ClaimsPanel driverId={driver.driverId} />
        <Figures driver={driver} />
        <DriverLevelPanel driverId={driver.driverId} />
        <File driver={driver} />
      </div>
      <div className="driver-stack">
        <Orders driver={driver} />
        <Panel
          title={t('备注')}
          extra={
            <a href={`#/DriverConfig/DriverRemark?driverId=${driverId}`} target="_blank" rel="noreferrer">
              {t('全部备注')}
            </a>
          }
        >
          <DriverRemarks remarks={driver.remarks.slice(0, 10)} />
        </Panel>
      </div>
    </div>
  )
}

function Actions({ driver, onAsk }: { driver: DriverInfo; onAsk: (what: DriverChange['what']) => void }) {
  const [inviting, setInviting] = useState(false)
  const can = (action: DriverInfo['allowedActions'][number]) => driver.allowedActions.includes(action)
  return (
    <>
      {can('edit') ? <Button onClick={() => setInviting(true)}>{t('邀请司机')}</Button> : null}
      {can('edit') ? (
        <Button href={`#/DriverAdd?driverId=${driver.driverId}`} target="_blank">
          {t('修改资料')}
        </Button>
      ) : null}
      {can('remark') ? <Button onClick={() => onAsk('remark')}>{t('添加备注')}</Button> : null}
      {can('disable') ? (
        <Button danger onClick={() => onAsk('disable')}>
          {t('停用')}
        </Button>
      ) : null}
      {can('enable') ? (
        <Button type="primary" onClick={() => onAsk('enable')}>
          {t('启用')}
        </Button>
      ) : null}
      <InviteDriver driver={driver} open={inviting} onClose={() => setInviting(false)} />
    </>
  )
}

function Standing({ driver }: { driver: DriverInfo }) {
  const street = useCall(driverCalls.street, { driverId: driver.driverId }, { refetchIntervalS: 15, keepPrevious: true, silent: true })
  const place = street.data?.place
  return (
    <Panel title={t('当前')}>
      {driver.disabledReason === '' ? null : (
        <p className="driver-disabled">
          {driver.disablesAfterTrip ? t('已停用，当前行程结束后下线') : t('已停用')}
          {t('：')}
          {driver.disabledReason}
          <span className="driver-soft">{driver.walletFrozen ? t('余额已冻结，不能登录和提现') : t('余额未冻结，可登录并提现')}</span>
          {driver.disabledAt ? (
            <span className="driver-soft">
              {driver.disabledByName} <Time at={driver.disabledAt} as="short" />
            </span>
          ) : null}
        </p>
      )}
      <Facts
        facts={[
          [t('手机号'), <Phone key="phone" value={driver.phone} dial={{ of: 'DRIVER', id: driver.driverId }} />],
          [t('上线时间'), driver.onlineSince ? <Time key="online" at={driver.onlineSince} /> : ''],
          [t('位置'), driver.freshness ? <FreshnessWord key="fresh" freshness={driver.freshness} /> : ''],
          [t('所在街道'), place?.address ?? ''],
          [
            t('当前订单'),
            driver.currentOrderId ? (
              <a key="order" href={`#/Order/Detail?orderId=${driver.currentOrderId}`}>
                {t('查看订单')}
              </a>
            ) : (
              ''
            ),
          ],
          [t('账户余额'), driver.walletFen === null ? '' : <Money key="wallet" fen={driver.walletFen} />],
        ]}
      />
    </Panel>
  )
}

function Figures({ driver }: { driver: DriverInfo }) {
  const { today } = driver
  return (
    <Panel
      title={t('今日')}
      extra={
        <span className="driver-soft">
          {t('自')} <Time at={today.since} as="short" />
        </span>
      }
    >
      <StatTiles
        label={t('今日')}
        stats={[
          { name: t('完成订单'), value: countText(today.served) },
          { name: t('订单金额'), value: <Money fen={today.billedFen} /> },
          { name: t('收到派单'), value: countText(today.asked) },
          { name: t('接单'), value: countText(today.accepted) },
          { name: t('司机取消'), value: countText(today.cancelledByDriver) },
        ]}
      />
    </Panel>
  )
}

const genders = (): Record<DriverInfo['gender'], string> => ({ MALE: t('男'), FEMALE: t('女'), UNKNOWN: '' })

function File({ driver }: { driver: DriverInfo }) {
  return (
    <Panel title={t('资料')}>
      <Facts
        facts={[
          [t('性别'), genders()[driver.gender]],
          [t('出生日期'), driver.birthDate],
          [t('身份证号'), driver.idCard],
          [t('身份证有效期至'), driver.idCardExpire],
          [t('准驾车型'), driver.licenceClass],
          [t('初次领证'), driver.licenceFirstIssue],
          [t('驾驶证有效期至'), driver.licenceExpire],
          [t('城市'), tr(driver.cityName)],
          [t('机构'), driver.orgName],
          [t('等级'), <LevelName key="level" cityId={driver.cityId} level={driver.level} />],
          [t('评分'), ratingText(driver.ratingX100)],
          [t('累计单量'), countText(driver.orderCount)],
          [t('服务类型'), joined(driver.serviceTypes.map((type) => tr(serviceTypeText[type])))],
          [t('听单半径'), distanceText(driver.listenRadiusM)],
          [t('紧急联系人'), driver.emergencyContact],
          [t('紧急联系电话'), driver.emergencyPhone === '' ? '' : <Phone key="emergency" value={driver.emergencyPhone} />],
          [t('入职日期'), driver.joinedAt],
        ]}
      />
    </Panel>
  )
}

function Orders({ driver }: { driver: DriverInfo }) {
  return (
    <Panel title={t('最近订单')}>
      {driver.orders.length === 0 ? (
        <EmptyState title={t('没有订单')} />
      ) : (
        <PlainTable
          label={t('最近订单')}
          rows={driver.orders}
          rowKey={({ orderId }) => orderId}
          columns={[
            {
              title: t('订单号'),
              head: true,
              cell: (order) => (
                <a className="ui-link ui-number" href={`#/Order/Detail?orderId=${order.orderId}`}>
                  {order.orderNo}
                </a>
              ),
            },
            { title: t('状态'), cell: (order) => <StatusTag service={order.serviceStatus} /> },
            { title: t('上车地点'), cell: (order) => <Place address={order.pickupAddress} /> },
            { title: t('下单时间'), cell: (order) => <Time at={order.createdAt} as="short" /> },
            { title: t('金额'), end: true, cell: (order) => <Money fen={order.totalFen} /> },
          ]}
        />
      )}
    </Panel>
  )
}
