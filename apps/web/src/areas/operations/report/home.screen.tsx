import { guideCalls, reportCalls } from '@chauffeur/contract/operations/home'
import { useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { useCan, useMay } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { Time } from '#ui/show/time.tsx'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Suspense } from 'react'
import { HomeAttention } from './home-attention.tsx'
import { HomeCities, HomeDrivers } from './home-cities.tsx'
import { HomeFigures } from './home-figures.tsx'
import { HomeHours } from './home-hours.tsx'
import './home.css'

const GuideStrip = lazyPiece(() => import('../guide/guide-strip.tsx'), 'place')

/** The day so far: asked again every ten seconds, and soon after orders change. */
export default function HomeScreen() {
  const query = useCall(reportCalls.overview, {}, { refetchIntervalS: usePollS(10, 10) })
  const ask = useThrottled(() => query.refetch(), 3000)
  useLive('orders', ask, { onGap: ask })
  const mayPlace = useCan('callCentre.view')
  const mayBegin = useMay(guideCalls.guide)
  return (
    <Page
      title={t('今日运营')}
      extra={
        query.data ? (
          <span>
            {t('更新于')} <Time at={query.data.at} as="exact" />
          </span>
        ) : undefined
      }
      actions={
        mayPlace ? (
          <a className="home-desk" href="#/CallCentre/Desk">
            {t('电话下单')}
          </a>
        ) : undefined
      }
    >
      {mayBegin ? (
        <Suspense>
          <GuideStrip />
        </Suspense>
      ) : null}
      <Async query={query} skeleton={<HomeSkeleton />}>
        {(overview) => (
          <div className="home">
            <HomeFigures overview={overview} />
            <HomeHours query={query} />
            <HomeAttention attention={overview.attention} inNeed={overview.inNeed} />
            <HomeCities byCity={overview.byCity} />
            <HomeDrivers drivers={overview.drivers} />
          </div>
        )}
      </Async>
    </Page>
  )
}

function HomeSkeleton() {
  return (
    <div className="home">
      <div className="stats">
        <Skeleton lines={2} height={32} />
      </div>
      <Panel title={t('分时订单')} className="home-hours">
        <Skeleton lines={8} height={32} />
      </Panel>
      <Panel title={t('需要关注')} className="home-attention">
        <Skeleton lines={8} height={32} />
      </Panel>
      <Panel title={t('各城市')} className="home-cities">
        <Skeleton lines={5} height={30} />
      </Panel>
      <Panel title={t('司机状态')} className="home-drivers">
        <Skeleton lines={8} height={24} />
      </Panel>
    </div>
  )
}
