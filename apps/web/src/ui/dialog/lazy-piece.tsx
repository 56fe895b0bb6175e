import { Component, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { codeWithTimeout } from '#platform/browser/code.ts'
import { reportMissingCode } from '#platform/browser/version.ts'
import { t } from '#platform/text/text.ts'
import './lazy-piece.css'

/** Where a piece whose code did not arrive says so: over the page, for what opens over it; in its own place; or nowhere, for a picture. */
type Where = 'over' | 'place' | 'silent'
type Arrived<P> = { Body: ComponentType<P> } | { fault: unknown }

/**
 * A dialog, drawer or part whose code comes when it is first drawn. What does not arrive, or fails while it is drawn, says so by itself and
 * can be tried again; the screen around it, and what was typed there, stays. Instead of React's `lazy`, which keeps a failure for good.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- a component's own props are inferred from what is loaded
export function lazyPiece<C extends ComponentType<any>>(load: () => Promise<{ default: C }>, where: Where = 'over'): C {
  type P = React.ComponentProps<C>
  let asked: Promise<Arrived<P>> | null = null
  const ask = () =>
    (asked ??= codeWithTimeout(load).then(
      (module): Arrived<P> => ({ Body: module.default }),
      (fault: unknown): Arrived<P> => {
        reportMissingCode()
        return { fault }
      },
    ))
  function Piece(props: P) {
    const [tries, setTries] = useState(0)
    const arrived = use(ask())
    const again = () => {
      if ('fault' in arrived) asked = null
      setTries(tries + 1)
    }
    const closed = 'open' in props && !props.open
    useEffect(() => {
      // Closed while its code is missing: it is asked for again when it is opened again.
      if ('fault' in arrived && closed) asked = null
    }, [arrived, closed])
    if ('fault' in arrived) return closed ? null : <PieceFault where={where} loading onRetry={again} onClose={closing(props)} />
    return (
      <PieceBoundary key={tries} fallback={<PieceFault where={where} onRetry={again} onClose={closing(props)} />}>
        <arrived.Body {...props} />
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
