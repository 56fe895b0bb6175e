import { createHash } from 'node:crypto'
import type { Row } from '../load.ts'
import { chance } from '../random.ts'
import type { DemoTenant } from '../tenants.ts'
import type { DemoCustomer } from './people.ts'

const DAY = 86_400_000
const TITLE = '客户隐私协议'
const HTML =
  '<h2>一、我们处理哪些信息</h2><p>为完成代驾服务，我们处理您的手机号、姓名、车牌号、上下车地点、行程轨迹，以及与客服和司机的通话录音。</p>' +
  '<h2>二、我们如何使用</h2><ul><li><p>派单、计价、开票和处理投诉；</p></li><li><p>发送与订单有关的短信；</p></li><li><p>经您同意，发送优惠信息。</p></li></ul>' +
  '<h2>三、您的权利</h2><p>您可以查阅、更正和删除您的信息，我们在十五个工作日内答复。</p>'

/**
 * What each business agrees on with its customers, and the drafts of what it will with its drivers and employees: of these nobody is asked, or
 * whoever comes new to the demo would be stopped.
 */
export const agreementRows = (tenants: readonly DemoTenant[], at: Date): Row<'agreement_versions'>[] =>
  tenants.map(({ tenantId }) => ({
    tenant_id: tenantId,
    kind: 'CUSTOMER',
    number: 1,
    title: TITLE,
    html: HTML,
    summary: '',
    change_level: 'MATERIAL',
    effective_at: at,
    digest: createHash('sha256').update(`${TITLE}\n${HTML}`).digest('hex'),
    published_at: at,
    published_by: null,
    published_by_name: '系统管理员',
  }))

const DRAFTS = [
  ['DRIVER', '司机隐私协议', '<h2>一、位置</h2><p>您上线接单期间，我们每五秒记录一次您的位置，用于派单和计算里程。</p>'],
  ['EMPLOYEE', '员工隐私协议', '<h2>一、操作记录</h2><p>您在控制台的登录和操作会被记录，保存十二个月。</p>'],
] as const
export const agreementDraftRows = (tenants: readonly DemoTenant[], at: Date): Row<'agreement_drafts'>[] =>
  tenants.flatMap(({ tenantId }) =>
    DRAFTS.map(([kind, title, html]) => ({
      tenant_id: tenantId,
      kind,
      title,
      html,
      summary: '',
      change_level: 'MATERIAL',
      effective_at: null,
      updated_at: at,
      updated_by: null,
      updated_by_name: '系统管理员',
    })),
  )

/** Customers agree on the telephone when they first order. */
export function agreementConsentRows(
  customers: readonly DemoCustomer[],
  agents: (tenant: DemoTenant) => readonly { userId: number; name: string }[],
  now: number,
  seed: number,
): Row<'agreement_consents'>[] {
  const random = chance(seed, 'agreement consents')
  return customers.map(({ tenant, customerId }) => {
    const agent = random.pick(agents(tenant))
    return {
      tenant_id: tenant.tenantId,
      kind: 'CUSTOMER',
      number: 1,
      customer_id: customerId,
      given: true,
      channel: 'DESK',
      source: '电话',
      by_id: agent.userId,
      by_name: agent.name,
      at: new Date(now - random.between(0.1, 80) * DAY),
    }
  })
}
