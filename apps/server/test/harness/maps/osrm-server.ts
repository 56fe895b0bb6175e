import { type MapServer, mapServer, type Request } from './map-server.ts'

// `osrm-routed` by its HTTP API v1: coordinates in the path, a word in `code`, 400 where something was not done.

export type OsrmFault = 'TOO_BIG'
type Place = readonly [lng: number, lat: number]

const METRES_A_DEGREE = 111_195
/** Three tenths more than the straight line, at eight metres a second. */
const byRoad = ([lngA, latA]: Place, [lngB, latB]: Place) =>
  Math.hypot((lngA - lngB) * Math.cos((latA * Math.PI) / 180), latA - latB) * METRES_A_DEGREE * 1.3
/** An island without a bridge. */
const onIsland = ([lng]: Place) => lng > 121.9
const leg = (a: Place, b: Place) => ({
  distance: round(byRoad(a, b)),
  duration: round(byRoad(a, b) / 8),
  weight: 1,
  summary: '',
  steps: [],
})
const round = (value: number) => Math.round(value * 10) / 10
const refused = (code: string, message: string) => ({ status: 400, body: { code, message } })
const waypoint = (location: Place) => ({ hint: '', distance: 3.1, name: '', location })

export const osrmServer = (): Promise<MapServer<OsrmFault>> =>
  mapServer((request, fault) => {
    const [, service, version, profile, text] = request.path.split('/')
    if (fault === 'TOO_BIG') return refused('TooBig', 'Too many coordinates')
    if (version !== 'v1' || profile !== 'driving') return refused('InvalidUrl', 'URL string malformed')
    const places = (text ?? '').split(';').map((pair) => pair.split(',').map(Number) as unknown as Place)
    if (places.some(([lng, lat]) => !(Math.abs(lng) <= 180 && Math.abs(lat) <= 90)))
      return refused('InvalidValue', 'Invalid coordinate value.')
    if (service === 'route') return route(places)
    if (service === 'table') return table(places, request)
    return service === 'match' ? match(places, request) : refused('InvalidService', 'Service not found!')
  })

function route(places: Place[]) {
  if (onIsland(places[0]!) !== onIsland(places[1]!)) return refused('NoRoute', 'Impossible route between points')
  const { distance, duration } = leg(places[0]!, places[1]!)
  return {
    body: {
      code: 'Ok',
      routes: [{ legs: [], weight_name: 'routability', weight: duration, distance, duration }],
      waypoints: places.map(waypoint),
    },
  }
}

function table(places: Place[], { query }: Request) {
  if (places.length > 100) return refused('TooBig', 'Too many table coordinates')
  const chosen = (name: string) => (query.get(name) ?? '').split(';').map((index) => places[Number(index)]!)
  const [sources, destinations] = [chosen('sources'), chosen('destinations')]
  const cells = (of: 'distance' | 'duration') =>
    sources.map((from) => destinations.map((to) => (onIsland(from) !== onIsland(to) ? null : leg(from, to)[of])))
  const annotations = (query.get('annotations') ?? 'duration').split(',')
  return {
    body: {
      code: 'Ok',
      ...(annotations.includes('distance') && { distances: cells('distance') }),
      ...(annotations.includes('duration') && { durations: cells('duration') }),
      sources: sources.map(waypoint),
      destinations: destinations.map(waypoint),
    },
  }
}

/** A fix on the island lies on no street of the track; what is on its two sides are two matchings. */
function match(places: Place[], { query }: Request) {
  if ((query.get('timestamps') ?? '').split(';').length !== places.length)
    return refused('InvalidOptions', 'Number of timestamps does not match number of coordinates')
  const runs: Place[][] = [[]]
  const tracepoints = places.map((place) => {
    if (onIsland(place)) {
      if (runs.at(-1)!.length) runs.push([])
      return null
    }
    runs.at(-1)!.push(place)
    return { ...waypoint(place), alternatives_count: 0, matchings_index: runs.length - 1, waypoint_index: runs.at(-1)!.length - 1 }
  })
  if (tracepoints.every((point) => point === null)) return refused('NoMatch', 'Could not match the trace.')
  const matchings = runs
    .filter((run) => run.length)
    .map((run) => ({ confidence: 0.9, weight_name: 'routability', legs: run.slice(1).map((to, index) => leg(run[index]!, to)) }))
  return { body: { code: 'Ok', matchings, tracepoints } }
}
