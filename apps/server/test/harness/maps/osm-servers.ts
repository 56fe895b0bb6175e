import { type MapServer, mapServer } from './map-server.ts'

// The open engines as their documentation has them: Photon (`/api`, `/reverse`, GeoJSON) and Nominatim (`/search`, `/reverse`, jsonv2). WGS84.

const places = [
  { name: '武林广场', street: '体育场路', district: '拱墅区', lat: 30.2739, lon: 120.1582, kind: 'house', class: 'place', type: 'square' },
  {
    name: '黄龙体育中心',
    street: '黄龙路',
    housenumber: '1号',
    district: '西湖区',
    lat: 30.269,
    lon: 120.1268,
    kind: 'house',
    class: 'leisure',
    type: 'sports_centre',
  },
  {
    name: '西湖区',
    street: undefined,
    district: '西湖区',
    lat: 30.26,
    lon: 120.13,
    kind: 'district',
    class: 'boundary',
    type: 'administrative',
  },
  { name: '文三路', street: undefined, district: '西湖区', lat: 30.2795, lon: 120.124, kind: 'street', class: 'highway', type: 'primary' },
] as const
type Place = (typeof places)[number]
const found = (q: string) =>
  places.filter(({ name, street }) => name.includes(q) || q.includes(name) || (street !== undefined && q.includes(street)))
const nearest = (lat: number, lon: number) =>
  places
    .filter(({ kind }) => kind !== 'district')
    .map((place) => ({ place, m: Math.hypot((lon - place.lon) * 96_000, (lat - place.lat) * 111_000) }))
    .sort((a, b) => a.m - b.m)[0]!

const feature = (place: Place) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  properties: {
    osm_type: 'W',
    osm_id: 1,
    osm_key: place.class,
    osm_value: place.type,
    type: place.kind,
    countrycode: 'CN',
    country: '中国',
    city: '杭州市',
    district: place.district,
    name: place.name,
    ...(place.street && { street: place.street }),
    ...('housenumber' in place && { housenumber: place.housenumber }),
  },
})

export const photonServer = (): Promise<MapServer<'NO_LANGUAGE'>> =>
  mapServer(({ path, query }, fault) => {
    if (fault) return { status: 400, body: { message: 'language is not supported, supported languages are: default, en' } }
    if (path === '/api') {
      const q = query.get('q')
      if (!q) return { status: 400, body: { message: "missing search term 'q': /?q=berlin" } }
      return { body: { type: 'FeatureCollection', features: found(q).map(feature) } }
    }
    const near = nearest(Number(query.get('lat')), Number(query.get('lon')))
    return { body: { type: 'FeatureCollection', features: near.m <= Number(query.get('radius') ?? 1) * 1000 ? [feature(near.place)] : [] } }
  })

const row = (place: Place) => ({
  place_id: 1,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'way',
  osm_id: 1,
  lat: String(place.lat),
  lon: String(place.lon),
  category: place.class,
  type: place.type,
  place_rank: 30,
  importance: 0.4,
  addresstype: place.kind === 'street' ? 'road' : place.kind === 'district' ? 'city_district' : place.class,
  name: place.name,
  display_name: `${place.name}, ${place.district}, 杭州市, 浙江省, 中国`,
  address: {
    [place.class]: place.name,
    ...('housenumber' in place && { house_number: place.housenumber }),
    ...(place.street && { road: place.street }),
    city_district: place.district,
    city: '杭州市',
    state: '浙江省',
    country: '中国',
    country_code: 'cn',
  },
  boundingbox: ['30.2', '30.3', '120.1', '120.2'],
})

/** Turns away whoever does not say which application asks. */
export const nominatimServer = (): Promise<MapServer<'TOO_FAST'>> =>
  mapServer(({ path, query, userAgent }, fault) => {
    if (fault) return { status: 429, body: '<html><h1>Bandwidth limit exceeded</h1></html>' }
    if (!userAgent || /^(node|undici)/.test(userAgent)) return { status: 403, body: '<html><h1>Access blocked</h1></html>' }
    if (query.get('format') !== 'jsonv2') return { status: 400, body: { error: { code: 400, message: 'format' } } }
    if (path === '/search')
      return {
        body: found(query.get('q') ?? '')
          .slice(0, Number(query.get('limit') ?? 10))
          .map(row),
      }
    const near = nearest(Number(query.get('lat')), Number(query.get('lon')))
    return { body: near.m < 5_000 ? row(near.place) : { error: 'Unable to geocode' } }
  })
