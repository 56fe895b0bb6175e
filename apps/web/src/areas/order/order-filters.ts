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
import { reportCalls } from '@chauffeur/contract/report'
import { useMemo } from 'react'
import { useCall } from '#platform/call.ts'
import { useCan } from '#platform/session.ts'
import { t, tr, useLocale } from '#platform/text.ts'
import type { Filter, Option } from '#ui/query-table.tsx'

const numbered = (table: Record<number, string>): Option[] => Object.entries(table).map(([key, value]) => ({ key, value: tr(value) }))

interface City {
  cityId: string
  name: string
  utcOffsetMinutes?: number
}
const none: readonly City[] = []

/** Cities to choose from, by whichever of the two calls the user may make; null for a user who may make neither. */
export function useCities(): readonly City[] | null {
  const mayOpenCities = useCan('callCentre.view')
  const mayOverview = useCan('console.view') && !mayOpenCities
  const open = useCall(callCentreCalls.openCities, {}, { enabled: mayOpenCities })
  const overview = useCall(reportCalls.overview, {}, { enabled: mayOverview })
  const cities = mayOpenCities ? open.data?.rows : overview.data?.byCity
  return mayOpenCities || mayOverview ? (cities ?? none) : null
}

/** The filters of the order list. */
export function useOrderFilters(): Filter[] {
  const language = useLocale()
  const cities = useCities()
  // Days are those of the cities, wherever the reader sits; cities of one business share a clock.
  const offsetMinutes = cities?.[0]?.utcOffsetMinutes
  return useMemo(() => {
    const filters: Filter[] = [
      {
        kind: 'text',
        key: 'keyword',
        label: t('关键字'),
        placeholder: t('订单号 / 电话或尾号 / 司机 / 地址'),
        width: language === 'en' ? 270 : 230,
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
      {
        kind: 'select',
        key: 'cityId',
        label: t('城市'),
        width: 110,
        options: (cities ?? none).map(({ cityId, name }) => ({ key: cityId, value: tr(name) })),
      },
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
    return filters.filter((filter) => filter.key !== 'cityId' || cities !== null)
  }, [cities, language, offsetMinutes])
}
