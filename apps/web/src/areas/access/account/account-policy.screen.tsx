import { accountCalls } from '@chauffeur/contract/access/account'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Button, Checkbox } from 'antd'
import { useMemo, useState } from 'react'
import { isVersionConflict, refresh, sendCall, useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useUnsaved } from '#platform/tab/unsaved.ts'
import { mergeSets, setChange } from '#kit/edit/conflict.view.ts'
import { VersionsDrawer } from '#kit/config/versions.tsx'
import { Async } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import './account.css'

type Policy = AnswerOf<typeof accountCalls.policy>

/** Which roles' people must have an authenticator. */
export default function AccountPolicyScreen() {
  const policy = useCall(accountCalls.policy, {})
  return (
    <Page title={t('账号安全')}>
      <Async query={policy} isEmpty={(data) => data.roles.length === 0} empty={<EmptyState title={t('还没有角色')} />}>
        {(data) => <Roles policy={data} />}
      </Async>
    </Page>
  )
}

const sameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((item) => other.has(item))

function Roles({ policy }: { policy: Policy }) {
  const save = useSend(accountCalls.savePolicy, { refreshes: [accountCalls.policy, accountCalls.policyHistory] })
  const inForce = useMemo(() => new Set(policy.authenticatorRoleIds), [policy.authenticatorRoleIds])
  /** What the ticks began with; it follows what others save until the first tick is changed. */
  const [seen, setSeen] = useState<ReadonlySet<string>>(inForce)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(inForce)
  const [asking, setAsking] = useState(false)
  const [history, setHistory] = useState(false)
  const changed = !sameSet(chosen, seen)
  const theirs = setChange(seen, inForce)
  const conflict = !sameSet(seen, inForce)
  const begin = (next: ReadonlySet<string>) => {
    setSeen(inForce)
    setChosen(next)
  }
  if (conflict && !changed) begin(inForce)
  useUnsaved(() => changed)
  const names = (roleIds: readonly string[]) =>
    joined(roleIds.map((roleId) => tr(policy.roles.find((role) => role.roleId === roleId)?.name ?? '')))
  const held = useMemo(
    () => policy.roles.filter(({ roleId }) => chosen.has(roleId) && !inForce.has(roleId)).reduce((sum, { unbound }) => sum + unbound, 0),
    [policy, inForce, chosen],
  )
  const toggle = (roleId: string) =>
    setChosen((before) => new Set(before.has(roleId) ? [...before].filter((one) => one !== roleId) : [...before, roleId]))
  return (
    <Panel
      title={t('必须使用验证器的角色')}
      extra={
        <span className="account-row">
          <Button onClick={() => setHistory(true)}>{t('历史')}</Button>
          <Button disabled={!changed} onClick={() => begin(inForce)}>
            {t('撤销修改')}
          </Button>
          <Button type="primary" disabled={!changed || conflict} onClick={() => setAsking(true)}>
            {t('保存')}
          </Button>
        </span>
      }
    >
      <p className="account-why">{t('选中的角色登录时除密码外还要输入验证器的验证码；尚未绑定的人登录后须先绑定，才能使用其他功能。')}</p>
      {conflict ? (
        <section className="account-conflict" aria-label={t('两个版本的差异')} role="alert">
          <p>
            {t('账号安全策略已被他人修改：')}
            {[
              ...(theirs.added.length > 0 ? [t('选中了 {names}', { names: names(theirs.added) })] : []),
              ...(theirs.removed.length > 0 ? [t('取消了 {names}', { names: names(theirs.removed) })] : []),
            ].join(t('；'))}
          </p>
          <span className="account-row">
            <Button size="small" type="primary" onClick={() => begin(mergeSets(seen, chosen, inForce))}>
              {t('载入最新内容，保留我的修改')}
            </Button>
            <Button size="small" onClick={() => begin(inForce)}>
              {t('全部采用最新内容')}
            </Button>
          </span>
        </section>
      ) : null}
      <PlainTable
        className="account-policy"
        rows={policy.roles}
        rowKey={({ roleId }) => roleId}
        columns={[
          {
            title: t('角色名称'),
            head: true,
            cell: ({ roleId, name }) => (
              <Checkbox checked={chosen.has(roleId)} onChange={() => toggle(roleId)}>
                {tr(name)}
              </Checkbox>
            ),
          },
          { title: t('用户数'), end: true, cell: ({ users }) => countText(users) },
          { title: t('未绑定'), end: true, cell: ({ unbound }) => countText(unbound) },
        ]}
      />
      <ConfirmDialog
        open={asking}
        title={t('保存账号安全策略')}
        okText={t('保存')}
        onConfirm={async () => {
          try {
            await save.send({ authenticatorRoleIds: [...chosen], seenRoleIds: [...seen] })
          } catch (error) {
            if (isVersionConflict(error)) void refresh([accountCalls.policy])
            throw error
          }
          setSeen(chosen)
          toast.success(t('已保存'))
        }}
        onClose={() => setAsking(false)}
      >
        <p>
          {held > 0
            ? t('有 {n} 人尚未绑定验证器，他们须先绑定才能继续工作。请确认他们都登记了手机号。', { n: held })
            : t('没有人会因此被要求绑定验证器。')}
        </p>
      </ConfirmDialog>
      <PolicyHistoryDrawer policy={policy} open={history} onClose={() => setHistory(false)} />
    </Panel>
  )
}

type PolicyVersion = AnswerOf<typeof accountCalls.policyHistory>['rows'][number]

/** Every choice of roles that was saved, and the way back to it; roles that are gone are left out. */
const PolicyHistoryDrawer = ({ policy, open, onClose }: { policy: Policy; open: boolean; onClose: () => void }) => (
  <VersionsDrawer<PolicyVersion>
    open={open}
    title={t('账号安全策略的历史')}
    query={useCall(accountCalls.policyHistory, {}, { enabled: open })}
    factsOf={({ roles }) => roles.map(({ name }) => ({ label: tr(name), words: t('必须使用验证器') }))}
    back={{
      call: accountCalls.savePolicy,
      save: ({ roles }, _, changeReason) =>
        sendCall(
          accountCalls.savePolicy,
          {
            authenticatorRoleIds: roles.map(({ roleId }) => roleId),
            seenRoleIds: policy.authenticatorRoleIds,
            changeReason,
          },
          { silent: true },
        ),
      refreshes: [accountCalls.policy, accountCalls.policyHistory],
    }}
    onClose={onClose}
  />
)
