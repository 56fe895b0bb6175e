import { customerCalls, type CustomerRow, customerSourceText } from '@chauffeur/contract/customer/profile'
import { levelCalls } from '@chauffeur/contract/customer/level'
import { openTab } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { defineImport } from '#kit/import/import-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps } from '#kit/list/define.view.ts'
import { choicesFrom } from '#kit/list/filters.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { CustomersBar } from './customers-bar.tsx'
import { customerPath } from './profile.view.ts'

const CustomerForm = lazyPiece(() => import('./customer.form.tsx'))
const acts = () => import('./customer-acts.tsx')
const Blacklist = lazyPiece(async () => ({ default: (await acts()).BlacklistRow }))
const Unblacklist = lazyPiece(async () => ({ default: (await acts()).UnblacklistRow }))
const Move = lazyPiece(async () => ({ default: (await acts()).MoveRow }))

const Import = defineImport<CustomerRow>(() => ({
  kind: 'customer.customers',
  title: t('客户'),
  may: customerCalls.import,
  hint: t('每行一位客户：电话，另可有姓名、性别、等级、城市、车牌、标签、备注。已有的客户不会改动。'),
  example: t('13800001111，王先生，男，金卡，杭州，浙A12345，常客'),
  refreshes: [customerCalls.list],
}))
const Add = (form: AddProps) => <CustomerForm {...form} onSaved={({ customerId }) => openTab(customerPath(customerId))} />
const useLevels = choicesFrom(levelCalls.level, {}, ({ levels }) =>
  levels.map(({ level, name }) => ({ key: String(level), value: tr(name) })),
)

/** Everybody who rides. */
export default defineList(customerCalls.list, ({ c, f, a }) => ({
  name: 'customer.customers',
  title: t('客户列表'),
  rowKey: (row) => row.customerId,
  rowName: (row) => row.name || row.phone,
  open: (row) => customerPath(row.customerId),
  fills: t('客户来电下单即建档，也可以在这里添加或从表格导入。'),
  Buttons: Import,
  add: { may: customerCalls.update, label: t('新建客户'), Dialog: Add },
  bulk: { may: customerCalls.move, Bar: CustomersBar, beside: 'title' },
  filters: [
    f.keyword(t('电话尾号、姓名、拼音、首字母或车牌')),
    f.city(),
    f.choice('level', t('等级'), useLevels),
    f.flag('blacklisted', t('黑名单'), t('在黑名单'), t('不在黑名单')),
    f.text('tag', t('标签'), { more: true }),
    f.days('lastOrderAt', t('最近下单'), { more: true }),
  ],
  columns: [
    c.link('phone', t('客户'), (row) => customerPath(row.customerId), {
      like: letters(6),
      under: (row) => row.name,
      shows: ['phone', 'name'],
    }),
    c.of('level', t('等级'), (row) => tr(row.levelName), letters(5), { shows: ['levelName'] }),
    c.city(),
    c.of('blacklisted', t('黑名单'), (row) => (row.blacklisted ? <Tag tone="lost">{row.blacklistReason}</Tag> : null), letters(6), {
      shows: ['blacklisted', 'blacklistReason'],
    }),
    c.text('tags', t('标签'), (row) => joined(row.tags)),
    c.text('plateNos', t('车牌'), (row) => joined(row.plateNos), { like: letters(7) }),
    c.count('orderCount', t('订单数'), { sortable: true }),
    c.time('lastOrderAt', t('最近下单'), { sortable: true, never: t('从未') }),
    c.word('source', t('来源'), customerSourceText, { optional: true }),
    c.text('remark', t('备注'), undefined, { optional: true }),
    c.time('createdAt', t('建档时间'), { optional: true, sortable: true }),
  ],
  actions: [
    a.edit(CustomerForm),
    { key: 'move', label: t('变更城市'), Dialog: Move },
    { key: 'blacklist', label: t('加入黑名单'), danger: true, letter: 'B', Dialog: Blacklist },
    { key: 'unblacklist', label: t('移出黑名单'), letter: 'B', Dialog: Unblacklist },
  ],
}))
