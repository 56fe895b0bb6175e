import { accountCalls, type PasswordProblem } from '@chauffeur/contract/access/account'
import { sessionCalls } from '@chauffeur/contract/access/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useState } from 'react'
import { readCookie } from '#platform/session/cookies.ts'
import { RefusalError } from '#platform/http/errors.ts'
import { emit } from '#platform/browser/events.ts'
import { go } from '#platform/browser/hash.ts'
import { request } from '#platform/http/http.ts'
import { t } from '#platform/text/text.ts'
import { LinkPage, saidBy } from '#shared/access/link-page.tsx'
import { meetsRules, problemsOf } from './password.view.ts'
import { PasswordRules } from './password-rules.tsx'

type Whose = AnswerOf<typeof accountCalls.passwordLink>

/** Sets a password without being signed in. */
export default function SetPassword({ token }: { token: string }) {
  const [done, setDone] = useState(false)
  return (
    <LinkPage
      token={token}
      look={accountCalls.passwordLink}
      title={t('设置密码')}
      headingOf={({ brandName }) => brandName}
      advice={t('请联系管理员重新生成链接。')}
    >
      {(whose) =>
        done ? (
          <>
            <p role="status">{t('密码已设置，请用新密码登录。')}</p>
            <button type="button" className="link-page-submit" autoFocus onClick={() => void toSignIn()}>
              {t('去登录')}
            </button>
          </>
        ) : (
          <PasswordForm token={token} whose={whose} onDone={() => setDone(true)} />
        )
      }
    </LinkPage>
  )
}

function PasswordForm({ token, whose, onDone }: { token: string; whose: Whose; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const [refused, setRefused] = useState<{ password: string; problems: PasswordProblem[] }>({ password: '', problems: [] })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    if (!meetsRules(password, whose.username)) return setProblem(t('新密码还不符合下列要求'))
    if (password !== again) return setProblem(t('两次输入的密码不一致'))
    setPending(true)
    setProblem('')
    try {
      await request(accountCalls.setPassword, { token, newPassword: password }, { silent: true })
      onDone()
    } catch (error) {
      if (error instanceof RefusalError) setRefused({ password, problems: problemsOf(error.data) })
      setProblem(saidBy(error))
      setPending(false)
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-describedby="set-password-problem">
      <p>{t('为账号 {name} 设置登录密码。链接只能使用一次。', { name: whose.username })}</p>
      <input type="text" name="username" autoComplete="username" value={whose.username} readOnly hidden />
      <label>
        <span>{t('新密码')}</span>
        <input
          type="password"
          name="newPassword"
          autoComplete="new-password"
          maxLength={256}
          autoFocus
          value={password}
          aria-describedby="set-password-rules"
          onChange={(event) => setPassword(event.target.value)}
        />
      </label>
      <PasswordRules
        id="set-password-rules"
        password={password}
        username={whose.username}
        refused={password === refused.password ? refused.problems : []}
      />
      <label>
        <span>{t('再次输入新密码')}</span>
        <input
          type="password"
          name="again"
          autoComplete="new-password"
          maxLength={256}
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
      </label>
      <p id="set-password-problem" className="link-page-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="link-page-submit" disabled={pending} aria-busy={pending}>
        {t('设置密码')}
      </button>
    </form>
  )
}

/** Somebody else may be signed in in this browser: who has just set a password signs in as themselves. */
async function toSignIn(): Promise<void> {
  if (readCookie('token') === '') return go('/login', { replace: true })
  await request(sessionCalls.signOut, {}, { silent: true }).catch(() => undefined)
  emit('signedOut', { keepWork: false })
}
