import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { intBetween, json, nothing, requiredText } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

export const levelRefusals = refusals({
  'customerLevels.versionConflict': {
    code: 409233,
    zh: '客户等级已被他人修改，请按最新设置重新填写',
    en: 'Somebody else changed the levels, look at the present ones and try again',
  },
  'customerLevels.wholeTenantOnly': {
    code: 403233,
    zh: '客户等级对全部城市生效，请由负责全部城市的人员修改',
    en: 'Levels hold in every city: who runs all of them changes them',
  },
  'customerLevels.zeroMissing': { code: 400239, zh: '0 级是新客户的等级，不能删除', en: 'Level 0 is that of new customers and stays' },
  /** `data`: `{ level }`. */
  'customerLevels.inUse': {
    code: 409239,
    zh: '仍有客户是要删除的等级，请先修改这些客户的等级',
    en: 'Customers still have a level that is to go: give them another first',
  },
  'customerLevels.twice': { code: 400233, zh: '同一等级只能设置一次', en: 'A level can be set once only' },
})

export const MOST_LEVEL = 9
/** What a customer's level promises; the customer of an order keeps what it promised when it was placed. */
export const customerLevel = z.object({
  level: intBetween(0, MOST_LEVEL),
  name: requiredText(10),
  /** Orders of a higher one get their driver first where both want the same. */
  priority: intBetween(0, 9),
  /** Waiting that costs nothing, besides what the price template gives. */
  freeWaitS: intBetween(0, 7_200),
})
export type CustomerLevel = z.infer<typeof customerLevel>
/** What holds where nobody set any. */
export const STANDARD_LEVELS: readonly CustomerLevel[] = [
  { level: 0, name: '普通', priority: 0, freeWaitS: 0 },
  { level: 1, name: '银卡', priority: 1, freeWaitS: 0 },
  { level: 2, name: '金卡', priority: 2, freeWaitS: 300 },
  { level: 3, name: 'VIP', priority: 3, freeWaitS: 600 },
  { level: 9, name: '企业', priority: 2, freeWaitS: 300 },
]

const levels = z.array(customerLevel)
const setting = z.object({ ...versionFacts, levels })

export const levelCalls = {
  level: call({
    method: 'GET',
    path: '/djweb/customers/customer_level',
    anyVerb: true,
    effect: 'read',
    access: 'signedIn',
    summary: '客户等级',
    input: nothing,
    /** `version` 0: nobody set any. */
    output: z.object({ levels, version: z.number().int(), mayChange: z.boolean() }),
  }),
  levelHistory: call({
    method: 'GET',
    path: '/djweb/customers/level_history',
    effect: 'read',
    access: { authority: 'customer.view' },
    summary: '客户等级历史',
    input: nothing,
    output: versionsOf(setting),
  }),
  levelSave: call({
    method: 'POST',
    path: '/djweb/customers/level_save',
    effect: 'write',
    access: { authority: 'customer.levels' },
    everyChannel: true,
    body: 'json',
    tolerant: true,
    summary: '保存客户等级',
    input: z.object({ levels: json(levels.min(1).max(MOST_LEVEL + 1)), version: intBetween(0, 1_000_000), ...changeReason }),
    output: setting,
    failures: [
      'customerLevels.versionConflict',
      'customerLevels.twice',
      'customerLevels.wholeTenantOnly',
      'customerLevels.zeroMissing',
      'customerLevels.inUse',
    ],
  }),
} satisfies Area
