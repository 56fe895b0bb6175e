import { groupCalls, type MemberRow, memberSourceText } from '@chauffeur/contract/customer/group'
import { useMemo } from 'react'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField, TextField } from '#kit/fields/text-fields.tsx'
import { InstantField } from '#kit/fields/time-fields.tsx'
import { defineImport } from '#kit/import/import-button.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps } from '#kit/list/define.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { customerPath } from '../profile/profile.view.ts'
import './group.css'

const memberReads = [groupCalls.phoneList, groupCalls.edit, groupCalls.list]

const Import = defineImport<MemberRow>(() => ({
  kind: 'customer.groupMembers',
  title: t('分组成员'),
  may: groupCalls.phoneAdd,
  hint: t('每行一位：电话，另可有截止日期、备注。没有建档的电话会建为客户。'),
  example: t('13800001111，2027-12-31，年度会员'),
  refreshes: memberReads,
}))

/** Telephones as they are pasted, a row or a separator each. */
const phonesIn = (typed: string) => [...new Set(typed.split(/[\s,，;；、]+/))].filter((one) => one !== '')

function AddMembers({ fixed: { groupId }, open, onClose }: AddProps) {
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={groupCalls.phoneAdd}
      refreshes={memberReads}
      open={open}
      title={t('添加成员')}
      input={(values) => ({ ...values, phones: phonesIn(values.phones as unknown as string) })}
      beside={() => ({ groupId: String(groupId) })}
      saved={({ added, already }) =>
        already === 0 ? t('已加入 {n} 位', { n: added }) : t('已加入 {n} 位，{m} 位原已在内', { n: added, m: already })
      }
      onClose={onClose}
    >
      <LongTextField
        name="phones"
        label={t('电话')}
        required
        maxLength={6_000}
        rows={4}
        hint={t('一行一个，最多 500 个；没有建档的会建为客户')}
      />
      <InstantField name="until" label={t('截止')} hint={t('不填为长期')} offsetMinutes={offsetMinutes} />
      <TextField name="remark" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

const Members = defineList(groupCalls.phoneList, ({ c, f }) => ({
  name: 'customer.groupMembers',
  title: t('分组成员'),
  inside: true,
  rowKey: (row) => row.customerId,
  rowName: (row) => row.name || row.phone,
  open: (row) => customerPath(row.customerId),
  empty: t('分组里还没有客户'),
  Buttons: Import,
  add: { may: groupCalls.phoneAdd, label: t('添加成员'), Dialog: AddMembers },
  filters: [f.keyword(t('电话尾号、姓名、拼音、首字母或车牌')), f.word('source', t('为何在内'), memberSourceText)],
  columns: [
    c.link('phone', t('客户'), (row) => customerPath(row.customerId), {
      like: letters(6),
      under: (row) => row.name,
      shows: ['phone', 'name'],
    }),
    c.city(),
    c.word('source', t('为何在内'), memberSourceText),
    c.time('addedAt', t('加入时间')),
    c.text('addedBy', t('添加人'), undefined, { like: letters(5) }),
    c.time('until', t('截止'), { never: t('长期') }),
    c.text('remark', t('备注')),
  ],
  actions: [
    {
      key: 'remove',
      label: t('移出分组'),
      danger: true,
      may: groupCalls.phoneDel,
      confirm: {
        text: ({ name, phone, source }) =>
          source === 'RULE'
            ? t('移出 {who} 后，规则不会再把 TA 加回来。', { who: name || phone })
            : t('把 {who} 移出分组。', { who: name || phone }),
        send: (row) => sendCall(groupCalls.phoneDel, { groupId: row.groupId, customerIds: [row.customerId] }),
        done: t('已移出'),
        refreshes: memberReads,
      },
    },
  ],
}))

/** Who is in a group, and why. */
export function MemberList({ groupId, locked }: { groupId: string; locked: boolean }) {
  return <Members fixed={useMemo(() => ({ groupId }), [groupId])} locked={locked} />
}
