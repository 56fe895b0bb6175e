import { mapServiceCalls } from '@chauffeur/contract/operations/map-service'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { GroundPanel } from '../ground/ground.panel.tsx'
import { ServicesPanel } from './services.panel.tsx'
import './map-service.css'

/** Whom the business asks about addresses and roads, and what its maps are drawn on. */
export default function MapServicesScreen() {
  const services = useCall(mapServiceCalls.list, {}, { refetchIntervalS: 30 })
  return (
    <Page title={t('地图服务')}>
      <div className="map-services">
        <Async query={services}>
          {({ address, roads }) => (
            <>
              <ServicesPanel kind="ADDRESS" rows={address} />
              <ServicesPanel kind="ROADS" rows={roads} />
            </>
          )}
        </Async>
        <GroundPanel />
      </div>
    </Page>
  )
}
