import { setupCalls } from '@chauffeur/contract/access/setup'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useEffect, useState } from 'react'
import { go } from '#platform/browser/hash.ts'
import { NetworkError, RefusalError } from '#platform/http/errors.ts'
import { request } from '#platform/http/http.ts'
import { locale, setLocale, t, tr, useLocale } from '#platform/text/text.ts'
import { OTHER_LANGUAGE } from '../session/other-language.ts'
import '../account/set-password.css'
import './first-start.css'

type City = AnswerOf<typeof setupCalls.look>['cities'][number]
type Stage = { at: 'asking' } | { at: 'bad'; why: string; retriable: boolean } | { at: 'ready'; cities: City[] }

/** The page behind the link that an empty installation prints at its start: makes the first business and its administrator. */
export default function FirstStart({ token }: { token: string }) {
  const language = useLocale()
  const [stage, setStage] = useState<Stage>({ at: 'asking' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let wanted = true
    setStage({ at: 'asking' })
    document.title = t('开始使用')
    request(setupCalls.look, { token }, { silent: true }).then(
      (answer) => wanted && setStage({ at: 'ready', cities: (answer as AnswerOf<typeof setupCalls.look>).cities }),
      (error: unknown) => wanted && setStage({ at: 'bad', why: said(error), retriable: !(error instanceof RefusalError) }),
    )
    return () => {
      wanted = false
    }
  }, [token, turn])
  return (
    <main className="set-password">
      <button
        type="button"
        className="first-start-language"
        lang={language === 'en' ? 'zh-CN' : 'en'}
        onClick={() => void setLocale(locale() === 'en' ? 'zh-CN' : 'en')}
      >
        {OTHER_LANGUAGE[language]}
      </button>
      <div className="set-password-box">
        <h1>{t('开始使用')}</h1>
        {stage.at === 'asking' ? <p role="status">{t('正在核对链接…')}</p> : null}
        {stage.at === 'bad' ? (
          <>
            <p role="alert">{stage.why}</p>
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
        {stage.at === 'ready' ? <BeginForm token={token} cities={stage.cities} /> : null}
      </div>
    </main>
  )
}

const FIELDS = [
  { name: 'brandName', label: () => t('品牌名称'), hint: () => t('客户和司机看到的名字，最多 20 个字'), most: 20 },
  { name: 'company', label: () => t('公司全称（可不填）'), most: 80 },
  { name: 'adminName', label: () => t('您的姓名'), most: 30, complete: 'name' },
  { name: 'adminPhone', label: () => t('您的手机号'), most: 11, complete: 'tel' },
  {
    name: 'username',
    label: () => t('登录用户名'),
    hint: () => t('3–64 个字符，以字母开头，可含字母、数字和 . _ -'),
    most: 64,
    complete: 'username',
  },
] as const

function BeginForm({ token, cities }: { token: string; cities: City[] }) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (pending) return
    setPending(true)
    setProblem('')
    try {
      const values = Object.fromEntries(new FormData(event.currentTarget))
      const { link } = (await request(setupCalls.begin, { ...values, token }, { silent: true })) as AnswerOf<typeof setupCalls.begin>
      go(link.slice(link.indexOf('#') + 1), { replace: true })
    } catch (error) {
      setProblem(said(error))
      setPending(false)
    }
  }
  return (
    <form className="first-start" onSubmit={(event) => void submit(event)} aria-describedby="first-start-problem">
      <p>{t('建立您的公司和第一个管理员，之后的设置在系统里一步步带您完成。')}</p>
      {FIELDS.map(({ name, label, most, ...more }, n) => (
        <label key={name}>
          <span>{label()}</span>
          <input
            name={name}
            type={name === 'adminPhone' ? 'tel' : 'text'}
            maxLength={most}
            required={name !== 'company'}
            autoComplete={'complete' in more ? more.complete : 'off'}
            autoFocus={n === 0}
          />
          {'hint' in more ? <small>{more.hint()}</small> : null}
        </label>
      ))}
      <label>
        <span>{t('第一个城市')}</span>
        <select name="cityId" required defaultValue="">
          <option value="" disabled>
            {t('请选择城市')}
          </option>
          {cities.map(({ cityId, name }) => (
            <option key={cityId} value={cityId}>
              {tr(name)}
            </option>
          ))}
        </select>
      </label>
      <p id="first-start-problem" className="set-password-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="set-password-submit" disabled={pending} aria-busy={pending}>
        {t('下一步：设置密码')}
      </button>
    </form>
  )
}

function said(error: unknown): string {
  if (error instanceof RefusalError) {
    const { fields } = (error.data ?? {}) as { fields?: { message: string }[] }
    return fields?.length ? fields.map(({ message }) => message).join(t('；')) : error.message
  }
  return error instanceof NetworkError ? error.message : t('请求失败，请重试')
}
