import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import { type ReactNode, useEffect, useState } from 'react'
import { NetworkError, RefusalError } from '#platform/http/errors.ts'
import { request } from '#platform/http/http.ts'
import { t } from '#platform/text/text.ts'
import './link-page.css'

type Stage<T> = { at: 'asking' } | { at: 'bad'; why: string; retriable: boolean } | { at: 'good'; found: T }

/** The page of a one-time link: asks what it is good for, and says why where it is no good. Plain elements, as the sign-in page. */
export function LinkPage<C extends Call>({
  token,
  look,
  title,
  headingOf = () => title,
  advice,
  corner,
  children,
}: {
  token: string
  look: C
  title: string
  headingOf?: (found: AnswerOf<C>) => string
  /** What to do about a link that is no good. */
  advice?: string
  /** Above the page's box. */
  corner?: ReactNode
  children: (found: AnswerOf<C>) => ReactNode
}) {
  const [stage, setStage] = useState<Stage<AnswerOf<C>>>({ at: 'asking' })
  const [turn, setTurn] = useState(0)
  // Another language changes the title, and asks nothing again: what is typed stays.
  useEffect(() => {
    document.title = title
  }, [title])
  useEffect(() => {
    let wanted = true
    setStage({ at: 'asking' })
    if (token.length < 20) return setStage({ at: 'bad', why: t('链接不完整'), retriable: false })
    request(look, { token }, { silent: true }).then(
      (answer) => wanted && setStage({ at: 'good', found: answer as AnswerOf<C> }),
      (error: unknown) => wanted && setStage({ at: 'bad', why: saidBy(error), retriable: !(error instanceof RefusalError) }),
    )
    return () => {
      wanted = false
    }
  }, [look, token, turn])
  return (
    <main className="link-page">
      {corner}
      <div className="link-page-box">
        <h1>{stage.at === 'good' ? headingOf(stage.found) : title}</h1>
        {stage.at === 'asking' ? <p role="status">{t('正在核对链接…')}</p> : null}
        {stage.at === 'bad' ? (
          <>
            <p role="alert">{stage.why}</p>
            {advice && !stage.retriable ? <p>{advice}</p> : null}
            <div className="link-page-row">
              {stage.retriable ? (
                <button type="button" onClick={() => setTurn((n) => n + 1)}>
                  {t('重试')}
                </button>
              ) : null}
              <a href="#/login">{t('返回登录')}</a>
            </div>
          </>
        ) : null}
        {stage.at === 'good' ? children(stage.found) : null}
      </div>
    </main>
  )
}

/** Why a call failed, field by field where it says so. */
export function saidBy(error: unknown): string {
  if (error instanceof RefusalError) {
    const { fields } = (error.data ?? {}) as { fields?: { message: string }[] }
    return fields?.length ? fields.map(({ message }) => message).join(t('；')) : error.message
  }
  return error instanceof NetworkError ? error.message : t('请求失败，请重试')
}
