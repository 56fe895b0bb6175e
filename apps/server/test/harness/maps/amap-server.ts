import { createHash } from 'node:crypto'
import { distances, driving } from './amap-roads.ts'
import { type MapServer, mapServer, type Request } from './map-server.ts'

// 高德开放平台 Web 服务 API as its documentation has it: 输入提示 v3, 搜索 POI 2.0 (v5), 地理编码 and 逆地理编码 v3, and its table of infocodes.
// Everything is GCJ-02, "longitude,latitude" in text; what is not there is an empty list.

export interface AmapPlace {
  name: string
  address: string
  pname: string
  cityname: string
  adname: string
  adcode: string
  /** GCJ-02. */
  location: readonly [lng: number, lat: number]
  street?: string
  number?: string
  /** What a geocode of its address says of itself. */
  level?: string
}
export type AmapFault = 'WRONG_KEY' | 'DAY_QUOTA' | 'TOO_FAST' | 'BROWSER_KEY' | 'OTHER_IP' | 'ENGINE' | 'BUSY' | 'ARREARS'

const zhejiang = { pname: '浙江省', cityname: '杭州市' }
const beijing = { pname: '北京市', cityname: '北京市' }
export const amapPlaces: readonly AmapPlace[] = [
  { ...zhejiang, name: '武林广场', address: '体育场路', adname: '拱墅区', adcode: '330105', location: [120.163102, 30.271431] },
  { ...zhejiang, name: '武林广场(地铁站)', address: '1号线;3号线', adname: '拱墅区', adcode: '330105', location: [120.16412, 30.271801] },
  {
    ...zhejiang,
    name: '黄龙体育中心',
    address: '黄龙路1号',
    adname: '西湖区',
    adcode: '330106',
    location: [120.131512, 30.266482],
    street: '黄龙路',
    number: '1号',
    level: '门牌号',
  },
  {
    ...zhejiang,
    name: '解百购物广场',
    address: '解放路251号',
    adname: '上城区',
    adcode: '330102',
    location: [120.165743, 30.249931],
    street: '解放路',
    number: '251号',
    level: '门牌号',
  },
  {
    ...beijing,
    name: '天安门',
    address: '东长安街',
    adname: '东城区',
    adcode: '110101',
    location: [116.41024449916938, 39.91640428150164],
  },
]

const SAYS: Record<AmapFault, [infocode: string, info: string]> = {
  WRONG_KEY: ['10001', 'INVALID_USER_KEY'],
  DAY_QUOTA: ['10044', 'USER_DAILY_QUERY_OVER_LIMIT'],
  TOO_FAST: ['10021', 'CUQPS_HAS_EXCEEDED_THE_LIMIT'],
  BROWSER_KEY: ['10009', 'USERKEY_PLAT_NOMATCH'],
  OTHER_IP: ['10005', 'INVALID_USER_IP'],
  ENGINE: ['30001', 'ENGINE_RESPONSE_DATA_ERROR'],
  BUSY: ['10016', 'SERVER_IS_BUSY'],
  ARREARS: ['40002', 'SERVICE_EXPIRED'],
}
const failing = (infocode: string, info: string) => ({ body: { status: '0', info, infocode } })
const fine = { status: '1', info: 'OK', infocode: '10000' }
const orList = (text: string | undefined) => text || []

/** AMap on this machine: with `key` and, where `signingKey` is given, a signature over every request. */
export const amapServer = (
  of: { key?: string; signingKey?: string; places?: readonly AmapPlace[]; port?: number } = {},
): Promise<MapServer<AmapFault>> => {
  const { key = 'amap-key', signingKey = '', places = amapPlaces, port } = of
  return mapServer((request, fault) => {
    if (fault) return failing(...SAYS[fault])
    if (!request.query.get('key')) return failing('20001', 'MISSING_REQUIRED_PARAMS')
    if (request.query.get('key') !== key) return failing(...SAYS.WRONG_KEY)
    if (signingKey && request.query.get('sig') !== signatureOf(request, signingKey)) return failing('10007', 'INVALID_USER_SIGNATURE')
    const answer = {
      '/v3/assistant/inputtips': tips,
      '/v5/place/text': search,
      '/v3/geocode/geo': geocode,
      '/v3/geocode/regeo': regeo,
      '/v5/direction/driving': driving,
      '/v3/distance': distances,
    }[request.path]
    return answer ? answer(request.query, places) : failing('10002', 'SERVICE_NOT_AVAILABLE')
  }, port)
}

const signatureOf = ({ query }: Request, signingKey: string) =>
  createHash('md5')
    .update(
      [...query]
        .filter(([name]) => name !== 'sig')
        .map(([name, value]) => `${name}=${value}`)
        .sort()
        .join('&') + signingKey,
    )
    .digest('hex')

/** Places of a city (`330100`), or all without one. */
const within = (places: readonly AmapPlace[], city: string | null) =>
  city
    ? places.filter(({ adcode }) => adcode.slice(0, city.endsWith('0000') ? 2 : 4) === city.slice(0, city.endsWith('0000') ? 2 : 4))
    : places
const at = ({ location }: AmapPlace) => location.map((degrees) => degrees.toFixed(6)).join(',')

function tips(query: URLSearchParams, places: readonly AmapPlace[]) {
  const keywords = query.get('keywords')
  if (!keywords) return failing('20001', 'MISSING_REQUIRED_PARAMS')
  const found = within(places, query.get('citylimit') === 'true' ? query.get('city') : null).filter(({ name }) => name.includes(keywords))
  return {
    body: {
      tips: [
        // A name that many places bear is suggested without one of them.
        { id: [], name: keywords, district: [], adcode: [], location: [], address: [], typecode: [], city: [] },
        ...found.map((place, n) => ({
          id: `B02${n}`,
          name: place.name,
          district: `${place.pname}${place.cityname}${place.adname}`,
          adcode: place.adcode,
          location: at(place),
          address: orList(place.address),
          typecode: '110100',
          city: [],
        })),
      ],
      ...fine,
      count: String(found.length + 1),
    },
  }
}

function search(query: URLSearchParams, places: readonly AmapPlace[]) {
  const keywords = query.get('keywords')
  if (!keywords) return failing('20001', 'MISSING_REQUIRED_PARAMS')
  const found = within(places, query.get('city_limit') === 'true' ? query.get('region') : null).filter(
    ({ name, address }) => name.includes(keywords) || address.includes(keywords),
  )
  const pois = found.slice(0, Number(query.get('page_size') ?? 10)).map((place, n) => ({
    parent: '',
    id: `B02${n}`,
    name: place.name,
    address: place.address,
    location: at(place),
    distance: '',
    type: '风景名胜;公园广场;城市广场',
    typecode: '110105',
    pcode: `${place.adcode.slice(0, 2)}0000`,
    adcode: place.adcode,
    citycode: '0571',
    pname: place.pname,
    cityname: place.cityname,
    adname: place.adname,
  }))
  return { body: { count: String(pois.length), infocode: '10000', pois, status: '1', info: 'OK' } }
}

function geocode(query: URLSearchParams, places: readonly AmapPlace[]) {
  const address = query.get('address')
  if (!address) return failing('20001', 'MISSING_REQUIRED_PARAMS')
  const city = within(places, query.get('city'))
  const place = city.find((one) => address.includes(one.name) || (one.street && address.includes(`${one.street}${one.number}`)))
  const district = city.find((one) => address.endsWith(one.adname))
  const found = place ?? district
  if (!found) return failing(...SAYS.ENGINE)
  const spot = {
    street: orList(place?.street),
    number: orList(place?.number),
    location: at(found),
    level: place ? (place.level ?? '兴趣点') : '区县',
  }
  return {
    body: {
      ...fine,
      count: '1',
      geocodes: [
        {
          formatted_address: `${found.pname}${found.pname === found.cityname ? '' : found.cityname}${found.adname}${place ? (place.street ? `${place.street}${place.number}` : place.name) : ''}`,
          country: '中国',
          province: found.pname,
          citycode: '0571',
          city: found.cityname,
          district: found.adname,
          township: [],
          neighborhood: { name: [], type: [] },
          building: { name: [], type: [] },
          adcode: found.adcode,
          ...spot,
        },
      ],
    },
  }
}

const METRES_A_DEGREE = 111_320
const metres = ([lng, lat]: readonly [number, number], [toLng, toLat]: readonly [number, number]) =>
  Math.hypot((lng - toLng) * Math.cos((lat * Math.PI) / 180), lat - toLat) * METRES_A_DEGREE

function regeo(query: URLSearchParams, places: readonly AmapPlace[]) {
  const [lng, lat] = (query.get('location') ?? '').split(',').map(Number)
  if (lng === undefined || lat === undefined || !Number.isFinite(lng + lat)) return failing('20000', 'INVALID_PARAMS')
  const byDistance = places.map((place) => ({ place, m: metres([lng, lat], place.location) })).sort((a, b) => a.m - b.m)
  const nearest = byDistance[0]
  const nowhere = {
    province: [],
    city: [],
    district: [],
    adcode: [],
    township: [],
    citycode: [],
    country: [],
    towncode: [],
    businessAreas: [[]],
  }
  const named = { neighborhood: { name: [], type: [] }, building: { name: [], type: [] } }
  if (!nearest || nearest.m > 30_000)
    return {
      body: {
        ...fine,
        regeocode: {
          roads: [],
          roadinters: [],
          formatted_address: [],
          addressComponent: { ...nowhere, ...named, streetNumber: { street: [], number: [] } },
          aois: [],
          pois: [],
        },
      },
    }
  const { place } = nearest
  const municipal = place.pname === place.cityname
  return {
    body: {
      ...fine,
      regeocode: {
        roads: [],
        roadinters: [],
        formatted_address: `${place.pname}${municipal ? '' : place.cityname}${place.adname}天水街道${nearest.m < 200 ? place.name : ''}`,
        addressComponent: {
          country: '中国',
          province: place.pname,
          city: municipal ? [] : place.cityname,
          citycode: '0571',
          district: place.adname,
          adcode: place.adcode,
          township: '天水街道',
          towncode: '330105010000',
          ...named,
          streetNumber: place.street
            ? { street: place.street, number: place.number, location: at(place), direction: '东', distance: String(nearest.m) }
            : { street: [], number: [] },
          businessAreas: [[]],
        },
        pois:
          query.get('extensions') === 'all'
            ? byDistance
                .filter(({ m }) => m <= Number(query.get('radius') ?? 1000))
                .map(({ place: poi, m }, n) => ({
                  id: `B02${n}`,
                  name: poi.name,
                  type: '地名',
                  tel: [],
                  direction: '北',
                  distance: String(m),
                  location: at(poi),
                  address: orList(poi.address),
                  poiweight: '0.4',
                  businessarea: [],
                }))
            : [],
        aois: [],
      },
    },
  }
}
