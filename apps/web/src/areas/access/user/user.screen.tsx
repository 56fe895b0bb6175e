import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { departmentCalls } from '@chauffeur/contract/access/department'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { refresh, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t, useLocale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { isVersionConflict } from '#kit/edit/conflict.view.ts'
import { OneTimeLinkDialog, type OneTimeLink } from '#shared/access/one-time-link.dialog.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Page } from '#ui/page/page.tsx'
import { QueryTable } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { userColumns } from './user.columns.tsx'
import { useUserFilters } from './user.filters.ts'
import type { UserRow } from './user.view.ts'
import '../access.css'
import './user.css'

const UserForm = lazyPiece(() => import('./user.form.tsx'))
const AccessDrawer = lazyPiece(() => import('./access.drawer.tsx'))

const rowKey = (row: UserRow) => row.userId
const withBelow = { withBelow: true }
const changed = [peopleCalls.userList, peopleCalls.userInfo, departmentCalls.deptUsers]

type UserChange = { what: 'reset' | 'status' | 'delete'; row: UserRow }

export default function UserScreen() {
  const language = useLocale()
  const filters = useUserFilters()
  const cities = useCities()
  const mayAdd = useCan('user.edit')
  const [form, setForm] = useState<{ row: UserRow | null } | null>(null)
  const [seen, setSeen] = useState<UserRow | null>(null)
  const [asked, setAsked] = useState<UserChange | null>(null)
  const [link, setLink] = useState<OneTimeLink | null>(null)
  const columns = useMemo(
    () =>
      userColumns(language, cities.name, {
        edit: (row) => setForm({ row }),
        access: setSeen,
        reset: (row) => setAsked({ what: 'reset', row }),
        status: (row) => setAsked({ what: 'status', row }),
        remove: (row) => setAsked({ what: 'delete', row }),
      }),
    [language, cities],
  )
  return (
    <Page
      title={t('用户管理')}
      fill
      actions={
        mayAdd ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setForm({ row: null })}>
            {t('添加用户')}
          </Button>
        ) : undefined
      }
    >
      <QueryTable
        name="people.users"
        label={t('用户管理')}
        call={peopleCalls.userList}
        fixed={withBelow}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={setSeen}
      />
      <WhenOpened open={form !== null}>
        <UserForm opened={form} onClose={() => setForm(null)} onLink={setLink} />
      </WhenOpened>
      <WhenOpened open={seen !== null}>
        <AccessDrawer user={seen} onClose={() => setSeen(null)} />
      </WhenOpened>
      <UserQuestion asked={asked} onClose={() => setAsked(null)} onLink={setLink} />
      <OneTimeLinkDialog link={link} onClose={() => setLink(null)} />
    </Page>
  )
}

/** What ends a person's access is asked once more, with what it means. */
function UserQuestion({ asked, onClose, onLink }: { asked: UserChange | null; onClose: () => void; onLink: (link: OneTimeLink) => void }) {
  const [last, setLast] = useState(asked)
  if (asked !== null && asked !== last) setLast(asked)
  const reset = useSend(peopleCalls.resetPassword)
  const status = useSend(peopleCalls.changeUserStatus, { refreshes: changed })
  const remove = useSend(peopleCalls.userDelete, { refreshes: changed })
  if (!last) return null
  const { row, what } = last
  const name = `${row.realName}（${row.username}）`
  const enable = row.status === 'DISABLED'
  const words =
    what === 'reset'
      ? { title: t('重置密码'), ok: t('重置密码'), text: t('{name} 的旧密码立即失效，已登录的设备全部退出。', { name }) }
      : what === 'delete'
        ? { title: t('删除用户'), ok: t('删除'), text: t('删除 {name} 后不能恢复；已有业务记录的用户只能停用。', { name }) }
        : enable
          ? { title: t('启用用户'), ok: t('启用'), text: t('启用后 {name} 可以用原来的密码登录。', { name }) }
          : { title: t('停用用户'), ok: t('停用'), text: t('停用后 {name} 不能登录，已登录的设备立即退出。', { name }) }
  const act = async () => {
    const { userId, version } = row
    if (what === 'reset') onLink({ name, ...(await reset.send({ userId })).link })
    else if (what === 'delete') await remove.send({ userId, version })
    else await status.send({ userId, version, status: enable ? 'ENABLED' : 'DISABLED' })
    if (what !== 'reset') toast.success(what === 'delete' ? t('已删除') : enable ? t('已启用') : t('已停用'))
  }
  return (
    <ConfirmDialog
      open={asked !== null}
      title={words.title}
      okText={words.ok}
      danger={what !== 'status' || !enable}
      onConfirm={() =>
        act().catch((error: unknown) => {
          if (isVersionConflict(error)) void refresh(changed)
          throw error
        })
      }
      onClose={onClose}
    >
      <p className="people-sentence">{words.text}</p>
      {what === 'reset' ? <p className="people-hint">{t('将生成一次性链接，请通过可靠渠道交给本人设置新密码。')}</p> : null}
    </ConfirmDialog>
  )
}
