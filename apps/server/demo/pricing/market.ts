import { STANDARD_POINT_TERMS } from '@chauffeur/contract/customer/points-model'
import { DEMO_EMPLOYEE_EVERY } from '@chauffeur/contract/demo'
import { STANDARD_AUDIT_RULES } from '@chauffeur/contract/order/right-audit-rules'
import type { RightCover } from '@chauffeur/contract/pricing/model'
import type { Row } from '../load.ts'
import type { DemoCustomer } from '../people/people.ts'
import { templateE } from './price-templates.ts'
import { couponTemplateId } from './pricing.ts'
import type { DemoTenant } from '../tenants.ts'

const DAY = 86_400_000

const rights: readonly {
  name: string
  cover: RightCover
  excess: 'CUSTOMER_PAYS' | 'REFUSE'
  times: number
  stock: number | null
  every: number
}[] = [
  { name: '车险客户代驾服务', cover: { kind: 'CAP', capFen: 5_000 }, excess: 'CUSTOMER_PAYS', times: 3, stock: 200, every: 7 },
  { name: '宾客酒后代驾', cover: { kind: 'FULL' }, excess: 'REFUSE', times: 1, stock: 50, every: 23 },
  { name: '会员十公里代驾', cover: { kind: 'DISTANCE', includedM: 10_000 }, excess: 'CUSTOMER_PAYS', times: 6, stock: null, every: 13 },
]
/** One right a channel, numbered through all tenants. */
const rightsOf = (tenants: readonly DemoTenant[]) =>
  tenants
    .flatMap((tenant) => tenant.channels.map((channel, n) => ({ tenant, channel, right: rights[n % rights.length]! })))
    .map((entry, index) => ({ ...entry, rightId: index + 1 }))

export const rightConfigRows = (tenants: readonly DemoTenant[], nowMs: number): Row<'right_configs'>[] =>
  rightsOf(tenants).map(({ tenant, channel, right, rightId }) => ({
    tenant_id: tenant.tenantId,
    right_id: rightId,
    right_no: `R-${channel.code}-1`,
    name: `${channel.name}·${right.name}`,
    channel_id: channel.channelId,
    unit: 'TIMES',
    cover: JSON.stringify(right.cover),
    excess: right.excess,
    valid_from: new Date(nowMs - 120 * DAY),
    valid_to: new Date(nowMs + 240 * DAY),
    per_user_times: right.times,
    daily_stock: right.stock,
    price_to_partner_fen: 4_500,
    state: 'ON',
    created_at: new Date(nowMs - 121 * DAY),
    updated_at: new Date(nowMs - 121 * DAY),
  }))

/** How much of which right how many of a tenant's customers are given. */
export const grantsOf = (tenants: readonly DemoTenant[], of: DemoTenant) =>
  rightsOf(tenants)
    .filter(({ tenant }) => tenant === of)
    .map(({ rightId, right: { every, times } }) => ({ rightId, every, times }))

/** Every second use that no rule catches is audited: a demo has too few of them for the usual rate to show any. */
export const auditRuleRows = (tenants: readonly DemoTenant[], at: Date): Row<'setting_versions'>[] =>
  tenants.map(({ tenantId }, index) => ({
    tenant_id: tenantId,
    kind: 'rightAuditRules',
    setting_id: index + 1,
    content: JSON.stringify({ ...STANDARD_AUDIT_RULES, sampleBp: 5_000 }),
    effective_from: at,
    created_at: at,
  }))

/** Points for what customers pay and for their first trip, in every city alike. */
export const pointTermRows = (tenants: readonly DemoTenant[], at: Date): Row<'setting_versions'>[] =>
  tenants.map(({ tenantId }, index) => ({
    tenant_id: tenantId,
    kind: 'pointTerms',
    setting_id: index + 1,
    content: JSON.stringify({ ...STANDARD_POINT_TERMS, enabled: true }),
    effective_from: at,
    created_at: at,
  }))

const BATCH_NO = '秋季门店活动'
/** The codes of a tenant were made together. */
export const redeemBatchRows = (tenants: readonly DemoTenant[], nowMs: number): Row<'redeem_batches'>[] =>
  tenants.map((tenant) => ({
    tenant_id: tenant.tenantId,
    redeem_batch_id: tenant.index,
    batch_no: BATCH_NO,
    coupon_template_id: redeemedTemplateId(tenant),
    codes: CODES,
    made: CODES,
    used: 1,
    valid_from: new Date(nowMs - 40 * DAY),
    valid_to: new Date(nowMs + 60 * DAY),
    created_by_name: '市场部',
    created_at: new Date(nowMs - 40 * DAY),
    updated_at: new Date(nowMs - 40 * DAY),
  }))

/** Codes of a tenant: …1001 to …1040 are good, …1041 is used, …1042 past its time, …1043 another customer's. */
const CODES = 43
export const redeemCodeRows = (tenants: readonly DemoTenant[], customers: readonly DemoCustomer[], nowMs: number): Row<'redeem_codes'>[] =>
  tenants.flatMap((tenant) => {
    const own = customers.filter((customer) => customer.tenant === tenant)
    return Array.from({ length: CODES }, (_, n): Row<'redeem_codes'> => {
      const number = 1001 + n
      const [expired, foreign] = [number === 1042, number === 1043]
      return {
        tenant_id: tenant.tenantId,
        redeem_code_id: (tenant.index - 1) * CODES + n + 1,
        code: `${tenant.index === 1 ? 'GUIHANG' : 'CHENGDENG'}${number}`,
        coupon_template_id: redeemedTemplateId(tenant),
        batch_no: BATCH_NO,
        redeem_batch_id: tenant.index,
        customer_id: foreign ? (own.at(-1)?.customerId ?? null) : null,
        valid_from: new Date(nowMs - 40 * DAY),
        valid_to: new Date(nowMs + (expired ? -2 : 60) * DAY),
        created_at: new Date(nowMs - 40 * DAY),
      }
    })
  })

/** The kind of coupon for regular customers. */
const redeemedTemplateId = (tenant: DemoTenant) => couponTemplateId(tenant, 2)

/** The code that shows what a used one answers: its coupon went to the tenant's second customer. */
export function usedCode(tenants: readonly DemoTenant[], customers: readonly DemoCustomer[], firstCouponId: number, nowMs: number) {
  return tenants.flatMap((tenant, index) => {
    const customer = customers.filter((candidate) => candidate.tenant === tenant)[1]
    if (!customer) return []
    const at = new Date(nowMs - 3 * DAY)
    return [
      {
        redeemCodeId: (tenant.index - 1) * CODES + 41,
        usedBy: customer.customerId,
        coupon: {
          tenant_id: tenant.tenantId,
          coupon_id: firstCouponId + index,
          coupon_template_id: redeemedTemplateId(tenant),
          customer_id: customer.customerId,
          state: 10,
          valid_from: at,
          valid_to: new Date(nowMs + 27 * DAY),
          granted_at: at,
          way: 'CODE',
          granted_by_name: '前台',
        } satisfies Row<'coupons'>,
      },
    ]
  })
}

const firms = [
  {
    name: '云帆信息技术有限公司',
    contact: '许经理',
    dept: '销售部',
    perOrderLimitFen: 12_000,
    agreed: true,
    hours: null,
    prepaid: false,
    every: DEMO_EMPLOYEE_EVERY,
  },
  {
    name: '东方建设集团',
    contact: '马主任',
    dept: '行政部',
    perOrderLimitFen: 20_000,
    agreed: false,
    hours: { from: '18:00', to: '02:00' },
    prepaid: true,
    every: 31,
  },
] as const
const firmsOf = (tenants: readonly DemoTenant[]) =>
  tenants.flatMap((tenant) => firms.map((firm) => ({ tenant, firm }))).map((entry, index) => ({ ...entry, enterpriseId: index + 1 }))

export const enterpriseRows = (tenants: readonly DemoTenant[], at: Date): Row<'enterprises'>[] =>
  firmsOf(tenants).map(({ tenant, firm, enterpriseId }) => ({
    tenant_id: tenant.tenantId,
    enterprise_id: enterpriseId,
    name: firm.name,
    credit_code: `9133010${String(enterpriseId).padStart(11, '0')}`,
    contact_name: firm.contact,
    contact_phone: `1390571${String(enterpriseId).padStart(4, '0')}`,
    pay_mode: firm.prepaid ? 'PREPAID' : 'POSTPAID',
    credit_limit_fen: firm.prepaid ? 0 : 50_000_000,
    per_order_limit_fen: firm.perOrderLimitFen,
    month_limit_fen: firm.prepaid ? 3_000_000 : 30_000_000,
    hours_from: firm.hours?.from ?? null,
    hours_to: firm.hours?.to ?? null,
    created_at: at,
    updated_at: at,
  }))

/** What prepaid enterprises paid in before. */
export const topUpsOf = (tenants: readonly DemoTenant[], nowMs: number) =>
  firmsOf(tenants)
    .filter(({ firm }) => firm.prepaid)
    .map(({ tenant, enterpriseId }) => ({
      tenantId: tenant.tenantId,
      enterpriseId,
      amountFen: 2_000_000,
      reference: `ICBC2026${String(enterpriseId).padStart(8, '0')}`,
      at: new Date(nowMs - 12 * DAY),
    }))

export const employeeRows = (tenants: readonly DemoTenant[], customers: readonly DemoCustomer[], at: Date): Row<'enterprise_employees'>[] =>
  firmsOf(tenants)
    .flatMap(({ tenant, firm, enterpriseId }) =>
      customers
        .filter((customer) => customer.tenant === tenant)
        .filter((_, index) => index % firm.every === 0)
        .map((customer) => ({
          tenant_id: tenant.tenantId,
          enterprise_id: enterpriseId,
          phone: customer.phone,
          name: customer.name,
          dept: firm.dept,
          created_at: at,
          updated_at: at,
        })),
    )
    .map((row, index) => ({ employee_id: index + 1, ...row }))

/** The prices that an enterprise agreed on, in every city of its tenant. */
export const enterpriseTemplateRows = (tenants: readonly DemoTenant[], firstId: number, at: Date): Row<'price_templates'>[] =>
  firmsOf(tenants)
    .filter(({ firm }) => firm.agreed)
    .map(({ tenant, firm, enterpriseId }, index) => ({
      tenant_id: tenant.tenantId,
      template_id: firstId + index,
      version: 1,
      code: `ENT-${enterpriseId}`,
      name: `${firm.name}协议价`,
      owner_type: 'ENTERPRISE',
      owner_id: enterpriseId,
      city_ids: tenant.cities.map(({ cityId }) => cityId),
      channel_ids: [],
      service_type: 'TRIP',
      rank: 20,
      rules: JSON.stringify(templateE),
      effective_from: at,
      effective_to: null,
      created_at: at,
    }))
