import { t } from '#platform/text/text.ts'
import './pages.css'

/** The page of an address nobody knows. Open to everybody. */
export function NotFound() {
  return (
    <main className="full-page">
      <p className="full-page-code">404</p>
      <h1>{t('页面不存在')}</h1>
      <p>{t('地址可能已变更，或输入有误。')}</p>
      <p>
        <a className="button" href="#/">
          {t('返回首页')}
        </a>
      </p>
    </main>
  )
}
