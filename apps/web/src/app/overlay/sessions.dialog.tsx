import { sessionCalls } from '@chauffeur/contract/access/session'
import { useCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Time } from '#ui/show/time.tsx'
import { signOut } from '../state/session-life.ts'
import { Modal } from './modal.tsx'

/** Where this account is signed in, and how to end a session that should not be. */
export default function SessionsDialog({ onClose }: { onClose: () => void }) {
  const sessions = useCall(sessionCalls.sessions, {})
  const revoke = useSend(sessionCalls.revoke, { refreshes: [sessionCalls.sessions] })
  const end = (sessionId: string, current: boolean) => void (current ? signOut() : revoke.send({ sessionId }).catch(() => undefined))
  return (
    <Modal title={t('登录会话')} onClose={onClose} className="modal-wide">
      {sessions.isError ? (
        <p role="alert">
          {sessions.error.message}{' '}
          <button type="button" className="link" onClick={() => void sessions.refetch()}>
            {t('重试')}
          </button>
        </p>
      ) : (
        <div className="session-list" aria-busy={sessions.isPending}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('设备')}</th>
                <th scope="col">{t('地址')}</th>
                <th scope="col">{t('登录时间')}</th>
                <th scope="col">{t('最近活动')}</th>
                <th scope="col">
                  <span className="sr-only">{t('操作')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {(sessions.data?.rows ?? []).map((row) => (
                <tr key={row.sessionId}>
                  <td title={row.userAgent}>
                    {device(row.userAgent)} {row.current ? <em>{t('本次登录')}</em> : null}
                  </td>
                  <td>{row.ip}</td>
                  <td>
                    <Time at={row.signedInAt} as="short" />
                  </td>
                  <td>
                    <Time at={row.lastActiveAt} as="short" />
                  </td>
                  <td>
                    <button type="button" className="link danger" disabled={revoke.pending} onClick={() => end(row.sessionId, row.current)}>
                      {row.current ? t('退出登录') : t('结束会话')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Modal>
  )
}

/** Browser and system of a user agent, as far as an operator cares. */
function device(agent: string): string {
  const browser = /Edg\/|Firefox\/|Chrome\/|Safari\//.exec(agent)?.[0].replace('/', '').replace('Edg', 'Edge')
  const system = /Windows|Mac OS|Android|iPhone|Linux/.exec(agent)?.[0]
  return [browser, system].filter(Boolean).join(' · ') || t('未知设备')
}
