import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Page } from '#ui/page/page.tsx'
import { OrderPanel } from './order.panel.tsx'
import { PushPanel } from './push.panel.tsx'
import { ServicesPanel } from './services.panel.tsx'
import './service.css'

/** By whom text messages are sent, in which order now and why. */
export default function SmsServicesScreen() {
  const services = useCall(smsServiceCalls.list, {}, { refetchIntervalS: 30 })
  return (
    <Page title={t('短信服务商')}>
      <div className="sms-services">
        <Async query={services}>
          {({ rows, mayChange, push }) => (
            <>
              <ServicesPanel rows={rows} mayChange={mayChange} />
              <OrderPanel services={rows} />
              <PushPanel {...push} />
            </>
          )}
        </Async>
      </div>
    </Page>
  )
}
