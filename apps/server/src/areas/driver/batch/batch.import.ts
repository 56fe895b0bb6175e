import { DRIVER_NO, type LicenceClass, licenceClass } from '@chauffeur/contract/driver/file'
import { phone, requiredText, text } from '@chauffeur/contract/kernel/fields'
import { MOBILE_NUMBER } from '@chauffeur/contract/kernel/telephone-number'
import { type ServiceType, serviceType, serviceTypeText } from '@chauffeur/contract/order/model'
import * as z from 'zod'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import { dayCell, wordCell, yesCell } from '#platform/import/cells'
import { defineImport, type ImportInto } from '#platform/import/kind'
import { localDay } from '#platform/values/local-clock'
import {
  fileProblems,
  type FileValues,
  insertDrivers,
  LISTEN_RADIUS_M,
  mayBelong,
  newDriverFile,
  organisationsOf,
  readIdCard,
} from '../file/index.ts'
import { inviteNewcomers } from '../invitation/index.ts'
import { removeUntouched, type Taken, takenAmong } from './batch.queries.ts'

interface NewDriver {
  name: string
  phone: string
  idCardNo: string
  idCardExpire?: string | null
  licenceClass: LicenceClass
  licenceFirstIssue: string
  licenceExpire: string
  city: string
  org?: string
  driverNo?: string
  serviceTypes?: ServiceType[]
  listenRadiusM?: number
  emergencyContact?: string
  emergencyPhone?: string
  verified?: boolean
}
type Into = ImportInto<{ invite: boolean }>

const mobile = phone.pipe(z.string().regex(MOBILE_NUMBER, '请输入 11 位手机号 | a mobile number'))
/** A spreadsheet rounds eighteen digits unless their column is of text. */
const card = z.string().transform((typed, context) => {
  const found = readIdCard(typed.replaceAll(/\s/g, ''))
  if (found) return found.number
  context.addIssue({
    code: 'custom',
    message: '身份证号不正确：请核对校验位，表格中该列须为文本格式 | not a valid identity card number; its column has to be of text',
  })
  return z.NEVER
})
const days = z.union([
  z
    .string()
    .regex(/^(长期|长期有效|permanent)$/i)
    .transform(() => null),
  dayCell,
])
const metres = z
  .string()
  .transform((typed) => typed.replaceAll(/[,，\s]|米|m$/gi, ''))
  .pipe(z.string().regex(/^\d{1,6}$/, '应为米数 | must be a number of metres'))
  .transform(Number)
  .pipe(z.number().min(LISTEN_RADIUS_M.min, '不小于 500 米 | at least 500 m').max(LISTEN_RADIUS_M.max, '不大于 20000 米 | at most 20000 m'))
const services = z
  .string()
  .transform((typed) => [...new Set(typed.split(/[、,，;；|\s]+/))].filter((one) => one !== ''))
  .pipe(z.array(wordCell(serviceTypeText)).min(1).max(serviceType.options.length))
const driverNo = text(20).pipe(
  z.string().regex(DRIVER_NO, '工号为 2–20 位字母、数字或横线，不能是日期 | 2 to 20 letters, digits or hyphens, and no date'),
)

export const HEADS = [
  ...['姓名', '手机号', '身份证号', '身份证有效期', '准驾车型', '初次领证日期', '驾驶证有效期', '城市', '所属机构'],
  ...['工号', '服务类型', '听单半径（米）', '紧急联系人', '紧急联系电话', '资料已审核'],
] as const

/** New drivers out of a sheet, by the same rules as one who is entered by hand. */
export const driverImport = defineImport<Into['into'], NewDriver>({
  name: 'driver.drivers',
  authority: 'driver.edit',
  title: { zh: '新司机', en: 'new drivers' },
  into: z.object({ invite: z.boolean().default(false) }),
  fields: {
    name: { zh: '姓名', en: 'Name', required: true, also: ['司机', '司机姓名'], read: requiredText(20) },
    phone: { zh: '手机号', en: 'Telephone', required: true, also: ['手机', '电话', '联系电话', '手机号码'], read: mobile },
    idCardNo: { zh: '身份证号', en: 'Identity card', required: true, also: ['身份证', '身份证号码', '证件号'], read: card },
    idCardExpire: { zh: '身份证有效期', en: 'Card valid until', also: ['身份证有效期至', '身份证到期日'], read: days },
    licenceClass: {
      zh: '准驾车型',
      en: 'Licence class',
      required: true,
      also: ['驾照类型', '驾驶证类型', '车型'],
      read: wordCell(Object.fromEntries(licenceClass.options.map((one) => [one, one])) as Record<LicenceClass, string>),
    },
    licenceFirstIssue: { zh: '初次领证日期', en: 'First issued', required: true, also: ['初领日期', '初次领证'], read: dayCell },
    licenceExpire: { zh: '驾驶证有效期', en: 'Licence valid until', required: true, also: ['驾驶证有效期至', '驾照有效期'], read: dayCell },
    city: { zh: '城市', en: 'City', required: true, also: ['所在城市', '服务城市'], read: requiredText(40) },
    org: { zh: '所属机构', en: 'Organisation', also: ['机构', '车队', '公司'], read: requiredText(60) },
    driverNo: { zh: '工号', en: 'Driver no.', also: ['司机工号', '司机编号'], read: driverNo },
    serviceTypes: { zh: '服务类型', en: 'Services', also: ['服务', '业务类型'], read: services },
    listenRadiusM: { zh: '听单半径（米）', en: 'Radius (m)', also: ['听单半径', '听单范围'], read: metres },
    emergencyContact: { zh: '紧急联系人', en: 'Emergency contact', also: ['紧急联系人姓名'], read: text(20) },
    emergencyPhone: { zh: '紧急联系电话', en: 'Emergency telephone', also: ['紧急电话', '紧急联系人电话'], read: phone },
    verified: { zh: '资料已审核', en: 'Papers checked', also: ['已审核', '审核通过'], read: yesCell },
  },
  secret: ['idCardNo'],
  isThere: async () => true,
  keyOf: (row) => [row.phone, row.idCardNo, ...(row.driverNo ? [`no ${row.driverNo}`] : [])],
  judge: async (db, of, rows) => {
    const [places, taken] = await Promise.all([placesOf(db, rows), takenBy(of, rows)])
    return rows.map((row) => problemOf(row, of, places, taken))
  },
  write: async (tx, of, rows) => {
    const { operator, platform, into, origin } = of
    const places = await placesOf(tx, rows)
    const files = rows.map((row) => fileOf(row, of, places))
    const added = await insertDrivers(tx, operator.tenantId, files, operator.userId)
    const left = rows.filter(({ phone: number }) => !added.has(number))
    // Somebody else registered them since they were judged, or the next free number was given by hand: the list is brought again.
    const taken = left.length > 0 ? await takenBy(of, left) : null
    const made = rows.map((row) => {
      const driverId = added.get(row.phone)
      return driverId ? { made: driverId } : { problem: takenOf(row, of, taken!) ?? 'driver.numberTaken' }
    })
    const invited = files.flatMap(({ phone: number, cityId }) => {
      const driverId = added.get(number)
      return driverId ? [{ driverId, phone: number, cityId }] : []
    })
    if (into.invite) await inviteNewcomers(tx, invited, { operator, origin: platform.settings.publicUrl ?? origin }, platform)
    return made
  },
  undo: (tx, _, made) => removeUntouched(tx, made),
})

function fileOf(row: NewDriver, { operator, platform }: Into, places: ReadonlyMap<string, Place>): FileValues {
  const { cityId, orgs } = places.get(plain(row.city))!
  return newDriverFile(platform.vault, operator.tenantId, {
    ...row,
    ...{ cityId, orgId: orgNamed(row, orgs)?.dept_id ?? null, driverNo: row.driverNo ?? null, idCardExpire: row.idCardExpire ?? null },
    ...{ serviceTypes: row.serviceTypes ?? ['TRIP'], listenRadiusM: row.listenRadiusM ?? LISTEN_RADIUS_M.default },
    ...{ emergencyContact: row.emergencyContact ?? '', emergencyPhone: row.emergencyPhone ?? '', verified: row.verified ?? false },
  })
}

const plain = (name: string) => name.trim().replace(/市$/, '').toLowerCase()
interface Place {
  cityId: string
  /** By the clock of the city. */
  today: string
  orgs: { dept_id: string; name: string }[]
}
const orgNamed = ({ org }: NewDriver, orgs: Place['orgs']) =>
  org === undefined ? undefined : orgs.find(({ name }) => plain(name) === plain(org))
/** Cities of the asker that rows name, each with its organisations in sight. */
async function placesOf(db: TenantDb | TenantTx, rows: readonly NewDriver[]): Promise<Map<string, Place>> {
  const named = new Set(rows.map(({ city }) => plain(city)))
  const cities = (await tenantCities(db)).filter(({ city_id, name, pinyin }) =>
    [plain(name), pinyin, city_id].some((word) => named.has(word)),
  )
  const places = await Promise.all(
    cities.map(async ({ city_id: cityId, name, pinyin, utc_offset_minutes }) => {
      const today = localDay(new Date(), utc_offset_minutes)
      return { words: [plain(name), pinyin, cityId], place: { cityId, today, orgs: await organisationsOf(db, cityId) } }
    }),
  )
  return new Map(places.flatMap(({ words, place }) => words.map((word) => [word, place] as const)))
}

const printOf = ({ operator, platform }: Into, row: NewDriver) =>
  platform.vault.fingerprint(row.idCardNo, `driver-id-card:${operator.tenantId}`)
/** In the whole tenant, also beyond what the asker sees. */
const takenBy = (of: Into, rows: readonly NewDriver[]): Promise<Taken> =>
  takenAmong(of.platform.db.reader(wholeTenant(of.operator.tenantId)), {
    phones: rows.map((row) => row.phone),
    cards: rows.map((row) => printOf(of, row)),
    numbers: rows.flatMap((row) => row.driverNo ?? []),
  })
function takenOf(row: NewDriver, of: Into, taken: Taken): string | null {
  if (taken.phones.has(row.phone)) return 'driver.phoneTaken'
  if (taken.cards.has(printOf(of, row).toString('base64'))) return 'driver.idCardTaken'
  return row.driverNo !== undefined && taken.numbers.has(row.driverNo) ? 'driver.numberTaken' : null
}

/** Why a row makes no driver, in the order in which the form would say it. */
function problemOf(row: NewDriver, of: Into, places: ReadonlyMap<string, Place>, taken: Taken): string | null {
  const place = places.get(plain(row.city))
  if (!place) return 'driver.cityOutOfScope'
  const org = row.org === undefined ? null : orgNamed(row, place.orgs)
  if (org === undefined || !mayBelong(of.operator.scope, place.orgs, org?.dept_id ?? null)) return 'driver.orgOutOfScope'
  const { idCardNo, licenceFirstIssue, licenceExpire, idCardExpire = null } = row
  const facts = { idCardNo, licenceFirstIssue, licenceExpire, idCardExpire, phone: row.phone, knownBirthDate: null, isNew: true }
  const [first] = fileProblems(facts, place.today)
  return first ? `${first.zh} | ${first.en}` : takenOf(row, of, taken)
}
