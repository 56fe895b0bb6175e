import { messageEvent, variablesIn } from '@chauffeur/contract/message/event'
import type { SmsProvider } from '@chauffeur/contract/message/sending'
import { type SmsCode, smsProviders, type SmsServiceView } from '@chauffeur/contract/message/service'
import type { SmsServiceRow, SmsServices } from '#platform/sending/services'
import type { codesOf, figuresOf } from './service.queries.ts'

type Figures = Awaited<ReturnType<typeof figuresOf>>

const reportPath = (tenantId: string, serviceId: string, key: string): string => `/message-reports/${tenantId}/${serviceId}/${key}`

export const serviceView = (
  row: SmsServiceRow,
  { taken, coded, texts }: Figures,
  { sms, publicUrl, mayChange }: { sms: SmsServices; publicUrl: string | null; mayChange: boolean },
): SmsServiceView => {
  const provider = row.provider as SmsProvider
  return {
    smsServiceId: row.service_id,
    provider,
    name: row.name,
    url: row.url,
    keyId: row.key_id,
    keyLast4: row.key_last4,
    appId: row.app_id,
    region: row.region,
    signName: row.sign_name,
    statusUrl: row.status_url,
    priceFenX100: row.price_x100,
    dailyQuota: row.daily_quota,
    perS: row.per_s,
    enabled: row.enabled,
    takenToday: taken.get(row.service_id) ?? 0,
    texts: smsProviders[provider].needsTemplate ? (coded.get(row.service_id) ?? 0) : texts,
    reportUrl:
      mayChange && publicUrl !== null
        ? `${publicUrl}${reportPath(row.tenant_id, row.service_id, sms.reportKey(row.tenant_id, row.service_id))}`
        : '',
    version: row.version,
  }
}

/** The installation's: neither its key nor where it lies is a tenant's to know. */
export const installedView = ({ taken, texts }: Figures, priceX100: number | null): SmsServiceView => ({
  smsServiceId: null,
  provider: 'GATEWAY',
  name: '',
  url: '',
  keyId: '',
  keyLast4: '',
  appId: '',
  region: '',
  signName: '',
  statusUrl: '',
  priceFenX100: priceX100,
  dailyQuota: null,
  perS: null,
  enabled: true,
  takenToday: taken.get('0') ?? 0,
  texts,
  reportUrl: '',
  version: 0,
})

/** What the operation log keeps of one; secrets never. */
export const auditedService = (row: SmsServiceRow) => ({
  provider: row.provider,
  name: row.name,
  url: row.url,
  keyId: row.key_id,
  keyLast4: row.key_last4,
  appId: row.app_id,
  region: row.region,
  signName: row.sign_name,
  statusUrl: row.status_url,
  priceFenX100: row.price_x100,
  dailyQuota: row.daily_quota,
  perS: row.per_s,
  enabled: row.enabled,
})

/** As the provider's console takes it: Aliyun names variables as we do, Tencent counts them. */
function bodyFor(provider: SmsProvider, body: string, params: readonly string[]): string {
  if (provider !== 'TENCENT')
    return body.replace(
      /\$\{(\w+)\}/g,
      (_, name: string) => `\${${params.find((one) => one.split('=')[0] === name)?.split('=')[1] ?? name}}`,
    )
  return body.replace(/\$\{(\w+)\}/g, (_, name: string) => `{${params.findIndex((one) => one.split('=')[0] === name) + 1}}`)
}

export const codeView = (provider: SmsProvider, row: Awaited<ReturnType<typeof codesOf>>[number]): SmsCode => {
  const params = row.params ?? variablesIn(row.body)
  return {
    textId: row.text_id,
    event: messageEvent.parse(row.event),
    cityName: row.city_name,
    channelName: row.channel_name,
    language: row.language,
    state: row.state,
    body: bodyFor(provider, row.body, params),
    code: row.code,
    params,
    signName: row.sign_name,
    version: row.version,
  }
}
