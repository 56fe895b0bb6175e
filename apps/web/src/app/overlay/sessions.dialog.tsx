import { sessionCalls } from '@chauffeur/contract/access/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { signOut } from '../state/session-life.ts'
import { Modal } from './modal.tsx'

type Session = AnswerOf<typeof sessionCalls.sessions>['rows'][number]

/** Where this account is signed in, and how to end a session that should not be. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useCall(sessionCalls.sessions, {})
  const revoke = useSend(sessionCalls.revoke, { refreshes: [sessionCalls.sessions] })
  const end = (sessionId: string, current: boolean) => void (current ? signOut() : revoke.send({ sessionId }).catch(() => undefined))
  return (
    <Modal title={t('登录会话')} onClose={onClose} className="modal-wide">
      <div className="session-list">
        <Async query={sessions}>
          {({ rows }) => (
            <PlainTable
              label={t('登录会话')}
              rows={rows}
              rowKey={(row) => row.sessionId}
              columns={[
                { title: t('设备'), cell: (row) => <Device session={row} /> },
                { title: t('地址'), cell: (row) => row.ip },
                { title: t('登录时间'), cell: (row) => <Time at={row.signedInAt} as="short" /> },
                { title: t('最近活动'), cell: (row) => <Time at={row.lastActiveAt} as="short" /> },
                {
                  title: t('操作'),
                  cell: (row) => (
                    <button type="button" className="link danger" disabled={revoke.pending} onClick={() => end(row.sessionId, row.current)}>
                      {row.current ? t('退出登录') : t('结束会话')}
                    </button>
                  ),
                },
              ]}
            />
          )}
        </Async>
      </div>
    </Modal>
  )
}

const Device = ({ session }: { session: Session }) => (
  <span title={session.userAgent}>
    {device(session.userAgent)} {session.current ? <em>{t('本次登录')}</em> : null}
  </span>
)

/** Browser and system of a user agent, as far as an operator cares. */
function device(agent: string): string {
  const browser = /Edg\/|Firefox\/|Chrome\/|Safari\//.exec(agent)?.[0].replace('/', '').replace('Edg', 'Edge')
  const system = /Windows|Mac OS|Android|iPhone|Linux/.exec(agent)?.[0]
  return [browser, system].filter(Boolean).join(' · ') || t('未知设备')
}
