import { type MapServer, mapServer } from './map-server.ts'

// 天地图 驾车规划: the question as JSON in `postStr`, the answer as XML, kilometres with two places and seconds.

export type TiandituRoadsFault = 'WRONG_KEY'

/** Twelve metres a second, a quarter more than the straight line; no street beyond 50 degrees north. */
export const tiandituRoadsServer = (key = 'tianditu-key'): Promise<MapServer<TiandituRoadsFault>> =>
  mapServer(({ path, query }, fault) => {
    if (fault === 'WRONG_KEY' || query.get('tk') !== key)
      return { status: 403, body: { msg: '非法Key', resolve: '请到API控制台重新申请Key', code: 301018 } }
    if (path !== '/drive' || query.get('type') !== 'search') return { status: 404, body: '' }
    const { orig, dest } = JSON.parse(query.get('postStr') ?? '{}') as { orig: string; dest: string }
    const [[lngA, latA], [lngB, latB]] = [orig, dest].map((text) => text.split(',').map(Number)) as [[number, number], [number, number]]
    const km = Math.hypot((lngA - lngB) * Math.cos((latA * Math.PI) / 180), latA - latB) * 111.32 * 1.25
    if (latA > 50 || latB > 50)
      return { body: `<?xml version="1.0" encoding="UTF-8"?><result orig="${orig}" mid="" dest="${dest}"></result>` }
    return {
      body: `<?xml version="1.0" encoding="UTF-8"?>
<result orig="${orig}" mid="" dest="${dest}">
  <parameters><orig>${orig}</orig><dest>${dest}</dest><mid></mid><key></key><style>0</style><version>1.0</version><sort>no</sort></parameters>
  <routes count="1" time="0.012"><item id="0"><strguide>从起点出发</strguide><streetName>体育场路</streetName><turnlatlon>${orig}</turnlatlon></item></routes>
  <simple><item id="0"><strguide>从起点出发，沿体育场路行驶</strguide><streetDistance>${Math.round(km * 1000)}</streetDistance></item></simple>
  <distance>${km.toFixed(2)}</distance>
  <duration>${((km * 1000) / 12).toFixed(1)}</duration>
  <routelatlon>${orig};${dest};</routelatlon>
  <mapinfo><center>${orig}</center><scale>12</scale></mapinfo>
</result>`,
    }
  })
