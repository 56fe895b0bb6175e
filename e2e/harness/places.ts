import { hangzhouPlaces } from '../../apps/server/demo/places/hangzhou.ts'
import { HANGZHOU as cityId } from '../../apps/server/demo/cities.ts'

function place(name: string) {
  const found = hangzhouPlaces.find((one) => one[1] === name)
  if (!found) throw new Error(`Hangzhou has no ${name}.`)
  return { name, lat: found[3], lng: found[4] }
}

/** Where the journeys' customers are and go: places the demo world's search finds. */
export const HANGZHOU = { cityId: String(cityId), wulin: place('武林银泰百货'), eastStation: place('杭州东站') }
