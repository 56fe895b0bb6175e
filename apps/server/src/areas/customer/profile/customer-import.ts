import { monthDay } from '@chauffeur/contract/customer/card'
import { phone, requiredText, text } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { tenantCities } from '#areas/operations/city'
import type { TenantDb } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'
import { defineImport } from '#platform/import/kind'
import { levelsOf } from '../standing/index.ts'
import { makeFindable } from '../search/index.ts'
import { homeCity } from './home-city.rules.ts'
import { insertCustomers, type NewCustomer, removeUntouched, takenPhones } from './customer-import.queries.ts'

interface ImportedCustomer {
  phone: string
  name?: string
  gender?: NewCustomer['gender']
  birthday?: string
  level?: string
  city?: string
  plates?: string[]
  tags?: string[]
  remark?: string
}

const several = (each: number, most: number) =>
  z
    .string()
    .transform((typed) => [...new Set(typed.split(/[、,，;；|\s]+/))].filter((one) => one !== ''))
    .pipe(z.array(requiredText(each)).max(most, '数量过多 | too many'))
const gender = z
  .string()
  .transform((typed) => typed.trim().toLowerCase())
  .pipe(
    z
      .enum(['男', '女', '先生', '女士', 'male', 'female', 'm', 'f'], { error: '应为男或女 | must be male or female' })
      .transform((typed): NewCustomer['gender'] => (['男', '先生', 'male', 'm'].includes(typed) ? 'MALE' : 'FEMALE')),
  )

/** A year before month and day is not kept. */
const birthday = z
  .string()
  .transform((typed) =>
    typed
      .trim()
      .replace(
        /^(?:\d{4}[-/.年])?(\d{1,2})[-/.月](\d{1,2})日?$/,
        (_, month: string, day: string) => `${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
      ),
  )
  .pipe(monthDay)

const plain = (name: string) => name.trim().replace(/市$/, '').toLowerCase()

/** Who would be made, or why nobody can be. */
async function judging(db: TenantDb, { scope }: OperatorSession) {
  const [all, levels] = await Promise.all([tenantCities(db), levelsOf(db)])
  const cities = new Map(all.flatMap((city) => [[plain(city.name), city.city_id] as const, [city.city_id, city.city_id] as const]))
  const byName = new Map(levels.flatMap(({ level, name }) => [[plain(name), level] as const, [String(level), level] as const]))
  return (row: ImportedCustomer): { problem: string } | { made: NewCustomer } => {
    const named = row.city === undefined ? '' : cities.get(plain(row.city))
    if (named === undefined) return { problem: 'customer.cityUnknown' }
    const cityId = homeCity(named, scope)
    if (cityId === null) return { problem: 'customer.cityMissing' }
    const level = row.level === undefined ? 0 : byName.get(plain(row.level))
    if (level === undefined) return { problem: 'customer.levelUnknown' }
    const { phone: called, name = '', birthday = null, plates = [], tags = [], remark = '' } = row
    return {
      made: {
        phone: called,
        name,
        gender: row.gender ?? 'UNKNOWN',
        birthday,
        level,
        cityId: cityId || null,
        plateNos: plates,
        tags,
        remark,
      },
    }
  }
}

/** Customers out of a sheet; who is there already stays as they are. */
export const customerImport = defineImport<object, ImportedCustomer>({
  name: 'customer.customers',
  authority: 'customer.import',
  title: { zh: '客户', en: 'customers' },
  into: z.object({}),
  fields: {
    phone: { zh: '电话', en: 'Phone', required: true, also: ['手机', '手机号', '手机号码', '联系电话', 'mobile'], read: phone },
    name: { zh: '姓名', en: 'Name', also: ['客户', '客户姓名', '名字'], read: text(40) },
    gender: { zh: '性别', en: 'Gender', also: ['称呼', 'sex'], read: gender },
    birthday: { zh: '生日', en: 'Birthday', also: ['出生日期', '生日月日', '出生年月日'], read: birthday },
    level: { zh: '等级', en: 'Level', also: ['客户等级', '会员等级', '级别'], read: requiredText(10) },
    city: { zh: '城市', en: 'City', also: ['所在城市', '归属城市'], read: requiredText(40) },
    plates: { zh: '车牌', en: 'Plates', also: ['车牌号', '车牌号码', 'plate'], read: several(12, 5) },
    tags: { zh: '标签', en: 'Tags', also: ['客户标签', 'tag'], read: several(12, 10) },
    remark: { zh: '备注', en: 'Remark', also: ['说明', 'note'], read: text(500) },
  },
  isThere: async () => true,
  keyOf: (row) => row.phone,
  judge: async (db, { operator }, rows) => {
    const [judged, taken] = await Promise.all([
      judging(db, operator),
      takenPhones(
        db,
        rows.map((row) => row.phone),
      ),
    ])
    return rows.map((row) => {
      const one = judged(row)
      return 'problem' in one ? one.problem : taken.has(row.phone) ? 'customer.exists' : null
    })
  },
  write: async (tx, { operator }, rows) => {
    const judged = await judging(tx, operator)
    const all = rows.map(judged)
    const made = await insertCustomers(
      tx,
      operator,
      all.flatMap((one) => ('made' in one ? [one.made] : [])),
    )
    await makeFindable(tx, [...made.values()])
    return all.map((one) => {
      if ('problem' in one) return one
      const customerId = made.get(one.made.phone)
      return customerId === undefined ? { problem: 'customer.exists' } : { made: customerId }
    })
  },
  undo: (tx, _, made) => removeUntouched(tx, made),
})
