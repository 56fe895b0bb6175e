import * as z from 'zod'
import type { MapServiceAsked } from '../services/services.ts'
import { type RoadService, wholeLeg } from './service.ts'

const total = (name: string) => new RegExp(`<${name}>\\s*([\\d.]+)\\s*</${name}>`)
const answer = z.string().regex(/<result\b/)

/** Tianditu's 驾车规划, which answers in XML: kilometres and seconds of the whole way. CGCS2000 is WGS84 here. It has no matrix. */
export const tiandituRoads = ({ asking, key }: MapServiceAsked): RoadService => ({
  route: async (from, to) => {
    const [orig, dest] = [from, to].map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`)
    const query = { postStr: JSON.stringify({ orig, dest, style: '0' }), type: 'search', tk: key }
    const text = await asking.get({ path: '/drive', query, text: true }, answer)
    const [km, durationS] = ['distance', 'duration'].map((name) => Number(total(name).exec(text)?.[1] ?? 0))
    return km && durationS ? wholeLeg(km * 1_000, durationS) : null
  },
})
