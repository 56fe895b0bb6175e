import type { DeptType } from '@chauffeur/contract/access/session'
import { CHENGDU, demoCity, HANGZHOU, SHANGHAI, SHENZHEN } from './cities.ts'
import type { Row } from './load.ts'
import { templateA, templateARemote, templateB } from './pricing/price-templates.ts'

/** What the history of a tenant hangs on. Ids are those of the database. */
export interface DemoTenant {
  tenantId: number
  /** From 1, as telephones are numbered. */
  index: number
  name: string
  brandName: string
  domain: string
  logo: string
  /** The tenant's part of all orders and drivers. */
  share: number
  headDeptId: number
  cities: readonly DemoTenantCity[]
  channels: readonly {
    channelId: number
    deptId: number
    name: string
    code: string
    contactName: string
    contactPhone: string
    settlement: string
  }[]
}
export interface DemoTenantCity {
  cityId: number
  /** The city's part of the tenant's orders and drivers. */
  share: number
  companyId: number
  fleets: readonly { deptId: number; name: string }[]
  templateId: number
}

const drawn = (paths: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">${paths}</svg>`)}`
const sailLogo = drawn(
  '<rect width="48" height="48" rx="11" fill="#12498f"/><path d="M25 9v22H11z" fill="#fff"/><path d="M28 15v16h10z" fill="#7fb6ff"/><path d="M9 34h30c-2 4-6 6-11 6h-8c-5 0-9-2-11-6z" fill="#ffc53d"/>',
)
const lampLogo = drawn(
  '<rect width="48" height="48" rx="24" fill="#3a2417"/><path d="M16 17h16l4 13H12z" fill="#fa8c16"/><path d="M19 9h10v5H19z" fill="#ffd591"/><path d="M15 33h18v3H15zM20 38h8v3h-8z" fill="#ffd591"/>',
)

const outlines = [
  {
    name: '归航代驾服务有限公司',
    brandName: '归航代驾',
    domain: 'localhost',
    logo: sailLogo,
    share: 0.74,
    cities: [
      [HANGZHOU, 0.36],
      [SHANGHAI, 0.3],
      [CHENGDU, 0.19],
      [SHENZHEN, 0.15],
    ],
    channels: [
      ['安途车险', 'ANTU', '韩静', '13900000101', '月结：次月 10 日前对账，20 日前付款'],
      ['云栖汇酒店', 'YUNQI', '陆晓峰', '13900000102', '客人自付，每单返 5%，按季结算'],
      ['悦程出行', 'YUECHENG', '', '', '预存：余额不足 5 万元时通知充值'],
    ],
  },
  {
    name: '橙灯汽车服务有限公司',
    brandName: '橙灯代驾',
    domain: 'chengdeng.localhost',
    logo: lampLogo,
    share: 0.26,
    cities: [
      [SHANGHAI, 0.6],
      [CHENGDU, 0.4],
    ],
    channels: [['聚味餐饮', 'JUWEI', '温雅', '13900000103', '客人自付，不结算']],
  },
] as const

/** The two tenants with their departments, cities and channels, numbered in order. */
export function demoTenants(): DemoTenant[] {
  const next = { dept: 1, channel: 1, template: 1 }
  return outlines.map((outline, position) => ({
    ...outline,
    tenantId: position + 1,
    index: position + 1,
    headDeptId: next.dept++,
    cities: outline.cities.map(([cityId, share]) => ({
      cityId,
      share,
      companyId: next.dept++,
      fleets: [1, 2].map((n) => ({ deptId: next.dept++, name: `${demoCity(cityId).name}${n === 1 ? '一' : '二'}车队` })),
      templateId: next.template++,
    })),
    channels: outline.channels.map(([name, code, contactName, contactPhone, settlement]) => ({
      channelId: next.channel++,
      deptId: next.dept++,
      name,
      code,
      contactName,
      contactPhone,
      settlement,
    })),
  }))
}

export const tenantRows = (tenants: readonly DemoTenant[], at: Date): Row<'tenants'>[] =>
  tenants.map(({ tenantId, name, brandName, logo, domain }) => ({
    tenant_id: tenantId,
    name,
    brand_name: brandName,
    logo,
    domain,
    state: 30,
    created_at: at,
  }))

/** Parents before children. */
export const departmentRows = (tenants: readonly DemoTenant[], at: Date): Row<'departments'>[] =>
  tenants.flatMap((tenant) => {
    const dept = (dept_id: number, parent_id: number | null, name: string, dept_type: DeptType, city_ids: number[], sort: number) => ({
      tenant_id: tenant.tenantId,
      dept_id,
      parent_id,
      name,
      dept_type,
      city_ids,
      sort,
      created_at: at,
      updated_at: at,
    })
    return [
      dept(
        tenant.headDeptId,
        null,
        `${tenant.brandName}总部`,
        1,
        tenant.cities.map((city) => city.cityId),
        0,
      ),
      ...tenant.cities.flatMap(({ cityId, companyId, fleets }, sort) => [
        dept(companyId, tenant.headDeptId, `${demoCity(cityId).name}分公司`, 2, [cityId], sort),
        ...fleets.map((fleet, order) => dept(fleet.deptId, companyId, fleet.name, 2, [cityId], order)),
      ]),
      ...tenant.channels.map((channel, sort) => dept(channel.deptId, tenant.headDeptId, channel.name, 3, [], 50 + sort)),
    ]
  })

export const tenantCityRows = (tenants: readonly DemoTenant[]): Row<'tenant_cities'>[] =>
  tenants.flatMap((tenant) =>
    tenant.cities.map(({ cityId, companyId }) => ({
      tenant_id: tenant.tenantId,
      city_id: cityId,
      open: true,
      service_radius_m: 30_000,
      org_id: companyId,
    })),
  )

export const channelRows = (tenants: readonly DemoTenant[], at: Date): Row<'channels'>[] =>
  tenants.flatMap((tenant) =>
    tenant.channels.map(({ channelId, name, code, contactName, contactPhone, settlement }) => ({
      tenant_id: tenant.tenantId,
      channel_id: channelId,
      name,
      code,
      state: 1,
      contact_name: contactName,
      contact_phone: contactPhone,
      settlement,
      created_at: at,
      updated_at: at,
    })),
  )

/** One price template a city: by the kilometre, in Chengdu by blocks of ten. */
export const rulesOf = (cityId: number) => (cityId === CHENGDU ? templateB : cityId === SHANGHAI ? templateARemote : templateA)

export const priceTemplateRows = (tenants: readonly DemoTenant[], at: Date): Row<'price_templates'>[] =>
  tenants.flatMap((tenant) =>
    tenant.cities.map(({ cityId, templateId }) => ({
      tenant_id: tenant.tenantId,
      template_id: templateId,
      version: 1,
      code: `CITY-${cityId}`,
      name: `${demoCity(cityId).name}日常代驾`,
      owner_type: 'CITY',
      owner_id: null,
      city_ids: [cityId],
      channel_ids: [],
      service_type: 'TRIP',
      rank: 10,
      rules: JSON.stringify(rulesOf(cityId)),
      effective_from: at,
      effective_to: null,
      created_at: at,
    })),
  )
