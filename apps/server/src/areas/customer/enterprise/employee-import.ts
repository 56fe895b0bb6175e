import { id, phone, text } from '@chauffeur/contract/kernel/fields'
import * as z from 'zod'
import { defineImport } from '#platform/import/kind'
import { findEnterprise } from './enterprise.queries.ts'
import { insertEmployees, knownPhones, removeUntouched } from './employee-import.queries.ts'

interface Employee {
  phone: string
  name?: string
  dept?: string
  monthLimitFen?: number
}

const MOST_FEN = 1_000_000_000
/** Yuan as people write them: `300`, `1,200.50`, `¥300`. */
const yuanAsFen = z
  .string()
  .transform((typed) => typed.replaceAll(/[¥￥,，元\s]/g, ''))
  .pipe(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, '应为金额（元） | must be an amount in yuan'))
  .transform((yuan) => Math.round(Number(yuan) * 100))
  .pipe(z.number().int().min(1, '应为金额（元） | must be an amount in yuan').max(MOST_FEN, '金额过大 | too large'))

/** Employees of an enterprise; who is there already stays as they are. */
export const employeeImport = defineImport<{ enterpriseId: string }, Employee>({
  name: 'enterprise.employees',
  authority: 'enterprise.edit',
  title: { zh: '企业员工', en: 'Employees of an enterprise' },
  into: z.object({ enterpriseId: id }),
  fields: {
    phone: {
      zh: '电话',
      en: 'Phone',
      required: true,
      also: ['手机', '手机号', '手机号码', '联系电话', 'mobile', 'phone'],
      read: phone,
    },
    name: { zh: '姓名', en: 'Name', also: ['员工', '员工姓名', '名字'], read: text(40) },
    dept: { zh: '部门', en: 'Department', also: ['所属部门', '科室', 'dept'], read: text(40) },
    monthLimitFen: {
      zh: '每月上限（元）',
      en: 'Monthly limit (yuan)',
      also: ['每月上限', '月限额', '限额', '额度', 'limit'],
      read: yuanAsFen,
    },
  },
  isThere: async (db, { enterpriseId }) => (await findEnterprise(db, enterpriseId)) !== undefined,
  keyOf: (employee) => employee.phone,
  judge: async (db, { into }, rows) => {
    const known = await knownPhones(
      db,
      into.enterpriseId,
      rows.map((row) => row.phone),
    )
    return rows.map((row) => (known.has(row.phone) ? 'enterprise.employeeExists' : null))
  },
  write: async (tx, { into, operator }, rows) => {
    const made = await insertEmployees(tx, { tenantId: operator.tenantId, enterpriseId: into.enterpriseId, by: operator.userId }, rows)
    return rows.map((row) => {
      const employeeId = made.get(row.phone)
      return employeeId === undefined ? { problem: 'enterprise.employeeExists' } : { made: employeeId }
    })
  },
  undo: (tx, { into }, made) => removeUntouched(tx, into.enterpriseId, made),
})
