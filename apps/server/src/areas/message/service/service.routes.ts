import { smsLane } from '@chauffeur/contract/message/sending'
import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { ordersNow } from '#platform/sending/order'
import { standardOrder } from '#platform/sending/order.rules'
import { saveCode, tryOut } from './codes.service.ts'
import { orderView, smsOrders } from './order.setting.ts'
import { codesOf, findSmsService, smsServices } from './service.queries.ts'
import { enableService, listServices, moveService, removeService, saveService } from './service.service.ts'
import { codeView } from './service.view.ts'

export const smsServiceRoutes = implement(
  'smsService',
  smsServiceCalls,
)({
  list: ({ db, platform, scope, operator }) => listServices(db, platform, scope, operator.authorities.has('smsService.edit')),
  ready: async ({ platform, operator }) => ({ ready: (await platform.sms.of(operator.tenantId)).some(({ enabled }) => enabled) }),
  save: ({ input, db, request, ...context }) => saveService(input, { tx: db, english: request.english, ...context }),
  enable: ({ input, db, ...context }) => enableService(input, { tx: db, ...context }),
  move: ({ input, db, ...context }) => moveService(input, { tx: db, ...context }),
  remove: ({ input, db, ...context }) => removeService(input, { tx: db, ...context }),
  tryOut: ({ input, db, ...context }) => tryOut(input, { tx: db, ...context }),
  codes: async ({ input, db, fail }) => {
    const [service, rows] = await Promise.all([findSmsService(db, input.smsServiceId), codesOf(db, input.smsServiceId)])
    if (!service) return fail('smsService.notFound')
    return { rows: rows.map((row) => codeView(service.provider as 'ALIYUN', row)) }
  },
  saveCode: ({ input, db, request, ...context }) => saveCode(input, { tx: db, english: request.english, ...context }),
  order: async ({ db, platform, scope, operator }) => {
    const [orders, rows, setting] = await Promise.all([ordersNow(platform, operator.tenantId), smsServices(db), smsOrders.rowFor(db, null)])
    const nameOf = (serviceId: string | null) => rows.find((row) => row.service_id === serviceId)?.name ?? ''
    return {
      lanes: smsLane.options.map((lane) => ({
        lane,
        order: orders[lane].map(({ service: { serviceId, provider }, place, recent }) => ({
          smsServiceId: serviceId,
          provider,
          name: nameOf(serviceId),
          place,
          attempts: recent?.attempts ?? 0,
          notTaken: recent?.notTaken ?? 0,
          reports: recent?.reports ?? 0,
          delivered: recent?.delivered ?? 0,
        })),
      })),
      setting: { ...orderView(setting?.content ?? standardOrder), version: setting?.version ?? 0 },
      mayChange: operator.authorities.has('smsService.edit') && seesEveryCity(scope),
    }
  },
  orderHistory: ({ db }) => smsOrders.historyFor(db, null),
  saveOrder: async ({ input, db, scope, fail, ...by }) => {
    const { version, adaptive, codes = null, rest = null, bulk = null, changeReason: reason } = input
    if (!seesEveryCity(scope)) return fail('smsService.wholeTenantOnly')
    const known = (await smsServices(db)).map(({ service_id }) => service_id)
    for (const pinned of [codes, rest, bulk]) if (pinned !== null && !known.includes(pinned)) return fail('smsService.notFound')
    return smsOrders.view(
      await smsOrders.saveFor(db, { cityId: null, version, reason }, { ...by, fail }, { adaptive, pinned: { codes, rest, bulk } }),
    )
  },
})
