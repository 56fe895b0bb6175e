import { type AppSettings, CERTIFY_STATE } from '@chauffeur/contract/access/app'
import type { Row } from './load.ts'
import type { DemoTenant } from './tenants.ts'

const settingsOf = (brandName: string): AppSettings => ({
  servicePhone: '4008001234',
  latestVersion: '1.0.0',
  minVersion: '1.0.0',
  notice: `夜间接单请先拍下车辆外观，保管好客户钥匙。${brandName}祝您一路平安。`,
})

/** The page that drivers of each business work in: what a client is that names no app. */
export const appRows = (tenants: readonly DemoTenant[], at: Date): Row<'apps'>[] =>
  tenants.map(({ tenantId, name, brandName, domain }) => ({
    tenant_id: tenantId,
    app_id: tenantId,
    platform: 'H5',
    name: `${brandName}司机端`,
    identifier: `https://${domain}/driver/`,
    enabled: true,
    driver_default: true,
    certify_state: CERTIFY_STATE.certified,
    certify_company: name,
    settings: JSON.stringify(settingsOf(brandName)),
    created_at: at,
    updated_at: at,
  }))
