import type { sessionCalls } from '@chauffeur/contract/access/session'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { NetworkError, RefusalError } from '#platform/http/errors.ts'
import { emit } from '#platform/browser/events.ts'
import { request } from '#platform/http/http.ts'
import { locale, setLocale, t } from '#platform/text/text.ts'
import { applyTheme, storedTheme } from '#platform/browser/theme.ts'
import { OTHER_LANGUAGE } from './other-language.ts'
import { loadBrand, paint, useBrand } from './brand.ts'
import { useCountdown } from '#ui/timing/use-countdown.ts'
import { retryAfterS } from './retry-after.ts'
import { signInWire } from './sign-in-wire.ts'
import './sign-in.css'

type Answer = AnswerOf<typeof sessionCalls.signIn>

/** 40012 and 40013: the account has an authenticator, the code is what is missing. */
const ABOUT_CODE = new Set([40012, 40013])

/** The sign-in page. Plain elements, so that it is there at once; what was typed stays when the server says no. `onIdle` is the moment to fetch what comes next. */
export function SignIn({ onIdle }: { onIdle: () => void }) {
  const brand = useBrand()
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const [theme, setTheme] = useState(storedTheme)
  const [waitS, wait] = useCountdown()
  const chosen = useRef<{ locale?: true; theme?: true }>({})
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    void loadBrand()
    paint(t('登录'))
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 600))
    idle(onIdle)
  }, [onIdle])
  useEffect(() => paint(t('登录')), [brand])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (pending || waitS > 0) return
    const fields = new FormData(event.currentTarget)
    const input = { username: text(fields, 'username').trim(), password: text(fields, 'password'), code: text(fields, 'code').trim() }
    if (input.username === '' || input.password === '') {
      setProblem(t('请输入用户名和密码'))
      focus(input.username === '' ? 'username' : 'password')
      return
    }
    setPending(true)
    setProblem('')
    try {
      const answer = (await request(signInWire, input)) as Answer
      emit('signedIn', {
        token: answer.token,
        username: answer.username,
        email: answer.email,
        userId: answer.userId,
        deptType: answer.deptType,
        tenantId: answer.tenantId,
        cooperationChannelId: answer.cooperationChannelId,
        chosen: chosen.current,
      })
    } catch (error) {
      setPending(false)
      setProblem(error instanceof RefusalError || error instanceof NetworkError ? error.message : t('登录失败，请重试'))
      if (!(error instanceof RefusalError)) return
      if (error.code === 42901) wait(retryAfterS(error.data))
      focus(ABOUT_CODE.has(error.code) ? 'code' : 'password')
    }
  }

  const focus = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const switchTheme = () => {
    chosen.current.theme = true
    const next = theme === 'dark' ? 'light' : 'dark'
    applyTheme(next)
    setTheme(next)
  }

  const switchLocale = () => {
    chosen.current.locale = true
    void setLocale(locale() === 'en' ? 'zh-CN' : 'en')
  }

  return (
    <main className="sign-in">
      <div className="sign-in-tools">
        <button type="button" onClick={switchLocale} lang={locale() === 'en' ? 'zh-CN' : 'en'}>
          {OTHER_LANGUAGE[locale()]}
        </button>
        <button type="button" onClick={switchTheme}>
          {theme === 'dark' ? t('浅色') : t('深色')}
        </button>
      </div>
      <div className="sign-in-box">
        <header>
          <span className="sign-in-logo">{brand?.logo ? <img src={brand.logo} alt="" width={40} height={40} /> : null}</span>
          <div>
            <h1>{brand?.brandName ?? '\u00a0'}</h1>
            <p>{t('代驾业务运营管理平台')}</p>
          </div>
        </header>
        <form ref={form} onSubmit={(event) => void submit(event)} noValidate aria-describedby="sign-in-problem">
          <label>
            <span>{t('用户名')}</span>
            <input name="username" autoComplete="username" autoCapitalize="off" spellCheck={false} maxLength={64} required autoFocus />
          </label>
          <label>
            <span>{t('密码')}</span>
            <input name="password" type="password" autoComplete="current-password" maxLength={256} required />
          </label>
          <label>
            <span>{t('验证码')}</span>
            <input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={16} placeholder={t('绑定验证器的账号填写')} />
          </label>
          <p id="sign-in-problem" className="sign-in-problem" role="alert">
            {problem}
            {waitS > 0 ? ` ${t('{seconds} 秒后可重试', { seconds: waitS })}` : null}
          </p>
          <button type="submit" className="sign-in-submit" disabled={pending || waitS > 0} aria-busy={pending}>
            {pending ? t('正在登录…') : t('登录')}
          </button>
        </form>
      </div>
    </main>
  )
}

function text(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
