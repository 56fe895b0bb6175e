import type { SmsLane, SmsProvider } from '@chauffeur/contract/message/sending'
import type { Selectable } from 'kysely'
import type { Database } from '../database/db.ts'
import type { DB } from '../database/tables.generated.ts'
import type { Vault } from '../identity/vault.ts'
import { type Provider, type ProviderLog, providerOf, turnsOf } from '../provider/provider.ts'
import { aliyunTransport } from './wire/aliyun.ts'
import { gatewayTransport } from './wire/gateway.ts'
import type { InstalledGateway } from './installed.ts'
import { ANSWER_MS } from './lanes.ts'
import { tencentTransport } from './wire/tencent.ts'
import type { Transport } from './wire/transport.ts'

export type SmsServiceRow = Selectable<DB['sms_services']>

/** One provider as messages are sent by it. */
export interface SmsService {
  /** Null: the installation's. */
  serviceId: string | null
  provider: SmsProvider
  transport: Transport
  /** A code has a way of its own, which fails for itself alone. */
  asking: Record<SmsLane, Provider>
  /** Waits until it may be handed one more. */
  turn: (lane: SmsLane) => Promise<unknown>
  priceX100: number | null
  dailyQuota: number | null
  rank: number
  enabled: boolean
}

export interface SmsServices {
  /** The tenant's own in their order, off ones too; without any, the installation's. */
  of(tenantId: string): Promise<SmsService[]>
  asked(row: SmsServiceRow): SmsService
  installed: SmsService | null
  /** Opens only as this service of this tenant: without it nobody reports in a provider's name. */
  reportKey(tenantId: string, serviceId: string): string
  providers(): Provider[]
}

/** Where a key opens: in this entry, nowhere else. */
export const serviceKeyContext = (tenantId: string, serviceId: string) => `sms_services:${tenantId}:${serviceId}`

/** Only one that was never sent is sent again within an attempt. */
const MANNER = { timeoutMs: ANSWER_MS, retries: 1, mayRepeat: false, atOnce: 50 }

export function smsServicesOf({
  db,
  vault,
  installed: gateway,
  log,
}: {
  db: Pick<Database, 'platform'>
  vault: Vault
  installed: InstalledGateway | null
  log: ProviderLog
}): SmsServices {
  const made = ({
    url,
    perS,
    transport,
    ...of
  }: Omit<SmsService, 'asking' | 'turn'> & { url: string; perS: number | null }): SmsService => {
    const name = of.serviceId === null ? 'sms' : `sms.${of.provider.toLowerCase()}`
    const asking = (lane: 'codes' | 'rest') => providerOf({ url, token: '' }, { name: `${name}.${lane}`, ...MANNER }, log)
    const [codes, rest] = [asking('codes'), asking('rest')]
    const turn = perS === null ? null : turnsOf(perS)
    // Who waits for a code does not wait for turns.
    return { ...of, transport, asking: { codes, rest, bulk: rest }, turn: async (lane) => lane !== 'codes' && turn?.() }
  }
  /** A service keeps its circuit and figures for as long as it is the same. */
  const known = new Map<string, { as: string; service: SmsService }>()
  const asked = (row: SmsServiceRow): SmsService => {
    const as = JSON.stringify([row.url, row.key_id, row.sealed_key, row.app_id, row.region, row.sign_name, row.status_url, row.per_s])
    const before = known.get(row.service_id)
    const { price_x100: priceX100, daily_quota: dailyQuota, rank, enabled } = row
    const now = { priceX100, dailyQuota, rank, enabled }
    if (before?.as === as) return { ...before.service, ...now }
    const service = made({
      serviceId: row.service_id,
      provider: row.provider as SmsProvider,
      url: row.url,
      perS: row.per_s,
      transport: transportOf(row, opened(vault, row)),
      ...now,
    })
    known.set(row.service_id, { as, service })
    return service
  }
  const installed = gateway && {
    ...made({
      serviceId: null,
      provider: 'GATEWAY',
      url: gateway.url,
      perS: gateway.perS ?? null,
      transport: gatewayTransport(gateway),
      priceX100: gateway.priceX100 ?? null,
      dailyQuota: null,
      rank: 1,
      enabled: true,
    }),
  }
  return {
    of: async (tenantId) => {
      const { rows } = await db.platform.query<SmsServiceRow>('select * from sms_services where tenant_id = $1 order by rank, service_id', [
        tenantId,
      ])
      return rows.length ? rows.map(asked) : installed ? [installed] : []
    },
    asked,
    installed,
    reportKey: (tenantId, serviceId) =>
      vault.fingerprint('report', serviceKeyContext(tenantId, serviceId)).toString('base64url').slice(0, 32),
    providers: () =>
      [...(installed ? [installed] : []), ...[...known.values()].map(({ service }) => service)].flatMap(({ asking }) => [
        asking.codes,
        asking.rest,
      ]),
  }
}

const opened = (vault: Vault, { tenant_id, service_id, sealed_key }: SmsServiceRow): string => {
  if (sealed_key === '') return ''
  try {
    return vault.open(sealed_key, serviceKeyContext(tenant_id, service_id))
  } catch {
    // Sealed under another APP_SECRET: the provider will call it wrong, and whoever reads that enters it again.
    return ''
  }
}

function transportOf(row: SmsServiceRow, secret: string): Transport {
  const { url, key_id: keyId, sign_name: signName } = row
  if (row.provider === 'ALIYUN') return aliyunTransport({ url, keyId, secret, signName })
  if (row.provider === 'TENCENT') return tencentTransport({ url, keyId, secret, signName, appId: row.app_id, region: row.region })
  return gatewayTransport({ url, token: secret, statusUrl: row.status_url })
}
