// 高德 路径规划 2.0 (驾车, v5) and 距离测量 (v3) as their documentation has them: figures as text, no street south of the equator or off the land.

const METRES_A_DEGREE = 111_320
type Place = readonly [lng: number, lat: number]
/** Six places after the point at most; anything else is no place. */
const placeOf = (text: string | null): Place | null => {
  const [, lng, lat] = /^(-?\d{1,3}(?:\.\d{1,6})?),(-?\d{1,2}(?:\.\d{1,6})?)$/.exec(text ?? '') ?? []
  return lng && lat ? [Number(lng), Number(lat)] : null
}
/** Streets run along the parallels and meridians, at ten metres a second. */
const byStreet = ([lngA, latA]: Place, [lngB, latB]: Place) =>
  Math.round((Math.abs(lngA - lngB) * Math.cos((latA * Math.PI) / 180) + Math.abs(latA - latB)) * METRES_A_DEGREE)
const roadless = ([, lat]: Place) => lat < 0

const failing = (infocode: string, info: string) => ({ body: { status: '0', info, infocode } })
const fine = { status: '1', info: 'OK', infocode: '10000' }

export function driving(query: URLSearchParams) {
  const [origin, destination] = [placeOf(query.get('origin')), placeOf(query.get('destination'))]
  if (!query.get('origin') || !query.get('destination')) return failing('20001', 'MISSING_REQUIRED_PARAMS')
  if (!origin || !destination) return failing('20000', 'INVALID_PARAMS')
  if (roadless(origin) || roadless(destination)) return failing('20801', 'NO_ROADS_NEARBY')
  const metres = byStreet(origin, destination)
  const cost = { duration: String(Math.round(metres / 10)), tolls: '0', toll_distance: '0', toll_road: [], traffic_lights: '4' }
  return {
    body: {
      ...fine,
      count: '1',
      route: {
        origin: origin.join(','),
        destination: destination.join(','),
        taxi_cost: '23',
        paths: [
          {
            distance: String(metres),
            restriction: '0',
            ...(query.get('show_fields')?.split(',').includes('cost') && { cost }),
            steps: [{ instruction: '向东行驶', orientation: '东', road_name: '体育场路', step_distance: String(metres) }],
          },
        ],
      },
    },
  }
}

export function distances(query: URLSearchParams) {
  const origins = (query.get('origins') ?? '').split('|').map(placeOf)
  const destination = placeOf(query.get('destination'))
  if (!query.get('origins') || !query.get('destination')) return failing('20001', 'MISSING_REQUIRED_PARAMS')
  if (!destination || origins.includes(null) || origins.length > 100) return failing('20000', 'INVALID_PARAMS')
  if (query.get('type') !== '1') return failing('20000', 'INVALID_PARAMS')
  const results = (origins as Place[]).map((origin, index) => {
    const ids = { origin_id: String(index + 1), dest_id: '1' }
    if (roadless(origin)) return { ...ids, distance: '0', duration: '0', info: 'NO_ROADS_NEARBY', code: '2' }
    const metres = byStreet(origin, destination)
    return { ...ids, distance: String(metres), duration: String(Math.round(metres / 10)) }
  })
  return { body: { ...fine, count: String(results.length), results } }
}
