import { customerGroupTypeText, groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import { joined, t, tr } from '#platform/text/text.ts'
import { sendCall } from '#platform/http/call.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ruleWords } from './group.view.ts'

const GroupForm = lazyPiece(() => import('./group.form.tsx'))
const groupPath = ({ groupId }: Pick<GroupRow, 'groupId'>) => `/Customer/Group?groupId=${groupId}`

/** Groups of customers: by hand, by file, by rule. */
export default defineList(groupCalls.list, ({ c, f, a }) => ({
  name: 'customer.groups',
  title: t('客户分组'),
  rowKey: (row) => row.groupId,
  rowName: (row) => row.name,
  open: groupPath,
  fills: t('把客户分组后，可给他们专用价格、车队或优惠，或拒绝接单。'),
  add: { may: groupCalls.save, label: t('新建分组'), Dialog: GroupForm },
  filters: [f.keyword(t('名称或备注')), f.word('type', t('类型'), customerGroupTypeText), f.enabled(), f.city()],
  columns: [
    c.link('name', t('分组'), groupPath, {
      like: letters(12),
      under: (row) => tr(customerGroupTypeText[row.type]),
      shows: ['name', 'type'],
    }),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.count('members', t('成员数')),
    c.text('rule', t('规则'), (row) => (row.rule ? ruleWords(row.rule) : t('仅手工和文件'))),
    c.cities((row) => row.cityIds),
    c.text('used', t('使用处'), (row) => joined(row.used)),
    c.count('priority', t('优先级'), { optional: true }),
    c.text('remark', t('备注'), undefined, { optional: true }),
    c.time('updatedAt', t('修改时间'), { optional: true }),
  ],
  actions: [
    a.edit(GroupForm),
    ...a.onOff(groupCalls.status, {
      input: ({ groupId, version }, enabled) => ({ groupId, version, enabled }),
      on: ({ name }) => t('启用后 {name} 的价格、车队和黑名单重新生效。', { name }),
      off: ({ name }) => t('停用后 {name} 的价格、车队和黑名单不再生效，成员保留。', { name }),
    }),
    a.remove({
      text: ({ name }) => t('删除 {name} 及其成员名单。客户本身不受影响。', { name }),
      send: ({ groupId, version }) => sendCall(groupCalls.del, { groupId, version }),
    }),
  ],
}))
