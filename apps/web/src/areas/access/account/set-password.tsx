import { accountCalls, type PasswordProblem } from '@chauffeur/contract/access/account'
import { sessionCalls } from '@chauffeur/contract/access/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useState, type FormEvent } from 'react'
import { readCookie } from '#platform/session/cookies.ts'
import { NetworkError, RefusalError } from '#platform/http/errors.ts'
import { emit } from '#platform/browser/events.ts'
import { go } from '#platform/browser/hash.ts'
import { request } from '#platform/http/http.ts'
import { t } from '#platform/text/text.ts'
import { meetsRules, problemsOf } from './password.view.ts'
import { PasswordRules } from './password-rules.tsx'
import './set-password.css'

type Whose = AnswerOf<typeof accountCalls.passwordLink>

type Stage = { at: 'asking' } | { at: 'bad'; why: string; retriable: boolean } | { at: 'ready'; whose: Whose } | { at: 'done' }

/** The page of a one-time link: sets a password without being signed in. Plain elements, as the sign-in page. */
export default function SetPassword({ token }: { token: string }) {
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let wanted = true
    setStage({ at: 'asking' })
    document.title = t('设置密码')
    if (token.length < 20) return setStage({ at: 'bad', why: t('链接不完整'), retriable: false })
    request(accountCalls.passwordLink, { token }, { silent: true }).then(
      (answer) => wanted && setStage({ at: 'ready', whose: answer as Whose }),
      (error: unknown) => wanted && setStage({ at: 'bad', why: said(error), retriable: !(error instanceof RefusalError) }),
    )
    return () => {
      wanted = false
    }
  }, [token, turn])

  return (
    <main className="set-password">
      <div className="set-password-box">
        <h1>{stage.at === 'ready' ? stage.whose.brandName : t('设置密码')}</h1>
        {stage.at === 'asking' ? <p role="status">{t('正在核对链接…')}</p> : null}
        {stage.at === 'bad' ? (
          <>
            <p role="alert">{stage.why}</p>
            <p>{stage.retriable ? null : t('请联系管理员重新生成链接。')}</p>
            <div className="set-password-row">
              {stage.retriable ? (
                <button type="button" onClick={() => setTurn((n) => n + 1)}>
                  {t('重试')}
                </button>
              ) : null}
              <a href="#/login">{t('返回登录')}</a>
            </div>
          </>
        ) : null}
        {stage.at === 'ready' ? <PasswordForm token={token} whose={stage.whose} onDone={() => setStage({ at: 'done' })} /> : null}
        {stage.at === 'done' ? (
          <>
            <p role="status">{t('密码已设置，请用新密码登录。')}</p>
            <button type="button" className="set-password-submit" autoFocus onClick={() => void toSignIn()}>
              {t('去登录')}
            </button>
          </>
        ) : null}
      </div>
    </main>
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
      setProblem(said(error))
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
      <p id="set-password-problem" className="set-password-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="set-password-submit" disabled={pending} aria-busy={pending}>
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

function said(error: unknown): string {
  return error instanceof RefusalError || error instanceof NetworkError ? error.message : t('请求失败，请重试')
}
