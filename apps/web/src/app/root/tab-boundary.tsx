import { Component, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import './pages.css'

interface Props {
  children: ReactNode
  /** What is drawn is drawn again when this changes. */
  language: string
  /** Called before the screen is drawn again. */
  onRetry: () => void
}

/** Keeps a fault in one tab from the others. React knows error boundaries as classes only. */
export class TabBoundary extends Component<Props, { fault: Error | null }> {
  override state = { fault: null as Error | null }

  static getDerivedStateFromError(fault: unknown) {
    return { fault: fault instanceof Error ? fault : new Error(String(fault)) }
  }

  retry = () => {
    this.props.onRetry()
    this.setState({ fault: null })
  }

  override render() {
    const { fault } = this.state
    if (!fault) return this.props.children
    const stale = /dynamically imported module|Importing a module|did not arrive/.test(fault.message)
    return (
      <div className="notice-page" role="alert" lang={this.props.language}>
        <h1>{stale ? t('页面代码加载失败') : t('此页面出错了')}</h1>
        <p>{stale ? t('可能是网络中断，或系统刚刚更新。重试无效时请刷新浏览器。') : t('其他标签页不受影响，可以重试或关闭此标签页。')}</p>
        <p className="button-row">
          <button type="button" className="button button-primary" onClick={this.retry}>
            {t('重试')}
          </button>
          {stale ? (
            <button type="button" className="button" onClick={() => location.reload()}>
              {t('刷新浏览器')}
            </button>
          ) : null}
        </p>
        <details>
          <summary>{t('技术信息')}</summary>
          <code>{fault.message}</code>
        </details>
      </div>
    )
  }
}
