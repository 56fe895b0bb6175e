import { createHash } from 'node:crypto'
import type { Row } from '../load.ts'
import { chance } from '../random.ts'
import type { DemoTenant } from '../tenants.ts'
import type { DemoCustomer } from './people.ts'

const DAY = 86_400_000
interface Text {
  kind: 'CUSTOMER' | 'DRIVER' | 'EMPLOYEE'
  title: string
  html: string
}
const section = (title: string, ...paragraphs: string[]) => `<h2>${title}</h2>${paragraphs.map((words) => `<p>${words}</p>`).join('')}`
const list = (...items: string[]) => `<ul>${items.map((words) => `<li><p>${words}</p></li>`).join('')}</ul>`

/** What each business agrees on with its customers, drivers and employees. */
const TEXTS: readonly Text[] = [
  {
    kind: 'CUSTOMER',
    title: '客户隐私协议',
    html:
      section(
        '一、我们处理哪些信息',
        '为完成代驾服务，我们处理您的手机号、姓名、车牌号、上下车地点、行程轨迹，以及与客服和司机的通话录音。',
      ) +
      section('二、我们如何使用') +
      list('派单、计价、开票和处理投诉；', '发送与订单有关的短信；', '经您同意，发送优惠信息。') +
      section('三、您的权利', '您可以查阅、更正和删除您的信息，我们在十五个工作日内答复。'),
  },
  {
    kind: 'DRIVER',
    title: '司机隐私协议',
    html:
      section('一、身份与资格', '为核实您的驾驶资格，我们处理您的姓名、身份证号、驾驶证、手机号和照片，证件到期前会提醒您更换。') +
      section('二、位置', '您上线接单期间，我们每五秒记录一次您的位置，用于派单、计算里程和处理纠纷；下线后不再记录。') +
      section('三、录音与照片', '行程录音和您拍摄的车辆照片仅用于核实服务和处理投诉。') +
      section('四、收入', '我们处理您的收款账户，用于结算和依法报税。') +
      section('五、您的权利', '您可以要求查阅我们保存的您的信息；不同意本协议将不能接单，已接的订单可以完成。'),
  },
  {
    kind: 'EMPLOYEE',
    title: '员工隐私协议',
    html:
      section('一、账号', '公司处理您的姓名、手机号、所属部门和权限，用于登录和安排工作。') +
      section('二、操作记录', '您在控制台的登录和操作会被记录，保存十二个月；查看客户电话、收听录音会记录事由。') +
      section('三、通话', '您使用软电话的通话会被录音，用于核实订单和服务质量。') +
      section('四、保密', '客户和司机的信息只用于工作，不得抄录、截屏外传；离职后同样有效。'),
  },
]
const FIRST = 1

export const agreementRows = (tenants: readonly DemoTenant[], at: Date): Row<'agreement_versions'>[] =>
  tenants.flatMap(({ tenantId }) =>
    TEXTS.map(({ kind, title, html }) => ({
      tenant_id: tenantId,
      kind,
      number: FIRST,
      title,
      html,
      summary: '',
      change_level: 'MATERIAL',
      effective_at: at,
      digest: createHash('sha256').update(`${title}\n${html}`).digest('hex'),
      published_at: at,
      published_by: null,
      published_by_name: '系统管理员',
    })),
  )

/** A smaller change that is being written. */
export const agreementDraftRows = (tenants: readonly DemoTenant[], at: Date): Row<'agreement_drafts'>[] =>
  tenants.map(({ tenantId }) => {
    const { kind, title, html } = TEXTS[0]!
    return {
      tenant_id: tenantId,
      kind,
      title,
      html: html.replace('派单、计价、开票和处理投诉', '派单、计价、开票、核对发票抬头和处理投诉'),
      summary: '说明开票时核对抬头',
      change_level: 'MINOR',
      effective_at: null,
      updated_at: at,
      updated_by: null,
      updated_by_name: '系统管理员',
    }
  })

/** Everybody of the demo who drives or works has agreed: nobody of them is stopped. */
export const PEOPLE_AGREED = `
insert into agreement_consents (tenant_id, kind, number, user_id, driver_id, given, channel, ip, device, at)
select tenant_id, 'EMPLOYEE', ${FIRST}, user_id, null, true, 'CONSOLE', '10.8.0.' || user_id % 200 + 10, 'Chrome / Windows', created_at from users
union all
select tenant_id, 'DRIVER', ${FIRST}, null, driver_id, true, 'DRIVER_APP', '10.9.0.' || driver_id % 200 + 10, 'Chrome / Android', created_at from drivers`

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
      number: FIRST,
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
