interface City {
  cityId: string
  name: string
  open: boolean
}

/**
 * The city a caller most likely means, of those the operator works for (in the operator's order): where the last order was, else where the
 * number was issued («浙江省杭州市 中国移动»), else the operator's first one that takes orders.
 */
export function callerCity(
  cities: readonly City[],
  lastCityId: string | undefined,
  attribution: string,
): { cityId: string; from: 'LAST_ORDER' | 'ATTRIBUTION' | 'OPERATOR' } | null {
  const last = cities.find(({ cityId }) => cityId === lastCityId)
  if (last) return { cityId: last.cityId, from: 'LAST_ORDER' }
  const issued = cities.find(({ name }) => attribution.includes(name.replace(/市$/, '')))
  if (issued) return { cityId: issued.cityId, from: 'ATTRIBUTION' }
  const own = cities.find(({ open }) => open) ?? cities[0]
  return own ? { cityId: own.cityId, from: 'OPERATOR' } : null
}
