import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerFindCalls } from '@chauffeur/contract/customer/find'
import { customerCalls } from '@chauffeur/contract/customer/profile'
import type pg from 'pg'
import { searchedText, searchKeys } from '../../apps/server/src/areas/customer/search/search-keys.ts'
import type { BenchPostgres } from '../database.ts'
import { printFigures, say } from '../report.ts'
import { addCities, addOperator, addTenant, cities, home } from '../world.ts'
import { askEach } from '../measures/deep.ts'

const CUSTOMERS = 1_000_000
const MEMBERS = 200_000
const AT_ONCE = 20_000
const DAY_MS = 86_400_000

/** Family names as often as people have them, and what stands behind. */
const FAMILY =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严武戴莫孔向汤'
const GIVEN =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀兰霞平刚桂英华玉萍红建国文斌宇浩凯健俊帆雪倩婷欣怡佳琪子涵梓轩一诺晨曦雨桐思远嘉豪志鹏天翔海波晓东建华国强春梅'
const pick = (from: string, at: number) => from[at % from.length]!
/** Families are drawn so that the first are the most. */
const nameOf = (n: number) =>
  pick(FAMILY, Math.floor(FAMILY.length * (((n * 7_919) % 9_973) / 9_973) ** 2.2)) +
  pick(GIVEN, n * 31) +
  (n % 3 ? pick(GIVEN, n * 17 + 5) : '')

/** A list of a million customers, and a group of 200 000. Filling it takes some minutes. */
export async function customers(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('customers')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const began = performance.now()
  await owner.query('alter table customers disable trigger user')
  for (let from = 0; from < CUSTOMERS; from += AT_ONCE) await addSome(owner, tenant.tenantId, from)
  await owner.query('alter table customers enable trigger user')
  const { rows } = await owner.query<{ id: string }>(
    `insert into customer_groups (tenant_id, name, type, members) values ($1, '大组', 'MARKETING', $2) returning group_id as id`,
    [tenant.tenantId, MEMBERS],
  )
  await owner.query(
    `insert into customer_group_members (tenant_id, group_id, customer_id, source, added_at)
     select tenant_id, $1, customer_id, 'FILE', now() - make_interval(secs => row_number() over ()) from customers order by customer_id limit $2`,
    [rows[0]!.id, MEMBERS],
  )
  await owner.query('vacuum analyze')
  say(`  ${CUSTOMERS.toLocaleString('en')} customers made in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const people = {
    'the whole tenant': await addOperator(owner, tenant),
    'one city': await addOperator(owner, tenant, { cityId: home.cityId }),
  }
  const figures = await askEach(ownerUrl, people, { path: customerCalls.list.path, period: 'lastOrderAtFrom', asked })
  const members = await askEach(ownerUrl, people, {
    path: '/djfee/v2/customerGroup/phoneList',
    period: '',
    asked: { 'a group of 200 000': { groupId: rows[0]!.id }, 'one of its members': { groupId: rows[0]!.id, keyword: '0012345' } },
  })
  const desk = await askEach(ownerUrl, people, {
    path: callCentreCalls.customerInfo.path,
    period: '',
    asked: { 'the caller at the desk': { phone: '13000123456' }, 'a caller whom nobody knows': { phone: '13900123456' } },
  })
  const picked = await askEach(ownerUrl, people, {
    path: customerFindCalls.findCustomers.path,
    period: '',
    asked: { 'picked by a name that many have': { keyword: '王' }, 'picked by initials': { keyword: 'zwm' } },
  })
  printFigures(`customers: the list of ${CUSTOMERS.toLocaleString('en')} customers, and the desk`, [
    ...figures,
    ...members,
    ...desk,
    ...picked,
  ])
}

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
const asked: Record<string, Record<string, unknown>> = {
  'the first page': {},
  'page 50 of 200': { pageNo: 50, pageSize: 200 },
  'by orders': { sortBy: 'orderCount', sortOrder: 'desc' },
  'a whole telephone': { keyword: '13000123456' },
  'the last four digits': { keyword: '3456' },
  'the last two digits': { keyword: '56' },
  'a name': { keyword: '欧阳伟' },
  'a family name that many have': { keyword: '王' },
  'a family name that 1 % have': { keyword: '彭' },
  'a part that many have': { keyword: '伟' },
  pinyin: { keyword: 'zhangwei' },
  initials: { keyword: 'zwm' },
  'a syllable that many have': { keyword: 'wang' },
  'a part of a plate': { keyword: 'A1234' },
  nobody: { keyword: '没有这个人' },
  'a tag that 1 % have': { tag: '常客' },
  'a level that 1 % have': { level: 3 },
  'a level that most have': { level: 0 },
  'the blacklist': { blacklisted: true },
  'one city': { cityId: home.cityId },
  'last order in a week': { lastOrderAtFrom: ago(7) },
  'a family name that many have, of a level': { keyword: '王', level: 3 },
}

async function addSome(owner: pg.Client, tenantId: string, from: number): Promise<void> {
  const made = Array.from({ length: AT_ONCE }, (_, i) => {
    const n = from + i
    const name = nameOf(n)
    const plates = n % 2 ? [`浙A${String((n * 37) % 100_000).padStart(5, '0')}`] : []
    const tags = n % 100 === 7 ? ['常客'] : []
    return {
      id: n + 1,
      phone: `13${String(n).padStart(9, '0')}`,
      name,
      plates,
      tags,
      level: n % 100 === 3 ? 3 : n % 20 === 1 ? 1 : 0,
      city: cities[n % 25 < 9 ? 0 : n % 25 < 17 ? 1 : n % 25 < 22 ? 2 : 3]!.cityId,
      ago: n % 10 === 0 ? null : (n * 48_271) % 31_536_000,
      orders: n % 37,
      barred: n % 500 === 9,
      end: Array.from(`13${String(n).padStart(9, '0')}`)
        .toReversed()
        .join(''),
      searched: searchedText({ name, plates }),
      keys: searchKeys({ name, plates, tags }, tenantId),
    }
  })
  await owner.query(
    `with made as (select * from jsonb_to_recordset($2::jsonb) as m (id bigint, phone text, name text, plates text[], tags text[], level int, city bigint, ago int, orders int, barred boolean, "end" text, searched text, keys int[])),
      put as (insert into customers (tenant_id, customer_id, phone, name, plate_nos, tags, level, city_id, last_order_at, order_count, blacklisted_until, blacklist_reason)
        select $1::bigint, id, phone, name, plates, tags, level, city, now() - make_interval(secs => ago), orders, case when barred then now() + interval '90 days' end, case when barred then '逃单' else '' end from made)
     insert into customer_search (tenant_id, customer_id, phone_end, searched, keys) select $1::bigint, id, "end", searched, keys from made`,
    [tenantId, JSON.stringify(made)],
  )
}
