import { useEffect, useRef } from 'react'
import { useLive, useLiveState } from '#platform/live/live.ts'
import { t } from '#platform/text/text.ts'
import { rightsChanged } from '../state/session-life.ts'
import { setShell } from '../state/shell-state.ts'
import './header.css'

const SPREAD_MS = 1_500

/** Whether what is shown changes by itself. Also where the shell hears of its own session. */
export function LiveChip() {
  const state = useLiveState()
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const again = (withinMs: number) => {
    clearTimeout(later.current)
    later.current = setTimeout(() => void rightsChanged(), Math.random() * withinMs)
  }
  useLive(
    'session',
    ({ what }) => {
      if (what === 'ended') setShell({ expired: true })
      // Menu and cities are everybody's: not all of them ask at the same moment, and several changes are asked for once.
      else again(what === 'authorities' ? 0 : SPREAD_MS)
    },
    { onGap: () => again(SPREAD_MS) },
  )
  const word = state === 'live' ? t('实时') : state === 'polling' ? t('定时刷新') : t('已断网')
  const hint = state === 'live' ? t('数据实时更新') : state === 'polling' ? t('暂无实时通道，数据定时刷新') : t('连不上服务器，正在重连')
  return (
    <span className={`live-chip live-${state}`} role="status" title={hint}>
      <i aria-hidden="true" />
      {word}
    </span>
  )
}

/** Over the content, not above it: the page must not jump when the line comes and goes. */
export function OfflineStrip() {
  const state = useLiveState()
  if (state !== 'offline') return null
  return (
    <div className="offline-strip" role="alert">
      {t('连不上服务器，正在重连；显示的可能不是最新数据。')}
    </div>
  )
}
