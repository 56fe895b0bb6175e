import { type MapServer, mapServer } from './map-server.ts'

// 天地图 as its documentation has it: 地名搜索 V2.0 (/v2/search, `postStr`), 地理编码 (/geocoder?ds=) and 逆地理编码 (/geocoder?postStr=&type=geocode).
// CGCS2000; figures are now text, now numbers. A key that does not do is told with 403.

export type TiandituFault = 'WRONG_KEY' | 'BROWSER_KEY' | 'DAY_QUOTA' | 'BAD_QUESTION'
const KEY_FAULTS: Record<string, { code: number; msg: string; resolve: string }> = {
  WRONG_KEY: { code: 301001, msg: '非法Key', resolve: '请到API控制台重新申请Key' },
  BROWSER_KEY: { code: 301006, msg: '权限类型错误', resolve: '请更换服务器端类型的Key' },
  DAY_QUOTA: { code: 302003, msg: '用户今日访问次数超限', resolve: '请明日再试' },
}
const pois = [
  { name: '武林广场', address: '杭州市拱墅区体育场路', lonlat: '120.158200,30.273900', county: '拱墅区', countyCode: '156330105' },
  { name: '黄龙体育中心', address: '杭州市西湖区黄龙路1号', lonlat: '120.126800,30.269000', county: '西湖区', countyCode: '156330106' },
]

export const tiandituServer = ({ key = 'tianditu-key' } = {}): Promise<MapServer<TiandituFault>> =>
  mapServer((request, fault) => {
    if (fault && fault in KEY_FAULTS) return { status: 403, body: KEY_FAULTS[fault] }
    if (request.query.get('tk') !== key) return { status: 403, body: KEY_FAULTS.WRONG_KEY }
    if (request.path === '/v2/search') return { body: search(request.query.get('postStr') ?? '', fault) }
    const ds = request.query.get('ds')
    return { body: ds === null ? reverse(request.query.get('postStr') ?? '') : geocode(ds) }
  })

function search(postStr: string, fault: TiandituFault | null) {
  const asked = JSON.parse(postStr) as { keyWord: string; queryType: number; specify?: string; start: number; count: number }
  if (fault === 'BAD_QUESTION' || asked.queryType !== 12 || !/^156\d{6}$/.test(asked.specify ?? ''))
    return { resultType: 0, status: { infocode: 2001, cndesc: '参数错误' } }
  const found = pois.filter(({ name, address }) => `${name}${address}`.includes(asked.keyWord))
  return {
    count: String(found.length),
    resultType: 1,
    ...(found.length > 0 && {
      pois: found.map((poi, n) => ({
        ...poi,
        eaddress: '',
        ename: '',
        phone: '',
        hotPointID: `40A0${n}`,
        poiType: '101',
        province: '浙江省',
        provinceCode: '156330000',
        city: '杭州市',
        cityCode: '156330100',
        source: '0',
        typeCode: '230101',
        typeName: '风景名胜',
      })),
    }),
    keyWord: asked.keyWord,
    status: { infocode: 1000, cndesc: '服务正常' },
  }
}

function geocode(ds: string) {
  const { keyWord } = JSON.parse(ds) as { keyWord: string }
  const found = pois.find(({ name, address }) => keyWord.includes(name) || keyWord.includes(address.slice(6)))
  const district = /(拱墅|西湖)区$/.test(keyWord)
  if (!found && !district) return { msg: '无结果', searchVersion: '6.4.9V', status: '101' }
  const [lon, lat] = (found ?? pois[0]!).lonlat.split(',')
  return { msg: 'ok', location: { score: 100, level: found ? '门址' : '区县', lon, lat, keyWord }, searchVersion: '6.4.9V', status: '0' }
}

function reverse(postStr: string) {
  const { lon, lat } = JSON.parse(postStr) as { lon: number; lat: number; ver: number }
  const at = { location: { lon, lat } }
  const metres = (lonlat: string) => {
    const [x = 0, y = 0] = lonlat.split(',').map(Number)
    return Math.round(Math.hypot((lon - x) * 96_000, (lat - y) * 111_000))
  }
  const nearest = pois.map((poi) => ({ poi, m: metres(poi.lonlat) })).sort((a, b) => a.m - b.m)[0]!
  if (nearest.m > 30_000)
    return { result: { ...at, formatted_address: '', addressComponent: { address: '', city: '', county: '' } }, msg: 'ok', status: '0' }
  const { poi, m } = nearest
  return {
    result: {
      formatted_address: `浙江省${poi.address}`,
      ...at,
      addressComponent: {
        address: poi.address.slice(6),
        address_distance: m,
        address_position: '东',
        city: '杭州市',
        city_code: '156330100',
        county: poi.county,
        county_code: poi.countyCode,
        nation: '中国',
        poi: poi.name,
        poi_distance: String(m),
        poi_position: '东',
        province: '浙江省',
        province_code: '156330000',
        road: '体育场路',
        road_distance: m,
      },
    },
    msg: 'ok',
    status: '0',
  }
}
