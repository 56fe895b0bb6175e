import { callCentreCalls } from '@chauffeur/contract/call-centre'
import {
  orderSource,
  orderSourceText,
  payStatusText,
  serviceStatusText,
  serviceStatuses,
  serviceType,
  serviceTypeText,
} from '@chauffeur/contract/order-model'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { t, tr, useLocale } from '#platform/text.ts'
import type { Filter, Option } from '#ui/query-table.tsx'

const numbered = (table: Record<number, string>): Option[] => Object.entries(table).map(([key, value]) => ({ key, value: tr(value) }))

/** The filters of the order list; cities are offered to those who may ask for them. */
export function useOrderFilters(): Filter[] {
  const language = useLocale()
  const mayAskCities = useCan('callCentre.view')
  const cities = useCall(callCentreCalls.openCities, {}, { enabled: mayAskCities })
  return useMemo(() => {
    const cityOptions = cities.data?.rows.map(({ cityId, name }) => ({ key: cityId, value: tr(name) })) ?? []
    const filters: Filter[] = [
      {
        kind: 'text',
        key: 'keyword',
        label: t('关键字'),
        placeholder: t('订单号 / 电话 / 司机工号'),
        width: language === 'en' ? 250 : 210,
      },
      {
        kind: 'multi',
        key: 'serviceStatus',
        label: t('服务状态'),
        numeric: true,
        width: 180,
        options: serviceStatuses.map((status) => ({ key: String(status), value: tr(serviceStatusText[status]) })),
      },
      { kind: 'multi', key: 'payStatus', label: t('支付状态'), numeric: true, width: 150, options: numbered(payStatusText) },
      { kind: 'select', key: 'cityId', label: t('城市'), width: 110, options: cityOptions },
      {
        kind: 'select',
        key: 'source',
        label: t('来源'),
        width: 110,
        options: orderSource.options.map((key) => ({ key, value: tr(orderSourceText[key]) })),
      },
      {
        kind: 'select',
        key: 'serviceType',
        label: t('服务类型'),
        width: 116,
        options: serviceType.options.map((key) => ({ key, value: tr(serviceTypeText[key]) })),
      },
      { kind: 'days', key: 'createdAt', label: t('下单日期'), width: 230 },
      { kind: 'amount', key: 'totalFen', label: t('金额') },
    ]
    return filters.filter((filter) => filter.key !== 'cityId' || mayAskCities)
  }, [cities.data, mayAskCities, language])
}
