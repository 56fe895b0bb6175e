import { httpMessage } from '#platform/http/http-messages.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { t } from '#platform/text/text.ts'
import '../root/pages.css'
import './layout.css'

/** What failed is asked once more when its screen shows again. */
const askAgain = () => queryClient.resetQueries({ predicate: ({ state }) => state.status === 'error' })

/** The page of an HTTP error. The tabs stay as they were behind it. */
export function ErrorPage({ status, url, onBack, onHome }: { status: string; url: string; onBack: () => void; onHome: () => void }) {
  const number = /^[1-5]\d\d$/.test(status) ? Number(status) : 0
  return (
    <div className="error-page notice-page" role="alert">
      <p className="full-page-code">{number || '—'}</p>
      <h1>{number === 404 && url === '' ? t('请求地址出错') : number ? httpMessage(number, url) : t('请求失败')}</h1>
      <p>{t('请求没有完成，已打开的标签页和填写的内容都还在。')}</p>
      <p className="button-row">
        {number >= 500 ? (
          <button type="button" className="button button-primary" onClick={() => void askAgain().then(onBack)}>
            {t('重试')}
          </button>
        ) : null}
        <button type="button" className={number >= 500 ? 'button' : 'button button-primary'} onClick={onBack}>
          {t('返回上一页')}
        </button>
        <button type="button" className="button" onClick={onHome}>
          {t('返回首页')}
        </button>
      </p>
    </div>
  )
}
