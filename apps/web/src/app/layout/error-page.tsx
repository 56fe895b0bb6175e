import { httpMessage } from '#platform/http-messages.ts'
import { t } from '#platform/text.ts'
import '../pages.css'

/** The page of an HTTP error. The tabs stay as they were behind it. */
export function ErrorPage({ status, onBack, onHome }: { status: string; onBack: () => void; onHome: () => void }) {
  const number = /^[1-5]\d\d$/.test(status) ? Number(status) : 0
  return (
    <div className="error-page notice-page" role="alert">
      <p className="full-page-code">{number || '—'}</p>
      <h1>{number === 404 ? t('请求地址出错') : number ? httpMessage(number, '') : t('请求失败')}</h1>
      <p>{t('请求没有完成，已打开的标签页和填写的内容都还在。')}</p>
      <p className="button-row">
        <button type="button" className="button button-primary" onClick={onBack}>
          {t('返回上一页')}
        </button>
        <button type="button" className="button" onClick={onHome}>
          {t('返回首页')}
        </button>
      </p>
    </div>
  )
}
