import type { ProviderSettings } from '../provider/provider.ts'

/** The HTTP gateway of the environment, by which whoever entered no provider sends. */
export interface InstalledGateway extends ProviderSettings {
  /** Where it says what became of a message; empty: it does not. */
  statusUrl?: string
  /** Opens its reports at `/message-reports/0/0/<key>`; empty: it reports nothing. */
  reportKey?: string
  /** Hundredths of a fen a segment; null: not known. */
  priceX100?: number | null
}

/** What `SMS_GATEWAY_…` says besides address, token and rate. */
export function gatewayFrom(env: Record<string, string | undefined>, settings: ProviderSettings | null): InstalledGateway | null {
  if (!settings) return null
  const { SMS_GATEWAY_STATUS_URL: statusUrl = '', SMS_GATEWAY_REPORT_KEY: reportKey = '', SMS_GATEWAY_PRICE: price = '' } = env
  if (statusUrl && !/^https?:\/\/[^\s]+$/.test(statusUrl))
    throw new Error(`SMS_GATEWAY_STATUS_URL must be an http(s) address, not "${statusUrl}".`)
  if (reportKey && !/^[\w-]{16,100}$/.test(reportKey))
    throw new Error('SMS_GATEWAY_REPORT_KEY must have 16 to 100 letters, digits, _ or -.')
  if (price && !/^\d{1,4}(\.\d{1,2})?$/.test(price)) throw new Error(`SMS_GATEWAY_PRICE must be fen a segment such as 4.5, not "${price}".`)
  return { ...settings, statusUrl, reportKey, priceX100: price ? Math.round(Number(price) * 100) : null }
}
