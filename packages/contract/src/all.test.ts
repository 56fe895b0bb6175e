import { expect, test } from 'vitest'
import * as z from 'zod'
import { allRefusals, areas, refusalTables } from './all.ts'
import { authorityNames } from './authorities.ts'
import type { Call } from './kernel/call.ts'
import { CODE } from './kernel/envelope.ts'

const calls = Object.entries(areas).flatMap(([area, group]) =>
  Object.entries(group as Record<string, Call>).map(([name, call]) => ({ name: `${area}.${name}`, call })),
)
const refusals = Object.entries(allRefusals)
/** What several have alike, with who has it. */
const shared = <T>(all: readonly T[], by: (one: T) => string, named: (one: T) => string) =>
  [...Map.groupBy(all, by)].filter(([, group]) => group.length > 1).map(([key, group]) => [key, ...group.map(named)])

test('a code says one thing: a client that goes by it never shows another refusal', () => {
  const own = refusals.filter(([, { code }]) => code !== CODE.notFound)
  expect(
    shared(
      own,
      ([, { code }]) => String(code),
      ([name]) => name,
    ),
  ).toEqual([])
  // What every call may answer is said by no area; 404 is said of whatever is not there.
  const kernel = new Set<number>(Object.values(CODE))
  expect(own.filter(([, { code }]) => kernel.has(code))).toEqual([])
  expect(refusals.filter(([, { code, zh }]) => code === CODE.notFound && !/不存在|没有/.test(zh))).toEqual([])
})

test('a refusal is declared once, by the name of its area', () => {
  const names = refusalTables.flatMap((table) => Object.keys(table))
  expect(
    shared(
      names,
      (name) => name,
      (name) => name,
    ),
  ).toEqual([])
  expect(names.filter((name) => !/^[a-z]\w+\.[a-z]\w+$/.test(name))).toEqual([])
})

test('codes that are promised to clients stay', () => {
  const promised = { 'session.badCredentials': 40011, 'session.codeRequired': 40012, 'session.badCode': 40013, 'session.locked': 42901 }
  expect(Object.fromEntries(Object.keys(promised).map((name) => [name, allRefusals[name]?.code]))).toEqual(promised)
})

test('"somebody else changed it meanwhile" has one name, by which every form knows it', () => {
  const said = refusals.filter(
    ([name, { zh, en }]) =>
      /changed/i.test(name) ||
      /已被他人(修改|更新)/.test(zh) ||
      /(someone|somebody) else changed|changed by (someone|somebody) else/i.test(en),
  )
  // The total of a bill is what changed there, not a row that somebody wrote.
  expect(said.map(([name]) => name).filter((name) => !name.endsWith('.versionConflict'))).toEqual(['order.billChanged'])
})

test('a verb and a path lead to one call', () => {
  const doors = calls.flatMap(({ name, call }) =>
    (call.anyVerb ? ['GET', 'POST'] : [call.method]).map((verb) => ({ name, door: `${verb} ${call.path.replaceAll(/\{\w+\}/g, '{}')}` })),
  )
  expect(
    shared(
      doors,
      ({ door }) => door,
      ({ name }) => name,
    ),
  ).toEqual([])
})

test('what a call may refuse is declared, and what is asked of its caller exists', () => {
  expect(
    calls.flatMap(({ name, call }) => call.failures.filter((failure) => !(failure in allRefusals)).map((failure) => [name, failure])),
  ).toEqual([])
  expect(
    calls.flatMap(({ name, call: { access } }) =>
      typeof access === 'object' && !(access.authority in authorityNames) ? [[name, access]] : [],
    ),
  ).toEqual([])
})

/** Moves money or places an order without an amount in its input. */
const MOVES = [
  'call-centre.place',
  'call-centre.cancel',
  'call-centre.couponRedeem',
  'call-centre.terminate',
  'customer.reverseTopUp',
  'order-action.cancel',
  'order-action.writeOff',
  'dispatch-desk.assign',
  'dispatch-desk.redispatch',
  'dispatch.cancel',
]
/** Amounts that are a rule, a limit or a filter; a version or a second look guards these. */
const SETTINGS = [
  'customer.saveEnterprise',
  'customer.saveEmployee',
  'order-bulk.prepare',
  'driver-duty.save',
  'driver-claim.move',
  'bad-weather.updateConfig',
  'cancel-rules.save',
  'dispatch-settings.update',
  'customerGroup.save',
  'right.update',
  'pricing.templateSave',
  'pricing.weatherSave',
  'pricing.dynamicSave',
  'withdrawal-terms.save',
  'withdrawal-terms.saveTaxConfig',
  'payout.saveWays',
  'pointConfig.save',
  'smsService.save',
]
test('a refusal about one field names one that a call which may refuse so takes', () => {
  const takes = (call: Call, field: string) => 'shape' in call.input && field in (call.input.shape as object)
  const nowhere = refusals.filter(
    ([name, { field }]) => field !== undefined && !calls.some(({ call }) => call.failures.includes(name) && takes(call, field)),
  )
  expect(refusals.filter(([, { field }]) => field !== undefined).length).toBeGreaterThan(20)
  expect(nowhere.map(([name, { field }]) => `${name}: ${field}`)).toEqual([])
})

test('what moves money or places an order can be sent twice and happens once', () => {
  const amounts = calls.filter(
    ({ call }) =>
      call.effect === 'write' && /"\w+Fen\w*":/.test(JSON.stringify(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }))),
  )
  const names = amounts.map(({ name }) => name)
  expect(SETTINGS.filter((name) => !names.includes(name))).toEqual([])
  const must = [...names.filter((name) => !SETTINGS.includes(name)), ...MOVES]
  expect(must.filter((name) => !calls.find((one) => one.name === name)?.call.once)).toEqual([])
})
