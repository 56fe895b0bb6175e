import { Component, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { codeToDraw, forgetCode } from '#platform/browser/code.ts'
import { t } from '#platform/text/text.ts'
import './lazy-piece.css'

/** Where a piece whose code did not arrive says so: over the page, for what opens over it; in its own place; or nowhere, for a picture. */
type Where = 'over' | 'place' | 'silent'

/**
 * A dialog, drawer or part whose code comes when it is first drawn. What does not arrive, or fails while it is drawn, says so by itself and
 * can be tried again; the screen around it, and what was typed there, stays. Instead of React's `lazy`, which keeps a failure for good.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a component's own props are inferred from what is loaded
export function lazyPiece<C extends ComponentType<any>>(load: () => Promise<{ default: C }>, where: Where = 'over'): C {
  type P = React.ComponentProps<C>
  function Piece(props: P) {
    const [tries, setTries] = useState(0)
    const arrived = use(codeToDraw(load))
    const again = () => {
      if ('fault' in arrived) forgetCode(load)
      setTries(tries + 1)
    }
    const closed = 'open' in props && !props.open
    useEffect(() => {
      // Closed while its code is missing: it is asked for again when it is opened again.
      if ('fault' in arrived && closed) forgetCode(load)
    }, [arrived, closed])
    if ('fault' in arrived) return closed ? null : <PieceFault where={where} loading onRetry={again} onClose={closing(props)} />
    const Body: ComponentType<P> = arrived.module.default
    return (
      <PieceBoundary key={tries} fallback={<PieceFault where={where} onRetry={again} onClose={closing(props)} />}>
        <Body {...props} />
      </PieceBoundary>
    )
  }
  return Piece as unknown as C
}

/** Whoever opened a dialog is told when it is closed, also where it never came. */
function closing(props: object): (() => void) | undefined {
  const given = props as { onClose?: () => void; onCancel?: () => void }
  return given.onClose ?? given.onCancel
}

/** React knows error boundaries as classes only. */
class PieceBoundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}

function PieceFault(props: { where: Where; loading?: boolean; onRetry: () => void; onClose?: (() => void) | undefined }) {
  const { where, loading, onRetry, onClose } = props
  if (where === 'silent') return null
  return (
    <div className={`piece-fault piece-fault-${where}`} role="alert">
      <p>{loading ? t('这部分没有加载成功：网络中断，或系统刚刚更新。已填写的内容还在。') : t('这部分出错了。页面其余部分不受影响。')}</p>
      <p className="button-row">
        <button type="button" className="button button-primary" onClick={onRetry}>
          {t('重试')}
        </button>
        {onClose ? (
          <button type="button" className="button" onClick={onClose}>
            {t('关闭')}
          </button>
        ) : null}
      </p>
    </div>
  )
}
