import type { MapProviderName } from '@chauffeur/contract/kernel/map-failure'
import type { ServicesAsked } from '@chauffeur/contract/operations/city'
import { joined, t, tr } from '#platform/text/text.ts'

export const providerText: Record<MapProviderName, string> = {
  AMAP: '高德',
  TIANDITU: '天地图',
  BAIDU: '百度',
  PHOTON: 'Photon',
  NOMINATIM: 'Nominatim',
  OSRM: 'OSRM',
  VALHALLA: 'Valhalla',
}

/** Who stepped in for whom, where a map service failed; empty where all went as it should. */
export function servicesWords({ by, failed }: ServicesAsked): string {
  if (failed.length === 0) return ''
  const silent = joined([...new Set(failed.map(({ provider }) => tr(providerText[provider])))])
  return by
    ? t('{silent}未应答，已用{by}', { silent, by: tr(providerText[by]) })
    : t('{silent}未应答，只有自有地点和用过的地址', { silent })
}
