import { createHash } from 'node:crypto'
import { type MapServer, mapServer, type Request } from './map-server.ts'

// 百度地图开放平台 Web 服务 API as its documentation has it: 地点输入提示 v2, 地点检索 v2, 地理编码 v3, 全球逆地理编码 v3. Answers are BD-09 unless
// `ret_coordtype=gcj02ll`; faults are a `status` in an answer of 200, with `message` or `msg`.

export type BaiduFault = 'WRONG_KEY' | 'BROWSER_KEY' | 'OTHER_IP' | 'DAY_QUOTA' | 'TOO_FAST' | 'SERVICE_OFF'
const SAYS: Record<BaiduFault, { status: number; message: string }> = {
  WRONG_KEY: { status: 200, message: 'APP不存在，AK有误请检查再重试' },
  BROWSER_KEY: { status: 203, message: 'APP类型错误' },
  OTHER_IP: { status: 210, message: 'APP IP校验失败' },
  DAY_QUOTA: { status: 302, message: '天配额超限，限制访问' },
  TOO_FAST: { status: 401, message: '当前并发量已经超过约定并发配额，限制访问' },
  SERVICE_OFF: { status: 240, message: 'APP 服务被禁用' },
}
/** GCJ-02, and as BD-09 the documentation's own offset of it. */
const places = [
  {
    name: '武林广场',
    address: '体育场路',
    district: '拱墅区',
    adcode: '330105',
    gcj: [30.271431, 120.163102],
    bd: [30.277716, 120.169541],
  },
  {
    name: '黄龙体育中心',
    address: '黄龙路1号',
    district: '西湖区',
    adcode: '330106',
    gcj: [30.266482, 120.131512],
    bd: [30.272233, 120.138069],
  },
] as const

/** `encodeURIComponent` spares what Python’s and PHP’s encoders, which the documentation signs with, do not. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
const snOf = ({ target }: Request, signingKey: string) =>
  createHash('md5')
    .update(encoded(target.replace(/&sn=[^&]*$/, '') + signingKey))
    .digest('hex')

export const baiduServer = ({ key = 'baidu-key', signingKey = '' } = {}): Promise<MapServer<BaiduFault>> =>
  mapServer((request, fault) => {
    const { query, path } = request
    if (fault) return { body: SAYS[fault] }
    if (!query.get('ak')) return { body: { status: 101, message: 'AK参数不存在' } }
    if (query.get('ak') !== key) return { body: SAYS.WRONG_KEY }
    if (signingKey && query.get('sn') !== snOf(request, signingKey)) return { body: { status: 211, message: 'APP SN校验失败' } }
    if (query.get('output') !== 'json') return { body: '<?xml version="1.0" encoding="utf-8"?>' }
    const answer = {
      '/place/v2/suggestion': suggest,
      '/place/v2/search': search,
      '/geocoding/v3/': geocode,
      '/reverse_geocoding/v3/': reverse,
    }[path]
    return { body: answer ? answer(query) : { status: 260, message: '服务不存在' } }
  })

const spot = (query: URLSearchParams, { gcj, bd }: (typeof places)[number]) => {
  const [lat, lng] = query.get('ret_coordtype') === 'gcj02ll' ? gcj : bd
  return { lat, lng }
}
const missing = { status: 2, message: 'Parameter Invalid' }

function suggest(query: URLSearchParams) {
  const asked = query.get('query')
  if (!asked || !query.get('region')) return missing
  const found = places.filter(({ name }) => name.includes(asked))
  return {
    status: 0,
    message: 'ok',
    result: [
      // A district, without a spot.
      { name: asked, uid: '', city: '杭州市', district: '', business: '', cityid: '179', tag: '行政区划', adcode: '' },
      ...found.map((place, n) => ({
        name: place.name,
        location: spot(query, place),
        uid: `a1b2${n}`,
        province: '浙江省',
        city: '杭州市',
        district: place.district,
        business: '',
        cityid: '179',
        tag: '旅游景点',
        address: place.address,
        children: [],
        adcode: place.adcode,
      })),
    ],
  }
}

function search(query: URLSearchParams) {
  const asked = query.get('query')
  if (!asked || !query.get('region')) return missing
  const found = places.filter(({ name, address }) => `${name}${address}`.includes(asked))
  return {
    status: 0,
    message: 'ok',
    result_type: 'poi_type',
    results: found.map((place, n) => ({
      name: place.name,
      location: spot(query, place),
      address: place.address,
      province: '浙江省',
      city: '杭州市',
      area: place.district,
      adcode: Number(place.adcode),
      street_id: '',
      detail: 1,
      uid: `a1b2${n}`,
    })),
  }
}

function geocode(query: URLSearchParams) {
  const asked = query.get('address') ?? ''
  const found = places.find(({ name, address }) => asked.includes(name) || asked.includes(address))
  const district = places.find((place) => asked.endsWith(place.district))
  if (!found && !district) return { status: 1, msg: 'Internal Service Error:无相关结果', results: [] }
  const [level, precise, confidence] = found ? ['门址', 1, 80] : ['区县', 0, 20]
  return { status: 0, result: { location: spot(query, (found ?? district)!), precise, confidence, comprehension: 100, level } }
}

function reverse(query: URLSearchParams) {
  const [lat = 0, lng = 0] = (query.get('location') ?? '').split(',').map(Number)
  if (query.get('coordtype') !== 'wgs84ll') return missing
  const metres = ([y, x]: readonly [number, number]) => Math.round(Math.hypot((lng + 0.0047 - x) * 96_000, (lat - 0.0024 - y) * 111_000))
  const nearest = places.map((place) => ({ place, m: metres(place.gcj) })).sort((a, b) => a.m - b.m)[0]!
  const nothing = { country: '', province: '', city: '', district: '', town: '', street: '', street_number: '', adcode: '0' }
  if (nearest.m > 30_000)
    return {
      status: 0,
      result: {
        location: { lng, lat },
        formatted_address: '',
        business: '',
        addressComponent: nothing,
        pois: [],
        roads: [],
        poiRegions: [],
        sematic_description: '',
        cityCode: 0,
      },
    }
  const { place, m } = nearest
  return {
    status: 0,
    result: {
      location: spot(query, place),
      formatted_address: `浙江省杭州市${place.district}${place.address}`,
      business: '武林',
      addressComponent: {
        country: '中国',
        country_code: 0,
        province: '浙江省',
        city: '杭州市',
        city_level: 2,
        district: place.district,
        town: '',
        town_code: '',
        distance: String(m),
        direction: '东',
        adcode: place.adcode,
        street: place.address,
        street_number: '',
      },
      pois:
        m < 200
          ? [
              {
                addr: place.address,
                cp: ' ',
                direction: '内',
                distance: String(m),
                name: place.name,
                poiType: '旅游景点',
                point: { x: 1, y: 1 },
                tag: '旅游景点',
                tel: '',
                uid: 'a1',
                zip: '',
              },
            ]
          : [],
      roads: [],
      poiRegions: [],
      sematic_description: '',
      cityCode: 179,
    },
  }
}
