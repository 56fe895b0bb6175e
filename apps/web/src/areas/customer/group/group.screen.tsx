import { customerGroupTypeText, groupCalls } from '@chauffeur/contract/customer/group'
import { levelCalls } from '@chauffeur/contract/customer/level'
import { Button } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { defineDetail, DetailPage } from '#kit/detail/detail-page.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { ruleWords } from './group.view.ts'
import { MemberList } from './member.list.tsx'

const GroupForm = lazyPiece(() => import('./group.form.tsx'))

export default defineDetail(
  'groupId',
  () => ({ title: t('分组详情'), noId: t('地址里没有分组编号'), list: ['/Customer/Groups', t('去客户分组')] }),
  GroupPage,
)

function GroupPage({ id: groupId }: { id: string }) {
  const query = useCall(groupCalls.edit, { groupId }, { saysRefusals: true })
  const [open, setOpen] = useState(false)
  const cities = useCities()
  const levels = useCall(levelCalls.level, {}, { silent: true }).data?.levels ?? []
  const names = {
    cities: (ids: string[]) => cities.words(ids),
    level: (level: number) => tr(levels.find((one) => one.level === level)?.name ?? String(level)),
  }
  return (
    <>
      <DetailPage
        query={query}
        fill
        title={({ name }) => name}
        status={({ enabled }) => <EnabledTag enabled={enabled} />}
        actions={({ allowedActions }) =>
          allowedActions.includes('edit') ? <Button onClick={() => setOpen(true)}>{t('修改')}</Button> : null
        }
      >
        {(group) => (
          <div className="customer-group">
            <Panel>
              <Facts
                as="tiles"
                facts={[
                  [t('类型'), tr(customerGroupTypeText[group.type])],
                  [t('成员数'), countText(group.members)],
                  [t('生效城市'), cities.words(group.cityIds)],
                  [t('使用处'), joined(group.used)],
                  [t('规则'), group.rule ? ruleWords(group.rule, names) : t('仅手工和文件')],
                  [t('规则更新'), group.rule ? group.ruleAt ? <Time key="at" at={group.ruleAt} as="short" /> : t('正在更新') : ''],
                  [t('备注'), group.remark],
                ]}
              />
            </Panel>
            <MemberList groupId={groupId} locked={!group.allowedActions.includes('edit')} />
          </div>
        )}
      </DetailPage>
      {query.data ? (
        <WhenOpened open={open}>
          <GroupForm open={open} row={query.data} onClose={() => setOpen(false)} />
        </WhenOpened>
      ) : null}
    </>
  )
}
