import { setupCalls } from '@chauffeur/contract/access/setup'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type FormEvent, useState } from 'react'
import { go } from '#platform/browser/hash.ts'
import { request } from '#platform/http/http.ts'
import { locale, setLocale, t, tr, useLocale } from '#platform/text/text.ts'
import { LinkPage, saidBy } from '#shared/access/link-page.tsx'
import { OTHER_LANGUAGE } from '../session/other-language.ts'
import './first-start.css'

type City = AnswerOf<typeof setupCalls.look>['cities'][number]

/** The page behind the link that an empty installation prints at its start: makes the first business and its administrator. */
export default function FirstStart({ token }: { token: string }) {
  const language = useLocale()
  return (
    <LinkPage
      token={token}
      look={setupCalls.look}
      title={t('开始使用')}
      corner={
        <button
          type="button"
          className="first-start-language"
          lang={language === 'en' ? 'zh-CN' : 'en'}
          onClick={() => void setLocale(locale() === 'en' ? 'zh-CN' : 'en')}
        >
          {OTHER_LANGUAGE[language]}
        </button>
      }
    >
      {({ cities }) => <BeginForm token={token} cities={cities} />}
    </LinkPage>
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
      setProblem(saidBy(error))
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
      <p id="first-start-problem" className="link-page-problem" role="alert">
        {problem}
      </p>
      <button type="submit" className="link-page-submit" disabled={pending} aria-busy={pending}>
        {t('下一步：设置密码')}
      </button>
    </form>
  )
}
