import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import { showOneTimeLink } from '#shared/access/shown-link.tsx'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { offerUndo, undoBy } from '#kit/edit/undo.ts'
import { useKept } from '#kit/detail/use-kept.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { moveMeans, moveTo, moveWords, type TenantChange } from './tenant.view.ts'
import './tenant.css'

interface Props {
  /** Null while closed. */
  asked: TenantChange | null
  onClose: () => void
}

/** What is done to a whole business is confirmed, with what it means and why. */
export default function TenantReasonDialog({ asked, onClose }: Props) {
  const kept = useKept(asked)
  const [reason, setReason] = useState('')
  useEffect(() => {
    if (asked) setReason('')
  }, [asked])
  const audit = useSend(tenancyCalls.audit)
  const reset = useSend(tenancyCalls.resetPassword)
  const drivers = useSend(tenancyCalls.saveDriverOnline)
  if (kept === null) return null
  const { row, what } = kept
  const { tenantId, brandName } = row

  const confirm = async () => {
    if (what === 'resetPassword') {
      const answer = await reset.send({ tenantId, reason })
      showOneTimeLink({ name: `${row.adminName} · ${answer.username}`, path: answer.link, expiresAt: answer.validUntil })
    } else if (what === 'driversOn' || what === 'driversOff') {
      await drivers.send({ tenantId, enabled: what === 'driversOn', reason })
      offerUndo(
        what === 'driversOn' ? t('已允许 {name} 的司机上线', { name: brandName }) : t('已禁止 {name} 的司机上线', { name: brandName }),
        undoBy(tenancyCalls.saveDriverOnline, { tenantId, enabled: what === 'driversOff', reason: t('撤销：{reason}', { reason }) }),
      )
    } else {
      const { endedSessions } = await audit.send({ tenantId, state: moveTo[what], reason })
      const done =
        what === 'disable'
          ? t('{name} 已停用，{n} 个登录会话已结束', { name: brandName, n: endedSessions })
          : t('{name}：{what}成功', { name: brandName, what: moveWords(what) })
      // Back to where it was; a check is not unmade.
      const back = { tenantId, state: row.state, reason: t('撤销：{reason}', { reason }) }
      if (row.state === 30 || row.state === 40) offerUndo(done, undoBy(tenancyCalls.audit, back))
      else toast.success(done)
    }
  }
  const title =
    what === 'resetPassword'
      ? t('重置 {name} 的管理员密码', { name: brandName })
      : what === 'driversOn'
        ? t('允许 {name} 的司机上线', { name: brandName })
        : what === 'driversOff'
          ? t('禁止 {name} 的司机上线', { name: brandName })
          : t('{what}租户 {name}', { what: moveWords(what), name: brandName })
  return (
    <ConfirmDialog
      open={asked !== null}
      title={title}
      okText={
        what === 'resetPassword'
          ? t('重置密码')
          : what === 'driversOn'
            ? t('允许上线')
            : what === 'driversOff'
              ? t('禁止上线')
              : moveWords(what)
      }
      danger={what === 'disable' || what === 'driversOff' || what === 'resetPassword'}
      disabled={reason.trim() === ''}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="tenancy-sentence">
        {what === 'resetPassword' ? (
          t('管理员 {name} 的现有密码会立即失效并退出登录，随后给您一个只能使用一次的链接，用来设置新密码。', {
            name: `${row.adminName}（${row.adminUsername}）`,
          })
        ) : what === 'driversOn' ? (
          t('司机可以重新上线接单。')
        ) : what === 'driversOff' ? (
          <DriversOff tenantId={tenantId} />
        ) : (
          moveMeans(what, row)
        )}
      </p>
      <Form layout="vertical">
        <Form.Item label={t('原因')} htmlFor="tenancy-reason" extra={t('会记入租户日志')}>
          <Input.TextArea
            id="tenancy-reason"
            value={reason}
            maxLength={200}
            autoFocus
            autoSize={{ minRows: 2, maxRows: 4 }}
            onChange={(event) => setReason(event.target.value)}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}

function DriversOff({ tenantId }: { tenantId: string }) {
  const now = useCall(tenancyCalls.driverOnline, { tenantId })
  return (
    <>
      {t('下线的司机将不能再上线；已上线的司机会继续接单，直到自己下线。')}
      {now.data ? ` ${t('目前有 {n} 名司机在线。', { n: countText(now.data.onDuty) })}` : null}
    </>
  )
}
