import { t } from '#platform/text/text.ts'
import { Page } from '#ui/page/page.tsx'
import { GroundPanel } from '../ground/ground.panel.tsx'

/** What maps are drawn on. */
export default function MapServicesScreen() {
  return (
    <Page title={t('地图服务')}>
      <GroundPanel />
    </Page>
  )
}
