import {
  orderSource,
  orderSourceText,
  payStatusText,
  serviceStatusText,
  serviceStatuses,
  serviceType,
  serviceTypeText,
} from '@chauffeur/contract/order/model'
import { useMemo } from 'react'
import { t, tr } from '#platform/text/text.ts'
import { type Cities, useCities } from '#kit/pickers/use-cities.ts'
import type { Filter, Option } from '#kit/list/query-table.tsx'

const numbered = (table: Record<number, string>): Option[] => Object.entries(table).map(([key, value]) => ({ key, value: tr(value) }))

export const keywordFilter = ({ language }: Cities): Filter => ({
  kind: 'text',
  key: 'keyword',
  label: t('关键字'),
  placeholder: t('订单号 / 电话或尾号 / 司机 / 地址'),
  width: language === 'en' ? 270 : 230,
})
export const cityFilter = ({ options }: Cities): Filter => ({
  kind: 'select',
  key: 'cityId',
  label: t('城市'),
  width: 110,
  options: options.map(({ value, label }) => ({ key: value, value: label })),
})

/** The filters of the order list. */
export function useOrderFilters(): Filter[] {
  const cities = useCities()
  return useMemo(() => {
    // Days are those of the cities, wherever the reader sits; cities of one business share a clock.
    const offsetMinutes = cities.list[0]?.utcOffsetMinutes
    return [
      keywordFilter(cities),
      {
        kind: 'multi',
        key: 'serviceStatus',
        label: t('服务状态'),
        numeric: true,
        width: 180,
        options: serviceStatuses.map((status) => ({ key: String(status), value: tr(serviceStatusText[status]) })),
      },
      { kind: 'multi', key: 'payStatus', label: t('支付状态'), numeric: true, width: 150, options: numbered(payStatusText) },
      cityFilter(cities),
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
      { kind: 'days', key: 'createdAt', label: t('下单日期'), width: 230, ...(offsetMinutes !== undefined && { offsetMinutes }) },
      { kind: 'amount', key: 'totalFen', label: t('金额') },
    ]
  }, [cities])
}
