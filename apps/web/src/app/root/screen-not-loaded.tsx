import { t, tr } from '#platform/text/text.ts'
import './pages.css'

/** A route of the product whose screen does not exist yet. Says so, instead of an empty page. */
export function ScreenNotLoaded({ title }: { title: string }) {
  return (
    <div className="notice-page">
      <h1>{tr(title)}</h1>
      <p>{t('该页面尚未开通')}</p>
      <p>
        <a className="button" href="#/">
          {t('返回首页')}
        </a>
      </p>
    </div>
  )
}

/** A screen the user may not open. */
export function NoRights() {
  return (
    <div className="notice-page" role="alert">
      <h1>{t('没有权限')}</h1>
      <p>{t('权限不足,无法访问此页面,请联系管理员')}</p>
      <p>
        <a className="button" href="#/">
          {t('返回首页')}
        </a>
      </p>
    </div>
  )
}
